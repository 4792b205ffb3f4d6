import { pointText } from '../../../points.ts'
import { kilometers, minutes } from '../../../ui/measures.ts'
import { isPartlyStraight } from '../lines.ts'
import { isStale, type Solved } from '../state.ts'
import { GivenSwitch } from './given-switch.tsx'
import { Receipt } from './receipt.tsx'
import { TourCard } from './tour-card.tsx'

/** Before and after, the tours, and what could not be done. */
export function Result({ solved }: { readonly solved: Solved }) {
  const { reply, stops } = solved
  const notes = [...(reply.notes ?? []), ...(reply.warnings ?? [])]
  return (
    <section class={isStale.value ? 'result stale' : 'result'} aria-label="Result">
      <Receipt key={reply.receipt.matrix_sha256 + reply.depart_at} solved={solved} />
      {reply.unassigned.length > 0 && (
        <div class="failure">
          <p>{reply.unassigned.length === 1 ? 'One stop is' : `${reply.unassigned.length} stops are`} left out:</p>
          <ul>
            {reply.unassigned.map(({ stop, why }) => (
              <li key={stop}>
                {nameOf(stops[stop], stop)}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      <h2>
        {reply.routes.length === 1 ? '1 tour' : `${reply.routes.length} tours`}, {kilometers(reply.distance_km)},{' '}
        {minutes(reply.duration_min)}
      </h2>
      {reply.routes.map((route) => (
        <TourCard key={route.vehicle} route={route} solved={solved} />
      ))}
      {notes.map((note) => (
        <p class="hint" key={note}>
          {note}
        </p>
      ))}
      <GivenSwitch />
      {isPartlyStraight.value && (
        <p class="hint">So many tours are not all drawn along the roads; some lines go straight from stop to stop.</p>
      )}
    </section>
  )
}

function nameOf(stop: Solved['stops'][number] | undefined, index: number): string {
  return stop === undefined ? `Stop ${index + 1}` : `Stop ${index + 1} (${stop.label || pointText(stop.at)})`
}
