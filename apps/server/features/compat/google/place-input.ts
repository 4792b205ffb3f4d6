import { parsePolylinePoints } from '@fairway/geo'
import { shorten } from '../../../platform/http/problem.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { failInvalidRequest, type Refusal } from './refusals.ts'

export type Point = readonly [number, number]

/** Location in the request: a coordinate or a geocoder query. */
export interface PlaceInput {
  /** Parameter name in the format, such as origin, destination or waypoints[2]. */
  readonly field: string
  readonly text: string
  readonly at: Point | undefined
  /**
   * Whether the location is a place id that this service did not issue. Such an id cannot be resolved and is not a
   * geocoder query.
   */
  readonly isForeignId: boolean
  /** Whether the route passes this location without stopping. */
  readonly isPassThrough: boolean
  /** Vehicle heading in degrees clockwise from north. */
  readonly heading: number | undefined
}

type PlacePrefixes = Pick<PlaceInput, 'isPassThrough' | 'heading'>

const NUMBER_PATTERN = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`
const DECIMAL_PATTERN = String.raw`[+-]?\d+\.\d+`
const COORDINATE_PAIR_PATTERNS = [
  new RegExp(String.raw`^\(?\s*(${NUMBER_PATTERN})\s*,\s*(${NUMBER_PATTERN})\s*\)?$`, 'i'),
  // A pair without a comma is accepted only if it cannot be a postal code or house number.
  new RegExp(String.raw`^\(?\s*(${DECIMAL_PATTERN})\s+(${DECIMAL_PATTERN})\s*\)?$`),
]
/**
 * Malformed coordinates that contain only numbers and punctuation, for example from map URLs or programs with missing
 * values. Postal codes contain neither a dot nor a comma.
 */
const MALFORMED_PAIR_PATTERN =
  /^(?=.*[.,]|\s*[+-])[\d+\-.,\s()@]+z?$|^(nan|null|undefined)\s*,\s*(nan|null|undefined)$/i
/** Position of a place, followed by Fairway's id for the place, if any. */
const PLACE_ID_PATTERN = /^fw_(-?\d{1,8})_(-?\d{1,9})(?:_([\w-]{1,200}))?$/
/** Element of a list. A polyline may contain a | and ends at its colon. */
const LIST_ELEMENT_PATTERN = /(?:\s*(?:(?:via|side_of_road|heading=[^:|]*):\s*)*enc:[^:]*(?::|$))?[^|]*/iy
/** Maximum query length of the geocoder. */
const MAX_PLACE_LENGTH = 200

export function toPlaceId([latitude, longitude]: Point, ownId?: string): string {
  const position = `fw_${Math.round(latitude * 1e6)}_${Math.round(longitude * 1e6)}`
  return ownId === undefined ? position : `${position}_${Buffer.from(ownId).toString('base64url')}`
}

/** Returns Fairway's id for a place, or undefined if the place id does not contain one. */
export function findOwnId(placeId: string): string | undefined {
  const [, , , encoded] = PLACE_ID_PATTERN.exec(placeId) ?? []
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString('utf8')
}

/** Splits a list of places at |, except inside polylines. */
export function splitPlaces(list: string): string[] {
  const parts: string[] = []
  for (LIST_ELEMENT_PATTERN.lastIndex = 0; LIST_ELEMENT_PATTERN.lastIndex < list.length; ) {
    const from = LIST_ELEMENT_PATTERN.lastIndex
    const [part = ''] = LIST_ELEMENT_PATTERN.exec(list) ?? []
    parts.push(part.trim())
    LIST_ELEMENT_PATTERN.lastIndex = from + part.length + 1
  }
  LIST_ELEMENT_PATTERN.lastIndex = 0
  return parts.filter((part) => part !== '')
}

/** Reads a single place, or the points of a polyline. */
export function parsePlaces(field: string, input: string): Result<readonly PlaceInput[], Refusal> {
  const prefixResult = parsePrefixes(field, input)
  if (!prefixResult.ok) return prefixResult
  const { text, prefixes } = prefixResult.value
  const toPlaceInput = (position?: Point, isForeignId = false): PlaceInput => ({
    field,
    text,
    at: position,
    isForeignId,
    ...prefixes,
  })
  if (text === '')
    return failInvalidRequest(`${field} is ${quoteShortened(input)}, which is not a place; give lat,lng or an address`)
  if (/^enc:/i.test(text)) return parsePolylinePlaces(field, text, prefixes)
  if (/^place_id:/i.test(text)) {
    const position = parsePlaceId(text.slice('place_id:'.length).trim())
    return ok([toPlaceInput(position, position === undefined)])
  }
  // The length is checked before numbers are matched, because matching thousands of digits is slow.
  if (text.length > MAX_PLACE_LENGTH) {
    return failInvalidRequest(`${field} is an address of ${text.length} characters; the maximum is ${MAX_PLACE_LENGTH}`)
  }
  const coordinateMatch = COORDINATE_PAIR_PATTERNS.map((form) => form.exec(text)).find((match) => match !== null)
  if (coordinateMatch) {
    const checkedPoint = checkPoint(field, text, [Number(coordinateMatch[1]), Number(coordinateMatch[2])])
    return checkedPoint.ok ? ok([toPlaceInput(checkedPoint.value)]) : checkedPoint
  }
  if (MALFORMED_PAIR_PATTERN.test(text)) {
    return failInvalidRequest(
      `${field} is ${quoteShortened(text)}; a position is two numbers, latitude and longitude, separated by one comma, such as -34.9059,-56.1913`,
    )
  }
  return ok([toPlaceInput()])
}

/** Reads a single place. Fails if the input contains more than one place. */
export function parsePlace(field: string, input: string): Result<PlaceInput, Refusal> {
  const places = parsePlaces(field, input)
  if (!places.ok) return places
  const [place, ...otherPlaces] = places.value
  if (place && otherPlaces.length === 0) return ok({ ...place, field })
  return failInvalidRequest(`${field} is a polyline of ${places.value.length} points; it must be one place`)
}

interface PrefixedPlace {
  readonly text: string
  readonly prefixes: PlacePrefixes
}

/** Parses the prefixes of a place. The side of the road is ignored, because it does not affect the routes. */
function parsePrefixes(field: string, input: string): Result<PrefixedPlace, Refusal> {
  let text = input.replaceAll('−', '-').trim()
  let isPassThrough = false
  let heading: number | undefined
  for (;;) {
    const prefix = /^(via|side_of_road|heading=([^:]*)):\s*/i.exec(text)
    if (!prefix) return ok({ text, prefixes: { isPassThrough, heading } })
    text = text.slice(prefix[0].length)
    if (/^via$/i.test(prefix[1] ?? '')) isPassThrough = true
    const degrees = prefix[2]?.trim()
    if (degrees === undefined) continue
    if (!/^\d{1,3}$/.test(degrees) || Number(degrees) > 360) {
      return failInvalidRequest(
        `The heading of ${field} is ${quoteShortened(degrees)}; give whole degrees from north, 0 to 360`,
      )
    }
    heading = Number(degrees) % 360
  }
}

function parsePolylinePlaces(
  field: string,
  text: string,
  prefixes: PlacePrefixes,
): Result<readonly PlaceInput[], Refusal> {
  const [, encoded] = /^enc:([^:]*):$/i.exec(text) ?? []
  if (encoded === undefined) {
    return failInvalidRequest(
      `${field} is ${quoteShortened(text)}; write a polyline between enc: and a colon, such as enc:_p~iF~ps|U:`,
    )
  }
  const points = parsePolylinePoints(encoded, 5)
  if (points === undefined || points.length === 0) {
    return failInvalidRequest(
      `${field} is ${quoteShortened(text)}, which is not an encoded polyline with a precision of 5 decimals; check that it is percent-encoded`,
    )
  }
  const places: PlaceInput[] = []
  for (const [index, point] of points.entries()) {
    const name = points.length === 1 ? field : `point ${index} of ${field}`
    const checkedPoint = checkPoint(name, point.join(','), point)
    if (!checkedPoint.ok) return checkedPoint
    // The heading applies only to the first point.
    const heading = index === 0 ? prefixes.heading : undefined
    places.push({
      field: name,
      text: point.join(','),
      at: checkedPoint.value,
      isForeignId: false,
      ...prefixes,
      heading,
    })
  }
  return ok(places)
}

function checkPoint(field: string, text: string, point: Point): Result<Point, Refusal> {
  const [latitude, longitude] = point
  const orderHint = '(positions are lat,lng)'
  if (!(Math.abs(latitude) <= 90)) {
    return failInvalidRequest(`The latitude of ${field} is ${latitude}; latitude ranges from -90 to 90 ${orderHint}`)
  }
  if (!(Math.abs(longitude) <= 180)) {
    return failInvalidRequest(
      `The longitude of ${field} is ${longitude}; longitude ranges from -180 to 180 ${orderHint}`,
    )
  }
  if (latitude === 0 && longitude === 0) {
    return failInvalidRequest(
      `${field} is ${text}, which usually means that the position is missing; give the intended position`,
    )
  }
  return ok(point)
}

/** Parses a place id. Returns undefined for an id that this service did not issue. */
export function parsePlaceId(id: string): Point | undefined {
  const match = PLACE_ID_PATTERN.exec(id)
  const position = match && ([Number(match[1]) / 1e6, Number(match[2]) / 1e6] as const)
  return position && checkPoint('', '', position).ok ? position : undefined
}

export function quoteShortened(text: string): string {
  return JSON.stringify(shorten(text))
}
