import { type MatchPointStatus, type MatchReply, type MatchRoute, toGeoJson, toGpx } from '@fairway/client'
import { fitPoints } from '../../map/current-map.ts'
import { formatKilometers, formatMinutes } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Shows the confidence, the matched route and the points that could not be matched. */
export function MatchResult({ name, reply }: { readonly name: string; readonly reply: MatchReply }) {
  const { confidence, distance_km, noise_m, routes, points } = reply
  const percent = Math.round(confidence * 100)
  const baseName = name.replace(/\.[^.]*$/, '').replaceAll(/[^\w-]+/g, '-') || 'trace'
  return (
    <section class="match-result" aria-label="Matched route">
      <div class="card">
        <div class="match-figures">
          <p>
            <span class="figure">{formatKilometers(distance_km)}</span>
            <small>on roads</small>
          </p>
          <p>
            <span class="figure">{percent} %</span>
            <small>confidence</small>
          </p>
          <p>
            <span class="figure">{Math.round(noise_m)} m</span>
            <small>GPS noise</small>
          </p>
        </div>
        <meter min={0} max={100} low={50} high={80} optimum={100} value={percent} aria-label="Confidence" />
        <p class="hint">{describePoints(points)}</p>
      </div>
      {routes.length > 1 && <h2>{routes.length} parts</h2>}
      <ol class="match-parts">
        {routes.map((route, index) => (
          <li key={route.id}>
            <button type="button" class="card" onClick={() => showRoute(route)}>
              <strong>{describeRoads(points, index)}</strong>
              <small>{describeRoute(route)}</small>
            </button>
          </li>
        ))}
      </ol>
      <div class="row">
        <button type="button" class="second" onClick={() => saveRoutesAsGpx(baseName, routes)}>
          Save GPX
        </button>
        <button
          type="button"
          class="second"
          onClick={() => saveFile(`${baseName}-matched.geojson`, 'application/geo+json', toCollection(routes))}
        >
          Save GeoJSON
        </button>
      </div>
    </section>
  )
}

const statusTexts: Readonly<Record<Exclude<MatchPointStatus, 'matched'>, string>> = {
  outlier: 'inconsistent with the rest of the trace',
  off_road: 'not near a road',
  outside: 'outside the loaded maps',
}

function describePoints(points: MatchReply['points']): string {
  const count = (status: MatchPointStatus) => points.filter((point) => point.status === status).length
  const problems = (['outlier', 'off_road', 'outside'] as const).flatMap((status) =>
    count(status) === 0 ? [] : [`${count(status)} ${statusTexts[status]}`],
  )
  const matchedText = `${count('matched').toLocaleString('en')} of ${points.length.toLocaleString('en')} points matched`
  return problems.length === 0 ? `${matchedText}.` : `${matchedText}; ${problems.join(', ')}.`
}

/** Returns the names of the first and the last road. */
function describeRoads(points: MatchReply['points'], route: number): string {
  const roadNames = points.flatMap((point) => (point.route === route && point.name ? [point.name] : []))
  const [first, last] = [roadNames[0] ?? 'Unnamed road', roadNames.at(-1) ?? 'Unnamed road']
  return first === last ? first : `${first} → ${last}`
}

function describeRoute({ distance_km, observed_min, free_flow_min, confidence }: MatchRoute): string {
  const time =
    observed_min === undefined
      ? `${formatMinutes(free_flow_min)} without traffic`
      : `took ${formatMinutes(observed_min)}, ${formatMinutes(free_flow_min)} without traffic`
  return `${formatKilometers(distance_km)}, ${time}, ${Math.round(confidence * 100)} % confidence`
}

function showRoute({ bbox: [south, west, north, east] }: MatchRoute): void {
  fitPoints(
    [
      [south, west],
      [north, east],
    ],
    17,
  )
}

/** Saves all routes as tracks of a single GPX file, because one file per route is inconvenient. */
function saveRoutesAsGpx(baseName: string, routes: readonly MatchRoute[]): void {
  const documents = routes.map((route, index) => toGpx(route, { name: `${baseName} ${index + 1}` }))
  const tracks = documents.map((gpx) => /<trk>.*<\/trk>/s.exec(gpx)?.[0] ?? '')
  const merged = documents[0]?.replace(/<trk>.*<\/trk>/s, () => tracks.join('\n')) ?? ''
  saveFile(`${baseName}-matched.gpx`, 'application/gpx+xml', merged)
}

function toCollection(routes: readonly MatchRoute[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: routes.map((route) => toGeoJson(route)) })
}
