import { lightAt } from '@fairway/geo'
import {
  type OddConditions,
  type OddDocument,
  type OddLight,
  type OddPermit,
  type OddWeather,
  oddLights,
  type RuleViolation,
} from './model.ts'
import { minuteOfWeek, type WeekSpans } from './weekly-hours.ts'

/** The time, location and conditions of a trip. */
export interface OddTrip {
  readonly departMs: number
  readonly arriveMs: number
  readonly from: TripPosition
  readonly to: TripPosition
  readonly weather: OddWeather
  /** Light conditions. If undefined, they are derived from the position of the sun. */
  readonly light: OddLight | undefined
  readonly visibilityMeters: number
}

interface TripPosition {
  readonly latitude: number
  readonly longitude: number
}

/** Operating hours and UTC offset of a domain. */
export interface OddClock {
  readonly spans: WeekSpans
  utcOffsetSeconds(instantMs: number): number
}

/** Step for checking light conditions, in milliseconds. Twilight lasts longer than this everywhere. */
const LIGHT_STEP_MS = 60_000

/** Returns the first time or condition rule that a trip violates between departure and arrival. */
export function findTripViolation(
  document: OddDocument,
  clock: OddClock | undefined,
  trip: OddTrip,
): RuleViolation | undefined {
  return (
    findPermitViolation(document.permits, trip) ??
    (clock && findHoursViolation(document, clock, trip)) ??
    findWeatherViolation(document.conditions, trip) ??
    findLightConditionViolation(document.conditions, trip) ??
    findVisibilityViolation(document.conditions, trip)
  )
}

/**
 * Finds a time during the trip that no permit covers. Several permits may cover the trip in sequence. An arrival
 * exactly at the end of a permit is allowed.
 */
function findPermitViolation(
  permits: readonly OddPermit[],
  { departMs, arriveMs }: OddTrip,
): RuleViolation | undefined {
  let coveredUntilMs = departMs
  for (;;) {
    const next = permits.find(({ fromMs, untilMs }) => fromMs <= coveredUntilMs && untilMs > coveredUntilMs)
    if (!next) break
    if (next.untilMs >= arriveMs) return undefined
    coveredUntilMs = next.untilMs
  }
  const permitText = permits.length === 0 ? 'no permit is in force' : permits.map(describePermit).join('; ')
  return { rule: 'permit', observed: `${formatInstant(coveredUntilMs)}, which no permit covers`, allowed: permitText }
}

function describePermit({ authority, reference, fromMs, untilMs }: OddPermit): string {
  const end = Number.isFinite(untilMs) ? ` until ${formatInstant(untilMs)}` : ' on'
  return `${authority}${reference === '' ? '' : ` ${reference}`} from ${formatInstant(fromMs)}${end}`
}

/**
 * Checks the hours at departure and at arrival, because the UTC offset may change in between. Rounding may change a
 * fraction of a minute by up to a millisecond.
 */
function findHoursViolation(
  { hours }: OddDocument,
  clock: OddClock,
  { departMs, arriveMs }: OddTrip,
): RuleViolation | undefined {
  if (!hours) return undefined
  const minuteAt = (instantMs: number) => minuteOfWeek(instantMs, clock.utcOffsetSeconds(instantMs))
  const msUntilClosing = clock.spans.minutesUntilClosing(minuteAt(departMs)) * 60_000
  const isOpenAtEnd = () => clock.spans.minutesUntilClosing(minuteAt(Math.max(departMs, arriveMs - 1))) > 0
  if (msUntilClosing > 0 && msUntilClosing + 1 >= arriveMs - departMs && isOpenAtEnd()) return undefined
  const observedText = `${formatWeekMinute(minuteAt(Math.min(arriveMs, departMs + msUntilClosing)))} (${hours.timeZone})`
  return { rule: 'hours', observed: observedText, allowed: describeHours(clock.spans) }
}

/** Describes the operating hours and groups days that have the same hours. */
function describeHours({ spans }: WeekSpans): string {
  const days = new Map<string, string[]>()
  for (const { from, until } of spans) {
    const hours =
      until - from <= 1440
        ? `${formatClockTime(from)}–${formatClockTime(until)}`
        : `${formatClockTime(from)}–${formatWeekMinute(until)}`
    days.set(hours, [...(days.get(hours) ?? []), dayName(from)])
  }
  const descriptions = [...days].map(
    ([hours, names]) => `${names.length === 7 ? 'every day' : names.join(', ')} ${hours}`,
  )
  return descriptions.join('; ')
}

function findWeatherViolation({ weather }: OddConditions, trip: OddTrip): RuleViolation | undefined {
  if (weather.includes(trip.weather)) return undefined
  return { rule: 'weather', observed: trip.weather, allowed: weather.join(', ') }
}

function findLightConditionViolation({ light }: OddConditions, trip: OddTrip): RuleViolation | undefined {
  if (light.length === oddLights.length) return undefined
  if (trip.light !== undefined) {
    return light.includes(trip.light) ? undefined : { rule: 'light', observed: trip.light, allowed: light.join(', ') }
  }
  const { departMs, arriveMs, from, to } = trip
  for (let atMs = departMs; ; atMs = Math.min(arriveMs, atMs + LIGHT_STEP_MS)) {
    const position = atMs === departMs ? from : atMs === arriveMs ? to : interpolatePosition(trip, atMs)
    const actualLight = lightAt(position.latitude, position.longitude, atMs)
    if (!light.includes(actualLight)) {
      return {
        rule: 'light',
        observed: `${actualLight} at ${formatInstant(atMs)}, according to the position of the sun`,
        allowed: light.join(', '),
      }
    }
    if (atMs >= arriveMs) return undefined
  }
}

/** Returns the approximate position at a time. An error of one degree of longitude shifts the sun by four minutes. */
function interpolatePosition({ departMs, arriveMs, from, to }: OddTrip, atMs: number): TripPosition {
  const fraction = (atMs - departMs) / (arriveMs - departMs)
  const longitudeDelta = ((((to.longitude - from.longitude) % 360) + 540) % 360) - 180
  return {
    latitude: from.latitude + fraction * (to.latitude - from.latitude),
    longitude: from.longitude + fraction * longitudeDelta,
  }
}

function findVisibilityViolation({ minVisibilityMeters }: OddConditions, trip: OddTrip): RuleViolation | undefined {
  if (trip.visibilityMeters >= minVisibilityMeters) return undefined
  return { rule: 'visibility', observed: `${trip.visibilityMeters} m`, allowed: `at least ${minVisibilityMeters} m` }
}

function formatInstant(instantMs: number): string {
  return new Date(instantMs).toISOString().replace('.000Z', 'Z')
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function dayName(minute: number): string {
  return dayNames[Math.floor(minute / 1440) % 7]
}

function formatClockTime(minute: number): string {
  const minuteOfDay = Math.floor(minute % 1440)
  return `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`
}

function formatWeekMinute(minute: number): string {
  return `${dayName(minute)} ${formatClockTime(minute)}`
}
