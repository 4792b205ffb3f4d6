import { copyToClipboard } from '../../ui/copy-call.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { Contour, IsochroneResult } from './compute.ts'
import { pickColor } from './contour-style.ts'
import { highlightedContour } from './highlight.ts'
import { formatLimit, travelModes } from './settings.ts'

/** Lists the contours with their color, size and reach, and offers exports. */
export function Legend({ result }: { readonly result: IsochroneResult }) {
  const { contours, settings } = result
  const isComparison = settings.profiles.length > 1
  const largestKm2 = Math.max(...contours.map(({ areaKm2 }) => areaKm2), 0.01)
  const isIntersection = contours.every(({ roadKm }) => roadKm === undefined)
  return (
    <section class="contours" aria-label="Areas">
      <table>
        <thead>
          <tr>
            <th scope="col">{isComparison ? `Within ${formatLimit(settings.limit, settings.unit)}` : 'Within'}</th>
            <th scope="col" class="number">
              Area
            </th>
            {!isIntersection && (
              <th scope="col" class="number">
                Roads
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {contours.map((contour, index) => (
            <tr
              key={`${contour.profile}${contour.limit}`}
              onMouseEnter={() => highlight(index)}
              onMouseLeave={() => highlight(undefined)}
            >
              <th scope="row">
                <span class="contour-swatch" style={{ '--swatch': pickColor(contours, index) }} aria-hidden="true" />
                {isComparison ? getTitle(contour) : formatLimit(contour.limit, settings.unit)}
                <span
                  class="contour-bar"
                  style={{
                    '--swatch': pickColor(contours, index),
                    width: `${Math.max(1, (contour.areaKm2 / largestKm2) * 100)}%`,
                  }}
                  aria-hidden="true"
                />
              </th>
              <td class="number">{formatArea(contour.areaKm2)}</td>
              {!isIntersection && <td class="number">{contour.roadKm?.toFixed(contour.roadKm < 10 ? 1 : 0)} km</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {isIntersection && contours.every(({ area }) => area.length === 0) && (
        <p class="hint">No place is within reach of all points. Increase the limit.</p>
      )}
      <div class="row">
        <button type="button" class="second" onClick={() => void copyToClipboard(location.href, 'The link')}>
          Copy link
        </button>
        <button
          type="button"
          class="second"
          onClick={() => saveFile('isochrones.geojson', 'application/geo+json', toGeoJson(result))}
        >
          Save GeoJSON
        </button>
      </div>
    </section>
  )
}

function highlight(index: number | undefined): void {
  highlightedContour.value = index
}

function getTitle({ profile }: Contour): string {
  return travelModes.find((mode) => mode.profile === profile)?.title ?? profile
}

function formatArea(km2: number): string {
  if (km2 === 0) return '–'
  return `${km2 < 10 ? km2.toFixed(2) : Math.round(km2).toLocaleString('en')} km²`
}

function toGeoJson({ contours, settings }: IsochroneResult): string {
  const features = contours.map(({ profile, limit, area, areaKm2, roadKm }) => ({
    type: 'Feature',
    properties: {
      profile,
      [settings.unit]: limit,
      area_km2: areaKm2,
      ...(roadKm === undefined ? {} : { road_km: roadKm }),
    },
    geometry: { type: 'MultiPolygon', coordinates: area },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}
