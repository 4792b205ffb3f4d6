import type { Corridor, Position, Validity, Zone } from '../../model.ts'
import type { Sky } from '../../sky.ts'
import { nextChange } from '../../times/in-force.ts'
import { type FlightRequest, LATEST_DEPARTURE_MS } from '../request.ts'
import { placeOf } from '../zone-blocks.ts'
import { delaysWithoutTimes } from './delays.ts'
import type { Attempt } from './fly.ts'

/** Departures are whole seconds: so they can be written down, and asked for again. */
const STEP_MS = 1000
const MOST_TRIES = 60

export interface EarliestWish {
  readonly sky: Sky
  readonly request: FlightRequest
  readonly flyAt: (departAtMs: number, among?: Sky) => Attempt
  readonly isCancelled: () => boolean
}

/** Something with times, and how long after the departure one comes to it. */
interface Hindrance {
  readonly times: readonly Validity[]
  readonly where: Position
  readonly delaysMs: readonly number[]
}

/**
 * When a flight is possible that something with times prevents now. Departures are tried at which one of those in the way changes, or has just
 * changed as one comes to it, and with what is in the way then, the next ones. Between the last failure and the first success the time is halved.
 */
export function findEarliest(wish: EarliestWish, now: Attempt): number | undefined {
  const { request, flyAt, isCancelled } = wish
  const latestMs = request.departAtMs + LATEST_DEPARTURE_MS
  const hindering = new Set(now.blocking.filter(({ times }) => times.length > 0))
  if (hindering.size === 0) return undefined
  const delays = delaysWithoutTimes(wish)
  for (const thing of delays.met) hindering.add(thing)
  let failedMs = request.departAtMs
  for (let tries = 0; tries < MOST_TRIES && !isCancelled(); tries++) {
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

/** The first departure after another one at which something changes, or changes as one comes to it. */
function nextDeparture({ times, where, delaysMs }: Hindrance, afterMs: number): number {
  const departures = delaysMs.map((delayMs) => {
    const change = nextChange(times, afterMs + delayMs, where)
    return change === undefined ? Number.POSITIVE_INFINITY : Math.ceil((change - delayMs) / STEP_MS) * STEP_MS
  })
  return Math.min(...departures.map((departure) => (departure > afterMs ? departure : departure + STEP_MS)))
}

function refine({ flyAt, isCancelled }: EarliestWish, failedMs: number, possibleMs: number): number {
  let [low, high] = [failedMs, possibleMs]
  // Departures at which one comes to a zone as it ends are the first ones as they are.
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
