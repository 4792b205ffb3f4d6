import type { AssetTrip, ReportSummaryReply } from '@fairway/client'
import { fitPoints } from '../../map/current-map.ts'
import { formatClockTime, formatKilometers, formatMinutes } from '../../ui/format.ts'
import { showMapOnPhone } from '../../ui/sheet.tsx'
import { startReplay } from './replay.tsx'
import { choice, trackFixes } from './state.ts'

/** Lists one trip per row. The user can replay each trip on the map. */
export function TripTable({ trips, totalKm }: { readonly trips: readonly AssetTrip[]; readonly totalKm: number }) {
  if (trips.length === 0) return <p class="hint">No trips in this period. Choose another period.</p>
  return (
    <>
      <p>
        <strong>
          {trips.length === 1 ? '1 trip' : `${trips.length} trips`}, {formatKilometers(totalKm)}
        </strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
      <section class="wide-table" tabIndex={0} aria-label="Trips">
        <table>
          <thead>
            <tr>
              <th>
                <span class="only-read">Replay</span>
              </th>
              <th>Departed</th>
              <th>Arrived</th>
              <th class="number">Distance</th>
              <th class="number">Idle</th>
              <th class="number">Max</th>
            </tr>
          </thead>
          <tbody>
            {trips.map((trip) => (
              <tr key={trip.depart_at}>
                <td>
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Replay the trip that started at ${formatClockTime(trip.depart_at)}`}
                    onClick={() => replayTrip(trip)}
                  >
                    ▶
                  </button>
                </td>
                <td>{formatClockTime(trip.depart_at)}</td>
                <td>{formatClockTime(trip.arrive_at)}</td>
                <td class="number">{formatKilometers(trip.distance_km)}</td>
                <td class="number">{formatMinutes(trip.idle_min)}</td>
                <td class="number">{Math.round(trip.max_kmh)} km/h</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function replayTrip({ depart_at, arrive_at, start, end }: AssetTrip): void {
  const [fromMs, untilMs] = [Date.parse(depart_at), Date.parse(arrive_at)]
  const tripFixes = trackFixes.peek().filter(({ time }) => Date.parse(time) >= fromMs && Date.parse(time) <= untilMs)
  startReplay(fromMs, untilMs)
  fitPoints([start, end, ...tripFixes.map(({ at }) => at)])
  showMapOnPhone()
}

/** Lists one asset per row. A click on a row shows the trips of the asset. */
export function SummaryTable({ report: { assets, total } }: { readonly report: ReportSummaryReply }) {
  if (assets.length === 0) return <p class="hint">No assets yet. Register one on the Assets tab and send positions.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
    <section class="wide-table" tabIndex={0} aria-label="Summary">
      <table>
        <thead>
          <tr>
            <th>Asset</th>
            <th class="number">Distance</th>
            <th class="number">Trips</th>
            <th class="number">Driving</th>
            <th class="number">Idle</th>
            <th class="number">Max</th>
          </tr>
        </thead>
        <tbody>
          {assets.map((row) => (
            <tr key={row.asset}>
              <td>
                <button
                  type="button"
                  class="quiet"
                  onClick={() => {
                    choice.value = { ...choice.value, asset: row.asset }
                  }}
                >
                  {row.name}
                </button>
              </td>
              <td class="number">{formatKilometers(row.distance_km)}</td>
              <td class="number">{row.trips}</td>
              <td class="number">{formatMinutes(row.driving_min)}</td>
              <td class="number">{formatMinutes(row.idle_min)}</td>
              <td class="number">{Math.round(row.max_kmh)} km/h</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>All</th>
            <th class="number">{formatKilometers(total.distance_km)}</th>
            <th class="number">{total.trips}</th>
            <th class="number">{formatMinutes(total.driving_min)}</th>
            <th class="number">{formatMinutes(total.idle_min)}</th>
            <th class="number">{Math.round(total.max_kmh)} km/h</th>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
