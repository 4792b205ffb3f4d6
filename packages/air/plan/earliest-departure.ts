import { capAround } from '../geometry/cap.ts'
import { metersBetween, toVector } from '../geometry/ellipsoid.ts'
import type { Sky, ZoneVolume } from '../sky.ts'
import { nextChange } from '../times/in-force.ts'
import type { Attempt } from './fly.ts'
import { defaultAircraft, type FlightRequest, LATEST_DEPARTURE_MS } from './request.ts'
import { placeOf } from './zone-blocks.ts'

/** Departures are looked for to the minute. */
const STEP_MS = 60_000
const MOST_TRIES = 60

/**
 * When a flight is possible that zones prevent now: nothing changes until one of those in the way changes, so the next change is tried,
 * and with what is in the way then, the one after it. Between the last failure and the first success the time is halved: one may
 * leave while the zone still holds, and come to it when it does not.
 */
export function findEarliest(
  sky: Sky,
  request: FlightRequest,
  now: Attempt,
  flyAt: (departAtMs: number) => Attempt,
): number | undefined {
  const near = zonesAround(sky, request)
  const latest = request.departAtMs + LATEST_DEPARTURE_MS
  let failedMs = request.departAtMs
  let attempt = now
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const timed = near.filter(({ zone }) => zone.times.length > 0 && attempt.blocking.includes(zone.id))
    const nextMs = Math.min(
      ...timed.map(
        ({ zone, volume }) => nextChange(zone.times, failedMs, placeOf(volume.outline)) ?? Number.POSITIVE_INFINITY,
      ),
    )
    if (!(nextMs <= latest)) return undefined
    attempt = flyAt(nextMs)
    if (attempt.result.kind === 'planned') return refine(failedMs, nextMs, flyAt)
    failedMs = nextMs
  }
  return undefined
}

function refine(failedMs: number, possibleMs: number, flyAt: (departAtMs: number) => Attempt): number {
  let [low, high] = [failedMs, possibleMs]
  while (high - low > STEP_MS) {
    const middle = low + Math.ceil((high - low) / 2 / STEP_MS) * STEP_MS
    if (middle >= high) break
    if (flyAt(middle).result.kind === 'planned') high = middle
    else low = middle
  }
  return high
}

/** As far as the aircraft can be. */
function zonesAround(sky: Sky, { from, via = [], to, aircraft }: FlightRequest): ZoneVolume[] {
  const start = toVector(from)
  const farthest = Math.max(...[...via, to].map((stop) => metersBetween(start, toVector(stop))))
  const range = (aircraft?.rangeKm ?? defaultAircraft.rangeKm) * 1000
  return sky.zonesNear(capAround(start, Math.max(farthest, range) * 1.1))
}
