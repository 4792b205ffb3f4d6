import { instructionsFor } from '@fairway/road'
import { readLanguage } from '../../platform/http/position-query.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { countryMeantBy, isCountryCode } from '../places/geocode/country-codes.ts'
import { invalid, type Refusal } from './refusals.ts'
import type { DirectionsFields } from './schemas.ts'
import { readPlace, readPlaces, show, splitPlaces, type WrittenPlace } from './written-place.ts'

export interface DirectionsQuery {
  readonly origin: WrittenPlace
  readonly destination: WrittenPlace
  readonly waypoints: readonly WrittenPlace[]
  /** Whether waypoints may be reordered. */
  readonly optimize: boolean
  readonly alternatives: boolean
  readonly avoid: readonly string[]
  /** The language of steps, distances and durations. */
  readonly language: string
  /** The language of place names; undefined means local names. */
  readonly placeLanguage: string | undefined
  /** The preferred country of geocoding: two letters. */
  readonly country: string | undefined
  readonly units: 'metric' | 'imperial'
  readonly departAtMs: number | undefined
  readonly arriveByMs: number | undefined
}

export const MAX_WAYPOINTS = 25
/** The latest supported time. */
const END_MS = Date.UTC(2200, 0)
/** Tolerance for clock differences and request latency. */
const PAST_MS = 60_000

/** Maps the avoid values of the format to ours. */
export const avoidables: Readonly<Record<string, string | undefined>> = {
  tolls: 'tolls',
  highways: 'motorways',
  ferries: 'ferries',
  // There are no indoor routes anyway.
  indoor: undefined,
}

export function readDirections(query: DirectionsFields, nowMs: number): Result<DirectionsQuery, Refusal> {
  const origin = readEnd('origin', query.origin)
  if (!origin.ok) return origin
  const destination = readEnd('destination', query.destination)
  if (!destination.ok) return destination
  const stops = readWaypoints(query.waypoints)
  if (!stops.ok) return stops
  const mode = readChoice('mode', query.mode, ['driving'])
  if (!mode.ok) return mode
  const avoid = readAvoid(query.avoid)
  if (!avoid.ok) return avoid
  const alternatives = readChoice('alternatives', query.alternatives, ['false', 'true'])
  if (!alternatives.ok) return alternatives
  const units = readChoice('units', query.units, ['metric', 'imperial'])
  if (!units.ok) return units
  const departAt = readTime('departure_time', query.departure_time, nowMs)
  if (!departAt.ok) return departAt
  const arriveBy = readTime('arrival_time', query.arrival_time, nowMs)
  if (!arriveBy.ok) return arriveBy
  const { optimize, waypoints } = stops.value
  return ok({
    origin: origin.value,
    destination: destination.value,
    waypoints,
    optimize,
    alternatives: alternatives.value === 'true' && waypoints.length === 0,
    avoid: avoid.value,
    ...languagesOf(query.language),
    country: countryOf(query.region),
    units: units.value,
    departAtMs: arriveBy.value === undefined ? departAt.value : undefined,
    arriveByMs: arriveBy.value,
  })
}

function readEnd(field: 'origin' | 'destination', given = ''): Result<WrittenPlace, Refusal> {
  if (given.trim() === '') return invalid(`${field} is missing; give lat,lng or an address`)
  return readPlace(field, given)
}

type Waypoints = Pick<DirectionsQuery, 'waypoints' | 'optimize'>

function readWaypoints(given = ''): Result<Waypoints, Refusal> {
  const written = splitPlaces(given)
  const optimize = /^optimize:\s*true$/i.test(written[0] ?? '')
  const waypoints: WrittenPlace[] = []
  for (const [index, text] of written.filter((one) => !/^optimize:/i.test(one)).entries()) {
    const places = readPlaces(`waypoints[${index}]`, text)
    if (!places.ok) return places
    waypoints.push(...places.value)
  }
  if (waypoints.length > MAX_WAYPOINTS) {
    const error_message = `waypoints has ${waypoints.length} places; at most ${MAX_WAYPOINTS} are allowed`
    return fail({ status: 'MAX_WAYPOINTS_EXCEEDED', error_message })
  }
  const passing = waypoints.find(({ isPassing }) => isPassing)
  if (optimize && passing) {
    return invalid(`${passing.field} has via:, but optimize:true reorders stops only; leave one of them out`)
  }
  return ok({ optimize, waypoints })
}

function readAvoid(given = ''): Result<string[], Refusal> {
  const names = given.split('|').map((name) => name.trim().toLowerCase())
  const avoid: string[] = []
  for (const name of names.filter((one) => one !== '')) {
    if (!Object.hasOwn(avoidables, name)) {
      return invalid(`avoid is ${show(name)}; it must be one of ${Object.keys(avoidables).join(', ')}`)
    }
    const own = avoidables[name]
    if (own !== undefined && !avoid.includes(own)) avoid.push(own)
  }
  return ok(avoid)
}

/** The first choice is the default. */
function readChoice<T extends string>(
  field: string,
  given: string | undefined,
  [usual, ...others]: readonly [T, ...T[]],
): Result<T, Refusal> {
  const wanted = given?.trim().toLowerCase() ?? ''
  if (wanted === '') return ok(usual)
  const choices = [usual, ...others]
  const choice = choices.find((one) => one === wanted)
  if (choice !== undefined) return ok(choice)
  return invalid(`${field} is ${show(given ?? '')}; this service supports ${choices.join(' and ')}`)
}

function readTime(
  field: 'departure_time' | 'arrival_time',
  given: string | undefined,
  nowMs: number,
): Result<number | undefined, Refusal> {
  const text = given?.trim() ?? ''
  if (text === '') return ok(undefined)
  const mayBeNow = field === 'departure_time'
  if (mayBeNow && text.toLowerCase() === 'now') return ok(nowMs)
  if (!/^\d{1,15}$/.test(text)) {
    return invalid(`${field} is ${show(text)}; it must be ${mayBeNow ? 'now, or ' : ''}seconds since 1970`)
  }
  const ms = Number(text) * 1000
  if (ms < nowMs - PAST_MS)
    return invalid(`${field} is ${text}, which is in the past; give the current time or a later one`)
  if (ms >= END_MS) {
    return invalid(`${field} is ${text}; times up to 2199 are supported, in seconds since 1970 and not milliseconds`)
  }
  return ok(ms)
}

/** An unsupported language falls back to English, as in that format. Place names still use it where available. */
function languagesOf(given: string | undefined): Pick<DirectionsQuery, 'language' | 'placeLanguage'> {
  const text = given?.trim() ?? ''
  const tag = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(text) ? readLanguage(text) : undefined
  const placeLanguage = tag?.ok ? tag.value : undefined
  const writer = placeLanguage === undefined ? undefined : instructionsFor(placeLanguage)
  return { language: writer?.language ?? 'en', placeLanguage }
}

/** A top-level domain, which is nearly always the country code. An unknown one means no preference. */
function countryOf(region = ''): string | undefined {
  const code = region.trim().toUpperCase()
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  return isCountryCode(code) ? code : countryMeantBy(code)
}
