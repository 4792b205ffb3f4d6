import type { OddTrip } from '@fairway/road'
import type { Trip } from '../route/trip.ts'
import type { Domain } from './domains/domain.ts'
import type { AvQuery } from './request.ts'

const NOWHERE = { latitude: 0, longitude: 0 }
/** No alternative takes longer than this many times the best route plus some minutes. */
const MAX_TIMES = 3
const MORE_MS = 600_000

/** A trip in the form that domain rules evaluate. */
export function tripOf({ route, conditions }: AvQuery, departMs: number, arriveMs: number): OddTrip {
  const { stops } = route
  return { departMs, arriveMs, from: stops[0] ?? NOWHERE, to: stops.at(-1) ?? NOWHERE, ...conditions }
}

/** Whether the rules hold for so long that alternatives need no check, which is nearly always. */
export function mayEndLater(domain: Domain, query: AvQuery, { departMs, durationCs }: Trip): boolean {
  const mostMs = durationCs * 10 * MAX_TIMES + MORE_MS
  const [from, until] =
    query.route.time.kind === 'depart'
      ? [departMs, departMs + mostMs]
      : [departMs + durationCs * 10 - mostMs, departMs + durationCs * 10]
  return !domain.tripBreak(tripOf(query, from, until))
}
