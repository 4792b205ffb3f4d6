import { formatPoint } from '../../../points.ts'
import type { Solution } from '../state.ts'
import { chosenVisit } from './chosen-visit.ts'
import { applyMove, dayTours } from './day-state.ts'
import { findVisit, stepVisit } from './move-visit.ts'

/** Lets the user move the selected stop with buttons, for touch screens and for users who cannot drag. */
export function MoveBar({ solved }: { readonly solved: Solution }) {
  const [stop, current] = [chosenVisit.value, dayTours.value]
  const place = stop === undefined ? undefined : solved.stops[stop]
  if (stop === undefined || current === undefined || place === undefined) return null
  const vehicle = findVisit(current, stop)?.vehicle
  const step = (key: string) => {
    const target = stepVisit(current, stop, key)
    if (target !== undefined) applyMove(stop, target)
  }
  const moveTo = (value: string) => {
    const next = value === '' ? undefined : Number(value)
    applyMove(stop, { vehicle: next, position: next === undefined ? 0 : (current.tours[next]?.length ?? 0) })
  }
  return (
    <fieldset class="move-bar">
      <legend>Move {place.label || formatPoint(place.at)}</legend>
      <button
        type="button"
        class="second"
        disabled={stepVisit(current, stop, 'ArrowLeft') === undefined}
        onClick={() => step('ArrowLeft')}
      >
        Earlier
      </button>
      <button
        type="button"
        class="second"
        disabled={stepVisit(current, stop, 'ArrowRight') === undefined}
        onClick={() => step('ArrowRight')}
      >
        Later
      </button>
      <select
        aria-label="Vehicle of this stop"
        value={vehicle ?? ''}
        onChange={({ currentTarget }) => moveTo(currentTarget.value)}
      >
        {current.tours.map((_, index) => (
          <option key={index} value={index}>
            Vehicle {index + 1}
          </option>
        ))}
        <option value="">Not assigned</option>
      </select>
      <button
        type="button"
        class="quiet"
        aria-label="Close"
        onClick={() => {
          chosenVisit.value = undefined
        }}
      >
        ×
      </button>
    </fieldset>
  )
}
