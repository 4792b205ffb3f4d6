import { formatPoint } from '../../../points.ts'
import { formatKilometers, formatMinutes, formatTimeOnDay, formatTimeZone } from '../../../ui/format.ts'
import type { Solution } from '../state.ts'
import { formatWindow } from '../time-window.ts'

/** Renders one page per vehicle, for print only. */
export function Manifest({ solved }: { readonly solved: Solution }) {
  const { reply, stops } = solved
  const toInstant = (minute: number) => new Date(Date.parse(reply.depart_at) + minute * 60_000).toISOString()
  return (
    <div class="manifest" aria-hidden="true">
      {reply.routes.map((route) => {
        const formatTime = (minute: number) => formatTimeOnDay(toInstant(minute), toInstant(route.leaves_min))
        return (
          <section key={route.vehicle}>
            <h2>
              Vehicle {route.vehicle + 1} ·{' '}
              {new Date(toInstant(route.leaves_min)).toLocaleDateString([], { dateStyle: 'full' })}
            </h2>
            <p>
              Leaves {formatTime(route.leaves_min)}, ends {formatTime(route.ends_min)} ·{' '}
              {formatKilometers(route.distance_km)} · {formatMinutes(route.duration_min)} · {route.visits.length}{' '}
              {route.visits.length === 1 ? 'stop' : 'stops'}
              {route.load === undefined ? '' : ` · load ${route.load.join(' / ')}`}
            </p>
            <table>
              <thead>
                <tr>
                  <th>#</th>
                  <th>Time</th>
                  <th>Stop</th>
                  <th>Window</th>
                  <th>Minutes</th>
                  <th>Demand</th>
                  <th>Received by</th>
                </tr>
              </thead>
              <tbody>
                {route.visits.map(({ stop: index, begins_min, leaves_min }, position) => {
                  const stop = stops[index]
                  return (
                    <tr key={index}>
                      <td>{position + 1}</td>
                      <td>{formatTime(begins_min)}</td>
                      <td>
                        {stop?.label || `Stop ${index + 1}`}
                        <small>{stop === undefined ? '' : formatPoint(stop.at)}</small>
                      </td>
                      <td>{stop === undefined ? '' : formatWindow(stop)}</td>
                      <td>{Math.round(leaves_min - begins_min)}</td>
                      <td>{stop?.demand ?? ''}</td>
                      <td />
                    </tr>
                  )
                })}
              </tbody>
            </table>
            <p>Times: {formatTimeZone(reply.depart_at)}</p>
          </section>
        )
      })}
    </div>
  )
}
