import type { Position } from '@fairway/geo'
import type { Corridor, Validity, Zone } from '../../model.ts'
import { nextChange } from '../../times/in-force.ts'
import { LATEST_DEPARTURE_MS } from '../request.ts'
import { placeOf } from '../zone-blocks.ts'
import type { EarliestWish } from './delays.ts'
import { delaysWithoutTimes } from './delays.ts'
import type { Attempt } from './fly.ts'

/** Departures are whole seconds so that they can be written in a response and requested again. */
const STEP_MS = 1000
const MAX_TRIES = 60

/** A timed zone or corridor, and the delays after departure at which the flight reaches it. */
interface Hindrance {
  readonly times: readonly Validity[]
  readonly where: Position
  readonly delaysMs: readonly number[]
}

/**
 * Finds the earliest departure for a flight that timed zones or corridors currently prevent. It tries the departures at
 * which a blocking zone or corridor changes, or changes just as the flight reaches it. Anything that blocks those
 * attempts is added to the candidates. It then bisects between the last failure and the first success.
 */
export function findEarliest(wish: EarliestWish, now: Attempt): number | undefined {
  const { request, flyAt, isCancelled } = wish
  const latestMs = request.departAtMs + LATEST_DEPARTURE_MS
  const hindering = new Set(now.blocking.filter(({ times }) => times.length > 0))
  if (hindering.size === 0) return undefined
  const delays = delaysWithoutTimes(wish)
  for (const thing of delays.met) hindering.add(thing)
  let failedMs = request.departAtMs
  for (let tries = 0; tries < MAX_TRIES && !isCancelled(); tries++) {
    const hindrances = [...hindering].flatMap((thing) => toHindrances(thing, delays.of(thing)))
    const nextMs = Math.min(...hindrances.map((hindrance) => nextDeparture(hindrance, failedMs)))
    if (!(nextMs <= latestMs)) return undefined
    const attempt = flyAt(nextMs)
    if (attempt.result.kind === 'planned') return refine(wish, failedMs, nextMs)
    for (const thing of attempt.blocking) if (thing.times.length > 0) hindering.add(thing)
    failedMs = nextMs
  }
  return undefined
}

/**
 * The first departure after `afterMs` at which the zone or corridor changes, or changes just as the flight reaches it.
 */
function nextDeparture({ times, where, delaysMs }: Hindrance, afterMs: number): number {
  const departures = delaysMs.map((delayMs) => {
    const change = nextChange(times, afterMs + delayMs, where)
    return change === undefined ? Number.POSITIVE_INFINITY : Math.ceil((change - delayMs) / STEP_MS) * STEP_MS
  })
  return Math.min(...departures.map((departure) => (departure > afterMs ? departure : departure + STEP_MS)))
}

function refine({ flyAt, isCancelled }: EarliestWish, failedMs: number, possibleMs: number): number {
  let [low, high] = [failedMs, possibleMs]
  // A departure that reaches a zone exactly as it ends is already the earliest, so test one step before it first.
  let middle = high - STEP_MS
  while (middle > low && !isCancelled()) {
    if (flyAt(middle).result.kind === 'planned') high = middle
    else if (middle === possibleMs - STEP_MS) return high
    else low = middle
    middle = Math.ceil((low + high) / 2 / STEP_MS) * STEP_MS
    if (middle >= high) break
  }
  return high
}

function toHindrances(thing: Zone | Corridor, delaysMs: readonly number[]): Hindrance[] {
  const { times } = thing
  const places = 'line' in thing ? [thing.line[0]] : thing.volumes.map(({ outline }) => placeOf(outline))
  return places.map((where) => ({ times, where, delaysMs }))
}
