import { capitalize } from '../../../state/error-messages.ts'
import { formatDay, formatKilometers, formatMinutes, formatTimeZone } from '../../../ui/format.ts'
import { DispatchCard } from '../dispatch/dispatch-card.tsx'
import { hasStraightLines } from '../lines.ts'
import { changeSettings, isStale, type Solution, solve } from '../state.ts'
import { OriginalOrderSwitch } from './original-order-switch.tsx'
import { Receipt } from './receipt.tsx'
import { formatStopName, rephraseReply } from './reply-text.ts'
import { TourCard } from './tour-card.tsx'

/** Shows the comparison with the original order, the tours and the unassigned stops. */
export function Result({ solved }: { readonly solved: Solution }) {
  const { reply, stops } = solved
  const hasIdleVehicles = countIdleVehicles(solved) > 0
  const notes = [...(reply.notes ?? []), ...(reply.warnings ?? [])].filter(
    (note) => !(hasIdleVehicles && /vehicles (is|are) used/.test(note)),
  )
  return (
    <section class={isStale.value ? 'result stale' : 'result'} aria-label="Result">
      {solved.original === undefined && <Receipt key={reply.receipt.matrix_sha256 + reply.depart_at} solved={solved} />}
      {reply.unassigned.length > 0 && (
        <div class="failure">
          <p>{reply.unassigned.length === 1 ? 'One stop is' : `${reply.unassigned.length} stops are`} left out:</p>
          <ul>
            {reply.unassigned.map(({ stop, why }) => (
              <li key={stop}>
                {capitalize(formatStopName(stops[stop], stop))}: {rephraseReply(why, solved)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasIdleVehicles && !isStale.value && <IdleVehicles solved={solved} />}
      <h2>
        {reply.routes.length === 1 ? '1 tour' : `${reply.routes.length} tours`}, {formatKilometers(reply.distance_km)},{' '}
        {formatMinutes(reply.duration_min)}
        <small class="block tour-day">{formatDay(reply.depart_at)}</small>
      </h2>
      {reply.routes.map((route) => (
        <TourCard key={route.vehicle} route={route} solved={solved} />
      ))}
      {!isStale.value && <DispatchCard solved={solved} />}
      {notes.map((note) => (
        <p class="hint" key={note}>
          {rephraseReply(note, solved)}
        </p>
      ))}
      <p class="hint">All times, including time windows, are in your time zone: {formatTimeZone(reply.depart_at)}.</p>
      <OriginalOrderSwitch />
      {hasStraightLines.value && (
        <p class="hint">There are too many tours to draw all of them along roads; some lines are straight.</p>
      )}
    </section>
  )
}

/** Returns the number of idle vehicles that balanced tours would use. */
function countIdleVehicles({ reply, settings: usedSettings }: Solution): number {
  if (usedSettings.balance !== undefined || reply.unassigned.length > 0) return 0
  return Math.max(0, Number(usedSettings.vehicles ?? 1) - reply.routes.length)
}

/** Explains why vehicles stay at the depot, and offers tours with equal numbers of stops. */
function IdleVehicles({ solved }: { readonly solved: Solution }) {
  const { reply, settings: usedSettings } = solved
  const spreadEvenly = () => {
    changeSettings({ balance: 'stops' })
    solve()
  }
  return (
    <div class="card idle-vehicles">
      <p>
        {reply.routes.length} of {usedSettings.vehicles} vehicles {reply.routes.length === 1 ? 'is' : 'are'} used,
        because a solution with more tours would be longer.
      </p>
      <button type="button" class="second" onClick={spreadEvenly}>
        Spread stops evenly
      </button>
    </div>
  )
}
