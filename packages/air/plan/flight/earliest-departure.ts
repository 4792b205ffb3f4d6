import type { Position } from '@fairway/geo'
import type { Corridor, Validity, Zone } from '../../model.ts'
import { findNextChange } from '../../times/in-force.ts'
import { DEPARTURE_SEARCH_MS } from '../request.ts'
import { referencePosition } from '../zone-blocks.ts'
import type { Attempt } from './attempt-flight.ts'
import type { EarliestDepartureSearch } from './delays.ts'
import { computeReachDelays } from './delays.ts'

/** Departures are whole seconds, so that they can be written in a response and requested again. */
const DEPARTURE_STEP_MS = 1000
const MAX_TRIES = 60

/** A timed zone or corridor, and the delays after departure at which the flight reaches it. */
interface TimedObstacle {
  readonly times: readonly Validity[]
  readonly where: Position
  readonly delaysMs: readonly number[]
}

/**
 * Finds the earliest departure for a flight that timed zones or corridors currently prevent. Tries departures at the
 * times at which a blocking zone or corridor changes, and departures with which the flight reaches it just as it
 * changes. Other zones and corridors that block these attempts are added to the candidates. Then bisects between the
 * last failure and the first success.
 */
export function findEarliestDeparture(search: EarliestDepartureSearch, now: Attempt): number | undefined {
  const { request, attemptAt, isCancelled } = search
  const latestMs = request.departAtMs + DEPARTURE_SEARCH_MS
  const blockers = new Set(now.blocking.filter(({ times }) => times.length > 0))
  if (blockers.size === 0) return undefined
  const delays = computeReachDelays(search)
  for (const zoneOrCorridor of delays.timedObjects) blockers.add(zoneOrCorridor)
  let failedMs = request.departAtMs
  for (let tryCount = 0; tryCount < MAX_TRIES && !isCancelled(); tryCount++) {
    const obstacles = [...blockers].flatMap((zoneOrCorridor) =>
      toObstacles(zoneOrCorridor, delays.delaysFor(zoneOrCorridor)),
    )
    const nextMs = Math.min(...obstacles.map((hindrance) => nextDeparture(hindrance, failedMs)))
    if (!(nextMs <= latestMs)) return undefined
    const attempt = attemptAt(nextMs)
    if (attempt.result.kind === 'planned') return bisectDeparture(search, failedMs, nextMs)
    for (const zoneOrCorridor of attempt.blocking) if (zoneOrCorridor.times.length > 0) blockers.add(zoneOrCorridor)
    failedMs = nextMs
  }
  return undefined
}

/**
 * Returns the first departure after `afterMs` at which the zone or corridor changes, or with which the flight reaches
 * it just as it changes.
 */
function nextDeparture({ times, where, delaysMs }: TimedObstacle, afterMs: number): number {
  const departures = delaysMs.map((delayMs) => {
    const changeMs = findNextChange(times, afterMs + delayMs, where)
    return changeMs === undefined
      ? Number.POSITIVE_INFINITY
      : Math.ceil((changeMs - delayMs) / DEPARTURE_STEP_MS) * DEPARTURE_STEP_MS
  })
  return Math.min(...departures.map((departure) => (departure > afterMs ? departure : departure + DEPARTURE_STEP_MS)))
}

function bisectDeparture(
  { attemptAt, isCancelled }: EarliestDepartureSearch,
  failedMs: number,
  possibleMs: number,
): number {
  let [low, high] = [failedMs, possibleMs]
  // A departure that reaches a zone exactly as it ends is already the earliest, so the previous step is tested first.
  let middle = high - DEPARTURE_STEP_MS
  while (middle > low && !isCancelled()) {
    if (attemptAt(middle).result.kind === 'planned') high = middle
    else if (middle === possibleMs - DEPARTURE_STEP_MS) return high
    else low = middle
    middle = Math.ceil((low + high) / 2 / DEPARTURE_STEP_MS) * DEPARTURE_STEP_MS
    if (middle >= high) break
  }
  return high
}

function toObstacles(zoneOrCorridor: Zone | Corridor, delaysMs: readonly number[]): TimedObstacle[] {
  const { times } = zoneOrCorridor
  const positions =
    'line' in zoneOrCorridor
      ? [zoneOrCorridor.line[0]]
      : zoneOrCorridor.volumes.map(({ outline }) => referencePosition(outline))
  return positions.map((position) => ({ times, where: position, delaysMs }))
}
