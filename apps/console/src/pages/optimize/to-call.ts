import type { OptimizeRequest } from '@fairway/client'
import type { Stop } from '../../entry/stops.ts'
import type { ApiCall } from '../../state/calls.ts'
import type { Settings } from './settings.ts'

/** Builds the API request. Clock times are in the time zone of the browser. */
export function toOptimizeRequest(
  stops: readonly Stop[],
  settings: Settings,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): OptimizeRequest {
  const day = toDay(settings, new Date())
  const capacity = parseNumber(settings.capacity)
  const isEndpoint = (index: number) => isTourEndpoint(index, stops.length, settings.tours)
  const timeWindows = stops.map((stop, index) => (isEndpoint(index) ? null : toTimeWindow(stop)))
  return {
    stops: stops.map(({ at }) => at as [number, number]),
    ...optionalField('vehicles', parseNumber(settings.vehicles)),
    ...toTourFields(settings.tours, stops.length),
    ...(settings.objective === 'duration' ? { objective: 'duration' } : {}),
    ...(settings.balance === 'duration' || settings.balance === 'stops' ? { balance: settings.balance } : {}),
    ...optionalField('capacity', capacity),
    ...(capacity !== undefined || stops.some(({ demand }) => demand !== undefined)
      ? { demands: stops.map(({ demand }, index) => (isEndpoint(index) ? 0 : (demand ?? 1))) }
      : {}),
    ...toServiceFields(stops, parseNumber(settings.service), isEndpoint),
    ...(timeWindows.some((window) => window !== null) ? { time_windows: timeWindows, time_zone: timeZone } : {}),
    ...optionalField('max_route_km', parseNumber(settings.max_km)),
    ...optionalField('max_route_min', parseNumber(settings.max_min)),
    ...optionalField('max_route_stops', parseNumber(settings.max_stops)),
    ...optionalField('budget_ms', parseNumber(settings.budget_ms)),
    ...optionalField('depart_at', day.departAt?.toISOString()),
    ...optionalField('shift', day.shift),
  }
}

interface Day {
  readonly departAt?: Date
  /** Start and end of the shift, in minutes after the departure. */
  readonly shift?: readonly [number, number]
}

const DEFAULT_START = '08:00'

/**
 * Returns the departure and the shift, in the time zone of the browser. Without a date, the day is today, or tomorrow
 * if the shift has already started.
 */
export function toDay({ date, shift_from, shift_to }: Settings, now: Date): Day {
  if (date === undefined && shift_from === undefined && shift_to === undefined) return {}
  const start = shift_from ?? DEFAULT_START
  const departAt = date === undefined ? toNextOccurrence(start, now) : new Date(`${date}T${start}`)
  if (Number.isNaN(departAt.getTime())) return {}
  if (shift_to === undefined) return { departAt }
  const length = toMinutes(shift_to) - toMinutes(start)
  // A night shift ends on the next day.
  return { departAt, shift: [0, length > 0 ? length : length + 24 * 60] }
}

function toNextOccurrence(clock: string, now: Date): Date {
  const time = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 0, toMinutes(clock))
  if (time < now) time.setDate(time.getDate() + 1)
  return time
}

function toMinutes(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

export function toCall(body: OptimizeRequest): ApiCall {
  return { method: 'POST', path: '/v1/optimize', body }
}

function optionalField<N extends string, T>(name: N, value: T | undefined): Partial<Record<N, T>> {
  return value === undefined ? {} : ({ [name]: value } as Record<N, T>)
}

function parseNumber(input: string | undefined): number | undefined {
  return input === undefined || input.trim() === '' ? undefined : Number(input)
}

function toTourFields(tours: string | undefined, count: number): Partial<OptimizeRequest> {
  if (tours === 'round') return { roundtrip: true }
  if (tours === 'last') return { end: count - 1 }
  return tours === 'any' ? { start: 'any', end: 'any' } : {}
}

/**
 * Returns whether a stop is only the start or end of tours. The service rejects a demand at such a stop, so the page
 * ignores it.
 */
export function isTourEndpoint(index: number, count: number, tours: string | undefined): boolean {
  return tours !== 'any' && (index === 0 || (tours === 'last' && index === count - 1))
}

function toServiceFields(
  stops: readonly Stop[],
  everywhere: number | undefined,
  isEndpoint: (index: number) => boolean,
): Partial<OptimizeRequest> {
  if (stops.some(({ service }, index) => service !== undefined && !isEndpoint(index)))
    return { service_min: stops.map(({ service }, index) => (isEndpoint(index) ? 0 : (service ?? everywhere ?? 0))) }
  return everywhere === undefined ? {} : { service_min: everywhere }
}

/**
 * Returns a time window as times of day. The service places the windows on the day of departure. If one of them has
 * already passed and the request has no departure, the service places all windows on the next day.
 */
function toTimeWindow({ opensAt, closesAt }: Stop): [string, string] | null {
  if (opensAt === undefined && closesAt === undefined) return null
  return [opensAt ?? '00:00', closesAt ?? '24:00']
}
