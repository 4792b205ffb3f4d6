import { ok, type Result } from '../../../../platform/result.ts'
import { type PlaceInput, parsePlace } from '../place-input.ts'
import { failInvalidRequest, type Refusal } from '../refusals.ts'
import { type DirectionsMode, parseLanguages, type TravelOptions, toCountry } from '../request.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Modes by travel mode. Motor scooters use the same roads as cars. */
const modeByTravelMode: Readonly<Record<string, DirectionsMode>> = {
  DRIVE: 'driving',
  TWO_WHEELER: 'driving',
  BICYCLE: 'bicycling',
  WALK: 'walking',
}
const avoidByModifier: Readonly<Record<string, string>> = {
  avoidTolls: 'tolls',
  avoidHighways: 'motorways',
  avoidFerries: 'ferries',
}
const MAX_TIME_MS = Date.UTC(2200, 0)
const PAST_TOLERANCE_MS = 60_000

/** Reads the options of both methods. */
export function readTravelOptions(fields: Fields, nowMs: number): Result<TravelOptions, Refusal> {
  const { travelMode = 'DRIVE', units = 'METRIC', routeModifiers, languageCode, regionCode } = fields
  const mode = Object.hasOwn(modeByTravelMode, String(travelMode)) ? modeByTravelMode[String(travelMode)] : undefined
  if (mode === undefined)
    return failInvalidRequest(
      `travelMode is ${quote(travelMode)}; it must be one of ${Object.keys(modeByTravelMode).join(', ')}`,
    )
  if (units !== 'METRIC' && units !== 'IMPERIAL' && units !== 'UNITS_UNSPECIFIED')
    return failInvalidRequest(`units is ${quote(units)}; it must be METRIC or IMPERIAL`)
  const departAt = readTime('departureTime', fields.departureTime, nowMs)
  if (!departAt.ok) return departAt
  const arriveBy = readTime('arrivalTime', fields.arrivalTime, nowMs)
  if (!arriveBy.ok) return arriveBy
  if (departAt.value !== undefined && arriveBy.value !== undefined)
    return failInvalidRequest('departureTime and arrivalTime are both set; use only one of them')
  const modifiers = isFields(routeModifiers) ? routeModifiers : {}
  return ok({
    mode,
    avoid: Object.entries(avoidByModifier).flatMap(([name, avoid]) => (modifiers[name] === true ? [avoid] : [])),
    ...parseLanguages(typeof languageCode === 'string' ? languageCode : undefined),
    country: toCountry(typeof regionCode === 'string' ? regionCode : undefined),
    units: units === 'IMPERIAL' ? 'imperial' : 'metric',
    departAtMs: departAt.value,
    arriveByMs: arriveBy.value,
  })
}

function readTime(field: string, timeInput: unknown, nowMs: number): Result<number | undefined, Refusal> {
  if (timeInput === undefined) return ok(undefined)
  const ms = typeof timeInput === 'string' && /^\d{4}-\d\d-\d\dT/.test(timeInput) ? Date.parse(timeInput) : Number.NaN
  if (!(ms < MAX_TIME_MS))
    return failInvalidRequest(`${field} is ${quote(timeInput)}; give a time such as 2026-12-01T08:00:00Z`)
  if (ms < nowMs - PAST_TOLERANCE_MS) return failInvalidRequest(`${field} is ${quote(timeInput)}, which is in the past`)
  return ok(ms)
}

/** Reads a waypoint: a location, a place id or an address. */
export function readWaypoint(field: string, waypointInput: unknown): Result<PlaceInput, Refusal> {
  const { location, placeId, address, via } = isFields(waypointInput) ? waypointInput : {}
  const isPassThrough = via === true
  if (isFields(location)) {
    const { latLng, heading } = location
    const { latitude = 0, longitude = 0 } = isFields(latLng) ? latLng : { latitude: undefined, longitude: undefined }
    if (!isFields(latLng) || typeof latitude !== 'number' || typeof longitude !== 'number')
      return failInvalidRequest(`${field}.location.latLng must have a latitude and a longitude`)
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
      return failInvalidRequest(
        `${field}.location.latLng is ${latitude}, ${longitude}; latitude ranges from -90 to 90, longitude from -180 to 180`,
      )
    const hasHeading = typeof heading === 'number' && heading >= 0 && heading <= 360
    const text = `${latitude},${longitude}`
    return ok({
      field,
      text,
      at: [latitude, longitude],
      isForeignId: false,
      isPassThrough,
      heading: hasHeading ? heading : undefined,
    })
  }
  const text = typeof placeId === 'string' ? `place_id:${placeId}` : typeof address === 'string' ? address : ''
  if (text.trim() === '') return failInvalidRequest(`${field} is missing; give a location, an address or a placeId`)
  const place = parsePlace(field, text)
  return place.ok ? ok({ ...place.value, isPassThrough }) : place
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function quote(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 60)
}
