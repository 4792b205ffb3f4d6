import type { OptimizeRequest } from '@fairway/client'
import type { Stop } from '../../entry/stops.ts'
import type { Call } from '../../state/calls.ts'
import type { Settings } from './settings.ts'

/** Builds the API request. Clock times refer to the day of `now` when no departure is set. */
export function toBody(stops: readonly Stop[], settings: Settings, now: Date): OptimizeRequest {
  const departs = settings.depart_at ? new Date(settings.depart_at) : undefined
  const capacity = numberOf(settings.capacity)
  const isEnd = (index: number) => isWhereToursEnd(index, stops.length, settings.tours)
  const windows = stops.map((stop, index) => (isEnd(index) ? null : windowOf(stop, departs ?? now)))
  return {
    stops: stops.map(({ at }) => at as [number, number]),
    ...given('vehicles', numberOf(settings.vehicles)),
    ...toursOf(settings.tours, stops.length),
    ...(settings.objective === 'duration' ? { objective: 'duration' } : {}),
    ...(settings.balance === 'duration' || settings.balance === 'stops' ? { balance: settings.balance } : {}),
    ...given('capacity', capacity),
    ...(capacity !== undefined || stops.some(({ demand }) => demand !== undefined)
      ? { demands: stops.map(({ demand }, index) => (isEnd(index) ? 0 : (demand ?? 1))) }
      : {}),
    ...serviceOf(stops, numberOf(settings.service), isEnd),
    ...(windows.some((window) => window !== null) ? { time_windows: windows } : {}),
    ...given('max_route_km', numberOf(settings.max_km)),
    ...given('max_route_min', numberOf(settings.max_min)),
    ...given('max_route_stops', numberOf(settings.max_stops)),
    ...given('budget_ms', numberOf(settings.budget_ms)),
    ...given('depart_at', departs?.toISOString()),
  }
}

export function toCall(body: OptimizeRequest): Call {
  return { method: 'POST', path: '/v1/optimize', body }
}

function given<N extends string, T>(name: N, value: T | undefined): Partial<Record<N, T>> {
  return value === undefined ? {} : ({ [name]: value } as Record<N, T>)
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text.trim() === '' ? undefined : Number(text)
}

function toursOf(tours: string | undefined, count: number): Partial<OptimizeRequest> {
  if (tours === 'round') return { roundtrip: true }
  if (tours === 'last') return { end: count - 1 }
  return tours === 'any' ? { start: 'any', end: 'any' } : {}
}

/** Such a stop is only a start or end point. Its demand is ignored, and the service would reject it. */
export function isWhereToursEnd(index: number, count: number, tours: string | undefined): boolean {
  return tours !== 'any' && (index === 0 || (tours === 'last' && index === count - 1))
}

function serviceOf(
  stops: readonly Stop[],
  everywhere: number | undefined,
  isEnd: (index: number) => boolean,
): Partial<OptimizeRequest> {
  if (stops.some(({ service }, index) => service !== undefined && !isEnd(index)))
    return { service_min: stops.map(({ service }, index) => (isEnd(index) ? 0 : (service ?? everywhere ?? 0))) }
  return everywhere === undefined ? {} : { service_min: everywhere }
}

const DAY_MS = 24 * 3600 * 1_000

/** Converts clock times to instants on the day of departure, or on the next day when they have already passed. */
function windowOf({ opens, closes }: Stop, departs: Date): [string, string] | null {
  if (opens === undefined && closes === undefined) return null
  const from = atClock(departs, opens ?? '00:00')
  let to = atClock(departs, closes ?? '23:59')
  if (to < from) to = new Date(to.getTime() + DAY_MS)
  const later = to < departs ? DAY_MS : 0
  return [new Date(from.getTime() + later).toISOString(), new Date(to.getTime() + later).toISOString()]
}

function atClock(day: Date, clock: string): Date {
  const [hours, minutes] = clock.split(':').map(Number)
  const at = new Date(day)
  at.setHours(hours ?? 0, minutes ?? 0, 0, 0)
  return at
}
