import { parsePolylinePoints } from '@fairway/geo'
import { ok, type Result } from '../../platform/result.ts'
import { invalid, type Refusal } from './refusals.ts'

export type Point = readonly [number, number]

/** A location as given in the request: a coordinate or a geocoder query. */
export interface WrittenPlace {
  /** The parameter name in the format: origin, destination, waypoints[2]. */
  readonly field: string
  readonly text: string
  readonly at: Point | undefined
  /** True for a place ID that this service did not issue. It cannot be resolved, and it is not a geocoder query. */
  readonly isForeignId: boolean
  /** The route passes through without stopping. */
  readonly isPassing: boolean
  /** Vehicle heading in degrees clockwise from north. */
  readonly heading: number | undefined
}

type Prefixes = Pick<WrittenPlace, 'isPassing' | 'heading'>

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`
const decimal = String.raw`[+-]?\d+\.\d+`
const pairs = [
  new RegExp(String.raw`^\(?\s*(${number})\s*,\s*(${number})\s*\)?$`, 'i'),
  // A pair without a comma is accepted only if it cannot be a postal code or house number.
  new RegExp(String.raw`^\(?\s*(${decimal})\s+(${decimal})\s*\)?$`),
]
/**
 * Only numbers, as in URLs of map pages, or the output of programs that lack a value. Postal codes contain neither a
 * dot nor a comma.
 */
const brokenPair = /^(?=.*[.,]|\s*[+-])[\d+\-.,\s()@]+z?$|^(nan|null|undefined)\s*,\s*(nan|null|undefined)$/i
const ownId = /^fw_(-?\d{1,8})_(-?\d{1,9})$/
/** One list element. A polyline may contain a | and ends at its colon. */
const element = /(?:\s*(?:(?:via|side_of_road|heading=[^:|]*):\s*)*enc:[^:]*(?::|$))?[^|]*/iy
/** The geocoder's maximum query length. */
const MAX_LETTERS = 200

export function placeId([latitude, longitude]: Point): string {
  return `fw_${Math.round(latitude * 1e6)}_${Math.round(longitude * 1e6)}`
}

/** Splits a list of places at |, except inside polylines. */
export function splitPlaces(list: string): string[] {
  const parts: string[] = []
  for (element.lastIndex = 0; element.lastIndex < list.length; ) {
    const from = element.lastIndex
    const [part = ''] = element.exec(list) ?? []
    parts.push(part.trim())
    element.lastIndex = from + part.length + 1
  }
  element.lastIndex = 0
  return parts.filter((part) => part !== '')
}

/** Reads a single place, or the points of a polyline. */
export function readPlaces(field: string, given: string): Result<readonly WrittenPlace[], Refusal> {
  const taken = takePrefixes(field, given)
  if (!taken.ok) return taken
  const { text, prefixes } = taken.value
  const place = (at?: Point, isForeignId = false): WrittenPlace => ({ field, text, at, isForeignId, ...prefixes })
  if (text === '') return invalid(`${field} is ${show(given)}, which is not a place; give lat,lng or an address`)
  if (/^enc:/i.test(text)) return readPolyline(field, text, prefixes)
  if (/^place_id:/i.test(text)) {
    const at = readId(text.slice('place_id:'.length).trim())
    return ok([place(at, at === undefined)])
  }
  // Check the length before matching numbers, because matching thousands of digits is slow.
  if (text.length > MAX_LETTERS) {
    return invalid(`${field} is an address of ${text.length} characters; the maximum is ${MAX_LETTERS}`)
  }
  const pair = pairs.map((form) => form.exec(text)).find((match) => match !== null)
  if (pair) {
    const at = checkPoint(field, text, [Number(pair[1]), Number(pair[2])])
    return at.ok ? ok([place(at.value)]) : at
  }
  if (brokenPair.test(text)) {
    return invalid(
      `${field} is ${show(text)}; a position is two numbers, latitude and longitude, separated by one comma, such as -34.9059,-56.1913`,
    )
  }
  return ok([place()])
}

/** Like readPlaces, but requires exactly one place. */
export function readPlace(field: string, given: string): Result<WrittenPlace, Refusal> {
  const places = readPlaces(field, given)
  if (!places.ok) return places
  const [place, ...more] = places.value
  if (place && more.length === 0) return ok({ ...place, field })
  return invalid(`${field} is a polyline of ${places.value.length} points; it must be one place`)
}

interface Taken {
  readonly text: string
  readonly prefixes: Prefixes
}

/** The side of the road is ignored because it does not affect our routes. */
function takePrefixes(field: string, given: string): Result<Taken, Refusal> {
  let text = given.replaceAll('−', '-').trim()
  let isPassing = false
  let heading: number | undefined
  for (;;) {
    const prefix = /^(via|side_of_road|heading=([^:]*)):\s*/i.exec(text)
    if (!prefix) return ok({ text, prefixes: { isPassing, heading } })
    text = text.slice(prefix[0].length)
    if (/^via$/i.test(prefix[1] ?? '')) isPassing = true
    const degrees = prefix[2]?.trim()
    if (degrees === undefined) continue
    if (!/^\d{1,3}$/.test(degrees) || Number(degrees) > 360) {
      return invalid(`the heading of ${field} is ${show(degrees)}; give whole degrees from north, 0 to 360`)
    }
    heading = Number(degrees) % 360
  }
}

function readPolyline(field: string, text: string, prefixes: Prefixes): Result<readonly WrittenPlace[], Refusal> {
  const [, encoded] = /^enc:([^:]*):$/i.exec(text) ?? []
  if (encoded === undefined) {
    return invalid(`${field} is ${show(text)}; write a polyline between enc: and a colon, such as enc:_p~iF~ps|U:`)
  }
  const points = parsePolylinePoints(encoded, 5)
  if (points === undefined || points.length === 0) {
    return invalid(
      `${field} is ${show(text)}, which is not an encoded polyline of 5 decimals; check that it is percent-encoded`,
    )
  }
  const places: WrittenPlace[] = []
  for (const [index, point] of points.entries()) {
    const name = points.length === 1 ? field : `point ${index} of ${field}`
    const at = checkPoint(name, point.join(','), point)
    if (!at.ok) return at
    // The heading applies only to the first point.
    const heading = index === 0 ? prefixes.heading : undefined
    places.push({ field: name, text: point.join(','), at: at.value, isForeignId: false, ...prefixes, heading })
  }
  return ok(places)
}

function checkPoint(field: string, text: string, at: Point): Result<Point, Refusal> {
  const [latitude, longitude] = at
  const order = '(positions are lat,lng)'
  if (!(Math.abs(latitude) <= 90)) {
    return invalid(`the latitude of ${field} is ${latitude}; latitude runs from -90 to 90 ${order}`)
  }
  if (!(Math.abs(longitude) <= 180)) {
    return invalid(`the longitude of ${field} is ${longitude}; longitude runs from -180 to 180 ${order}`)
  }
  if (latitude === 0 && longitude === 0) {
    return invalid(`${field} is ${text}, which usually means that the position is missing; give the intended position`)
  }
  return ok(at)
}

/** Returns undefined for an ID that this service did not issue. */
function readId(id: string): Point | undefined {
  const match = ownId.exec(id)
  const at = match && ([Number(match[1]) / 1e6, Number(match[2]) / 1e6] as const)
  return at && checkPoint('', '', at).ok ? at : undefined
}

export function show(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)
}
