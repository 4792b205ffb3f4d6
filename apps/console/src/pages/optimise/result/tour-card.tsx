import type { OptimizeRoute } from '@fairway/client'
import { lengthInLink, placeText } from '../../../entry/name-in-url.ts'
import { isSamePoint, type Point, pointText } from '../../../points.ts'
import { linkTo } from '../../../state/place-in-url.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { clockTime, kilometers, minutes } from '../../../ui/measures.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { LONGEST } from '../in-url.ts'
import { pathsOf } from '../paths.ts'
import type { Solved } from '../state.ts'
import { openStop } from '../stop-list.tsx'
import { colorOf } from '../tour-colors.ts'
import { tourCsv } from './tour-csv.ts'
import { tourGpx } from './tour-gpx.ts'

/** The maximum number of stops that the route page can show without its link growing too long. */
const MAX_IN_A_LINK = 25

export function TourCard({ route, solved }: { readonly route: OptimizeRoute; readonly solved: Solved }) {
  const { vehicle, visits, load } = route
  const action = useAction()
  const [path] = pathsOf(solved.body, { routes: [route] })
  const title = `Tour ${vehicle + 1}`
  const save = () =>
    action.run(async () => {
      if (path !== undefined) saveFile(`tour-${vehicle + 1}.gpx`, 'application/gpx+xml', await tourGpx(path, title))
    })
  return (
    <details class="card tour" open={solved.reply.routes.length < 4}>
      <summary>
        <span class="stop-number" style={{ background: colorOf(vehicle) }} aria-hidden="true">
          {vehicle + 1}
        </span>
        <span>
          <strong>{title}</strong> {kilometers(route.distance_km)} · {minutes(route.duration_min)} · {visits.length}{' '}
          {visits.length === 1 ? 'stop' : 'stops'}
          <small>{sayRest(route, load)}</small>
        </span>
      </summary>
      <ol class="visits" aria-label={`Stops of tour ${vehicle + 1}`}>
        {visits.map(({ stop: index, begins_min }) => {
          const stop = solved.stops[index]
          return (
            <li key={index}>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  openStop.value = stop?.key
                }}
              >
                {stop === undefined ? `Stop ${index + 1}` : stop.label || pointText(stop.at)}
              </button>
              <time>{clockTime(atMinute(solved, begins_min))}</time>
            </li>
          )
        })}
      </ol>
      <div class="row tour-actions">
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void save()}>
          GPX
        </button>
        <button
          type="button"
          class="second"
          onClick={() => saveFile(`tour-${vehicle + 1}.csv`, 'text/csv', tourCsv(solved, route))}
        >
          CSV
        </button>
        {path !== undefined && path.points.length <= MAX_IN_A_LINK && (
          <a href={planLink(path.points, solved.stops)}>Open in Plan</a>
        )}
      </div>
      <ActionFailure action={action} />
    </details>
  )
}

function sayRest({ waiting_min, service_min, breaks }: OptimizeRoute, load: OptimizeRoute['load']): string {
  return [
    service_min > 0 ? `${minutes(service_min)} at stops` : '',
    waiting_min > 0 ? `${minutes(waiting_min)} waiting` : '',
    breaks !== undefined && breaks.length > 0 ? `${breaks.length} breaks` : '',
    load === undefined ? '' : `load ${load.join(' / ')}`,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

export function atMinute({ reply }: Pick<Solved, 'reply'>, minute: number): string {
  return new Date(Date.parse(reply.depart_at) + minute * 60_000).toISOString()
}

/** Includes the names of the stops while the link stays short. */
function planLink(points: readonly Point[], stops: Solved['stops']): string {
  const places = points.map((at) => stops.find((stop) => isSamePoint(stop.at, at)) ?? { at, label: '' })
  const named = places.map((one) => placeText(one))
  const texts = lengthInLink(named.join(';')) <= LONGEST ? named : points.map((at) => at.join(','))
  const via = texts.slice(1, -1).join(';')
  return linkTo('plan', { mode: 'road', from: texts[0] ?? '', ...(via === '' ? {} : { via }), to: texts.at(-1) ?? '' })
}
