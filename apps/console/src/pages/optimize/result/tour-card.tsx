import type { OptimizeRoute } from '@fairway/client'
import { encodedLength, formatPlace } from '../../../entry/name-in-url.ts'
import { formatPoint, isSamePoint, type Point } from '../../../points.ts'
import { toLink } from '../../../state/page-location.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { formatKilometers, formatMinutes, formatTimeOnDay } from '../../../ui/format.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { MAX_LINK_LENGTH } from '../in-url.ts'
import { toVehiclePaths } from '../paths.ts'
import type { Solution } from '../state.ts'
import { expandedStop } from '../stop-list.tsx'
import { getTourColor } from '../tour-colors.ts'
import { toTourCsv } from './tour-csv.ts'
import { fetchTourGpx } from './tour-gpx.ts'

/** Maximum number of stops in a link to the route page. More stops would make the link too long. */
const MAX_STOPS_IN_LINK = 25

export function TourCard({ route, solved }: { readonly route: OptimizeRoute; readonly solved: Solution }) {
  const { vehicle, visits, load } = route
  const action = useAction()
  const [path] = toVehiclePaths(solved.body, { routes: [route] })
  const title = `Tour ${vehicle + 1}`
  const saveGpx = () =>
    action.run(async () => {
      if (path !== undefined)
        saveFile(`tour-${vehicle + 1}.gpx`, 'application/gpx+xml', await fetchTourGpx(path, title))
    })
  return (
    <details class="card tour" open={solved.reply.routes.length < 4}>
      <summary>
        <span class="stop-number" style={{ background: getTourColor(vehicle) }} aria-hidden="true">
          {vehicle + 1}
        </span>
        <span>
          <strong>Vehicle {vehicle + 1}</strong> {formatKilometers(route.distance_km)} ·{' '}
          {formatMinutes(route.duration_min)} · {visits.length} {visits.length === 1 ? 'stop' : 'stops'}
          <small>{describeDetails(route, load)}</small>
        </span>
      </summary>
      <ol class="visits" aria-label={`Stops on tour ${vehicle + 1}`}>
        {visits.map(({ stop: index, begins_min }) => {
          const stop = solved.stops[index]
          return (
            <li key={index}>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  expandedStop.value = stop?.key
                }}
              >
                {stop === undefined ? `Stop ${index + 1}` : stop.label || formatPoint(stop.at)}
              </button>
              <time>{formatTimeOnDay(formatMinute(solved, begins_min), solved.reply.depart_at)}</time>
            </li>
          )
        })}
      </ol>
      <div class="row tour-actions">
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void saveGpx()}>
          GPX
        </button>
        <button
          type="button"
          class="second"
          onClick={() => saveFile(`tour-${vehicle + 1}.csv`, 'text/csv', toTourCsv(solved, route))}
        >
          CSV
        </button>
        {path !== undefined && path.points.length <= MAX_STOPS_IN_LINK && (
          <a href={toPlanLink(path.points, solved.stops)}>Open in Plan</a>
        )}
      </div>
      <ActionFailure action={action} />
    </details>
  )
}

function describeDetails({ waiting_min, service_min, breaks }: OptimizeRoute, load: OptimizeRoute['load']): string {
  return [
    service_min > 0 ? `${formatMinutes(service_min)} at stops` : '',
    waiting_min > 0 ? `${formatMinutes(waiting_min)} waiting` : '',
    breaks !== undefined && breaks.length > 0 ? `${breaks.length} ${breaks.length === 1 ? 'break' : 'breaks'}` : '',
    load === undefined ? '' : `load ${load.join(' / ')}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function formatMinute({ reply }: Pick<Solution, 'reply'>, minute: number): string {
  return new Date(Date.parse(reply.depart_at) + minute * 60_000).toISOString()
}

/** Returns a link to the route page. Stop names are included if the link stays short enough. */
function toPlanLink(points: readonly Point[], stops: Solution['stops']): string {
  const namedPoints = points.map(
    (point) => stops.find((stop) => isSamePoint(stop.at, point)) ?? { at: point, label: '' },
  )
  const formattedPlaces = namedPoints.map((point) => formatPlace(point))
  const stopParams =
    encodedLength(formattedPlaces.join(';')) <= MAX_LINK_LENGTH
      ? formattedPlaces
      : points.map((point) => point.join(','))
  const via = stopParams.slice(1, -1).join(';')
  return toLink('plan', {
    mode: 'road',
    from: stopParams[0] ?? '',
    ...(via === '' ? {} : { via }),
    to: stopParams.at(-1) ?? '',
  })
}
