import { findInstructionWriter } from '@fairway/road'
import { parseLanguage } from '../../../platform/http/position-query.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { isCountryCode, suggestCountryCode } from '../../places/geocode/country-codes.ts'
import type { DirectionsFields } from './directions/schemas.ts'
import { type PlaceInput, parsePlace, parsePlaces, quoteShortened, splitPlaces } from './place-input.ts'
import { failInvalidRequest, type Refusal } from './refusals.ts'

export interface DirectionsQuery {
  readonly origin: PlaceInput
  readonly destination: PlaceInput
  readonly waypoints: readonly PlaceInput[]
  /** Whether waypoints may be reordered. */
  readonly optimize: boolean
  readonly alternatives: boolean
  readonly mode: DirectionsMode
  readonly avoid: readonly string[]
  /** Language of steps, distances and durations. */
  readonly language: string
  /** Language of place names, or undefined for local names. */
  readonly placeLanguage: string | undefined
  /** Preferred country for geocoding, as a two-letter code. */
  readonly country: string | undefined
  readonly units: 'metric' | 'imperial'
  readonly departAtMs: number | undefined
  readonly arriveByMs: number | undefined
}

export type DirectionsMode = 'driving' | 'walking' | 'bicycling'

/** Fairway profiles by the modes of the format. */
export const profileByMode = { driving: 'car', walking: 'foot', bicycling: 'bicycle' } as const

const MAX_WAYPOINTS = 25
/** Latest supported time. */
const MAX_TIME_MS = Date.UTC(2200, 0)
/** Tolerance for clock differences and request latency, in milliseconds. */
const PAST_TOLERANCE_MS = 60_000

/** Fairway's avoid values, by the corresponding values of the format. */
const avoidOptions: Readonly<Record<string, string | undefined>> = {
  tolls: 'tolls',
  highways: 'motorways',
  ferries: 'ferries',
  // Fairway has no indoor routes, so this value has no effect.
  indoor: undefined,
}

export function parseDirections(query: DirectionsFields, nowMs: number): Result<DirectionsQuery, Refusal> {
  const origin = parseEndpoint('origin', query.origin)
  if (!origin.ok) return origin
  const destination = parseEndpoint('destination', query.destination)
  if (!destination.ok) return destination
  const stops = parseWaypoints(query.waypoints)
  if (!stops.ok) return stops
  const alternatives = parseChoice('alternatives', query.alternatives, ['false', 'true'])
  if (!alternatives.ok) return alternatives
  const travel = parseTravelOptions(query, nowMs)
  if (!travel.ok) return travel
  const { optimize, waypoints } = stops.value
  return ok({
    origin: origin.value,
    destination: destination.value,
    waypoints,
    optimize,
    alternatives: alternatives.value === 'true' && waypoints.length === 0,
    ...travel.value,
  })
}

export type TravelOptions = Omit<DirectionsQuery, 'origin' | 'destination' | 'waypoints' | 'optimize' | 'alternatives'>

/** Parses the options shared by all trip requests. */
export function parseTravelOptions(
  query: Omit<DirectionsFields, 'origin' | 'destination' | 'waypoints' | 'alternatives'>,
  nowMs: number,
): Result<TravelOptions, Refusal> {
  const mode = parseChoice('mode', query.mode, ['driving', 'walking', 'bicycling'])
  if (!mode.ok) return mode
  const avoid = parseAvoid(query.avoid)
  if (!avoid.ok) return avoid
  const units = parseChoice('units', query.units, ['metric', 'imperial'])
  if (!units.ok) return units
  const departAt = parseTime('departure_time', query.departure_time, nowMs)
  if (!departAt.ok) return departAt
  const arriveBy = parseTime('arrival_time', query.arrival_time, nowMs)
  if (!arriveBy.ok) return arriveBy
  return ok({
    mode: mode.value,
    avoid: avoid.value,
    ...parseLanguages(query.language),
    country: toCountry(query.region),
    units: units.value,
    departAtMs: arriveBy.value === undefined ? departAt.value : undefined,
    arriveByMs: arriveBy.value,
  })
}

function parseEndpoint(field: 'origin' | 'destination', input = ''): Result<PlaceInput, Refusal> {
  if (input.trim() === '') return failInvalidRequest(`${field} is missing; give lat,lng or an address`)
  return parsePlace(field, input)
}

type Waypoints = Pick<DirectionsQuery, 'waypoints' | 'optimize'>

function parseWaypoints(input = ''): Result<Waypoints, Refusal> {
  const elements = splitPlaces(input)
  const optimize = /^optimize:\s*true$/i.test(elements[0] ?? '')
  const waypoints: PlaceInput[] = []
  for (const [index, element] of elements.filter((candidate) => !/^optimize:/i.test(candidate)).entries()) {
    const places = parsePlaces(`waypoints[${index}]`, element)
    if (!places.ok) return places
    waypoints.push(...places.value)
  }
  if (waypoints.length > MAX_WAYPOINTS) {
    const error_message = `waypoints has ${waypoints.length} places; at most ${MAX_WAYPOINTS} are allowed`
    return fail({ status: 'MAX_WAYPOINTS_EXCEEDED', error_message })
  }
  const passThroughWaypoint = waypoints.find(({ isPassThrough }) => isPassThrough)
  if (optimize && passThroughWaypoint) {
    return failInvalidRequest(
      `${passThroughWaypoint.field} has via:, but optimize:true reorders stops only; leave one of them out`,
    )
  }
  return ok({ optimize, waypoints })
}

function parseAvoid(input = ''): Result<string[], Refusal> {
  const names = input.split('|').map((name) => name.trim().toLowerCase())
  const avoid: string[] = []
  for (const name of names.filter((part) => part !== '')) {
    if (!Object.hasOwn(avoidOptions, name)) {
      return failInvalidRequest(
        `avoid is ${quoteShortened(name)}; it must be one of ${Object.keys(avoidOptions).join(', ')}`,
      )
    }
    const option = avoidOptions[name]
    if (option !== undefined && !avoid.includes(option)) avoid.push(option)
  }
  return ok(avoid)
}

/** Parses a parameter that has a fixed set of values. The first value is the default. */
function parseChoice<T extends string>(
  field: string,
  input: string | undefined,
  [defaultValue, ...otherValues]: readonly [T, ...T[]],
): Result<T, Refusal> {
  const normalized = input?.trim().toLowerCase() ?? ''
  if (normalized === '') return ok(defaultValue)
  const choices = [defaultValue, ...otherValues]
  const choice = choices.find((candidate) => candidate === normalized)
  if (choice !== undefined) return ok(choice)
  return failInvalidRequest(
    `${field} is ${quoteShortened(input ?? '')}; this service supports ${formatChoices(choices)}`,
  )
}

/** Formats choices as `a`, `a and b` or `a, b and c`. */
function formatChoices(choices: readonly string[]): string {
  const last = choices.at(-1) ?? ''
  return choices.length === 1 ? last : `${choices.slice(0, -1).join(', ')} and ${last}`
}

function parseTime(
  field: 'departure_time' | 'arrival_time',
  input: string | undefined,
  nowMs: number,
): Result<number | undefined, Refusal> {
  const trimmedText = input?.trim() ?? ''
  if (trimmedText === '') return ok(undefined)
  const acceptsNow = field === 'departure_time'
  if (acceptsNow && trimmedText.toLowerCase() === 'now') return ok(nowMs)
  if (!/^\d{1,15}$/.test(trimmedText)) {
    return failInvalidRequest(
      `${field} is ${quoteShortened(trimmedText)}; it must be ${acceptsNow ? 'now, or ' : ''}seconds since 1970`,
    )
  }
  const ms = Number(trimmedText) * 1000
  if (ms < nowMs - PAST_TOLERANCE_MS)
    return failInvalidRequest(`${field} is ${trimmedText}, which is in the past; give the current time or a later one`)
  if (ms >= MAX_TIME_MS) {
    return failInvalidRequest(
      `${field} is ${trimmedText}; times up to 2199 are supported, in seconds since 1970 and not milliseconds`,
    )
  }
  return ok(ms)
}

/**
 * Parses the language. An unsupported language falls back to English, as in the format. Place names still use the
 * requested language if available.
 */
export function parseLanguages(input: string | undefined): Pick<DirectionsQuery, 'language' | 'placeLanguage'> {
  const trimmedText = input?.trim() ?? ''
  const tag = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(trimmedText) ? parseLanguage(trimmedText) : undefined
  const placeLanguage = tag?.ok ? tag.value : undefined
  const instructionWriter = placeLanguage === undefined ? undefined : findInstructionWriter(placeLanguage)
  return { language: instructionWriter?.language ?? 'en', placeLanguage }
}

/**
 * Converts a top-level domain to a country code, which is nearly always the same. An unknown domain means no
 * preference.
 */
export function toCountry(region = ''): string | undefined {
  const code = region.trim().toUpperCase()
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  return isCountryCode(code) ? code : suggestCountryCode(code)
}
