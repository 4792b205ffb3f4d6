import { distanceMeters } from '@fairway/geo'
import { readDetails } from '../index/details.ts'
import { findHouse, type HouseMatch } from '../index/find-house.ts'
import { findCountryCode, getKind, getPosition } from '../index/place-index.ts'
import type { PlaceKind } from '../index/record.ts'
import { placeKinds } from '../index/record.ts'
import { countAreas, type PlaceIndex } from '../index/schema.ts'
import { findNearestAreas, findNearestEntries, type NearbyEntry } from '../nearest/find-nearest.ts'
import { findByCode } from '../query/find-code.ts'
import { parseHouseNumber } from '../text/house-number.ts'
import type { Position } from '../text/position.ts'
import { hashName, isGeoNamesKind } from './place-id.ts'

/** A place that was found by its ID in one index. */
export interface FoundPlace extends Position {
  readonly entry: number
  readonly house?: HouseMatch | undefined
  readonly otherEntry?: number | undefined
}

/**
 * Maximum distances between the position in an ID and the current position. Newer data may move the center of a street
 * or city.
 */
const MAX_STREET_METERS = 3000
const MAX_AREA_METERS = 20_000
const MAX_POINT_METERS = 100
const MAX_UNNAMED_METERS = 2
/** Maximum number of streets and places to compare around a position. */
const MAX_COMPARED = 400

/** Returns the place with this ID, or undefined if this index does not contain it. */
export function findPlace(index: PlaceIndex, id: string): FoundPlace | undefined {
  const slash = id.indexOf('/')
  const [type, idText] = [id.slice(0, slash), id.slice(slash + 1)]
  if (slash < 1 || idText === '') return undefined
  switch (type) {
    case 'node':
    case 'way':
    case 'relation':
      return toFound(index, findByOsmId(index, id))
    case 'geonames':
      return toFound(index, findByGeoNamesId(index, idText))
    case 'country':
      return toFound(index, findCountry(index, idText))
    case 'iata':
    case 'icao':
    case 'unlocode':
      return findCode(index, type, idText)
    case 'at':
      return findUnnamed(index, idText)
    case 'house':
      return findHouseById(index, idText)
    case 'crossing':
      return findCrossing(index, idText)
    default:
      return findNamed(index, type, idText)
  }
}

/** Parses the ID of a position. No index contains these IDs. */
export function parsePositionId(id: string): Position | undefined {
  return id.startsWith('position/') ? parseAt(id.slice('position/'.length))?.at : undefined
}

function toFound(index: PlaceIndex, entry: number): FoundPlace | undefined {
  return entry < 0 ? undefined : { entry, ...getPosition(index, entry) }
}

/**
 * OpenStreetMap ID of each entry as a number, or 0 if it has none. The IDs are read when one is looked up for the first
 * time.
 */
const osmRefs = new WeakMap<PlaceIndex, Float64Array>()

function findByOsmId(index: PlaceIndex, id: string): number {
  const refs = osmRefs.get(index) ?? readOsmRefs(index)
  osmRefs.set(index, refs)
  const ref = toOsmRef(id)
  return ref === 0 ? -1 : refs.indexOf(ref)
}

const osmTypes = ['node', 'way', 'relation']

function toOsmRef(id: string): number {
  const [type, number] = id.split('/')
  return /^\d{1,15}$/.test(number) ? Number(number) * 4 + osmTypes.indexOf(type) + 1 : 0
}

const OSM_KEY = [...'"osm":"'].map((letter) => letter.charCodeAt(0))
const QUOTE = 34

/**
 * Reads the IDs from the bytes of the details, because parsing the details as JSON would take several times as long.
 */
function readOsmRefs(index: PlaceIndex): Float64Array {
  const { first, bytes } = index.details
  const refs = new Float64Array(first.length - 1)
  for (let entry = 0; entry < refs.length; entry++) {
    // The ID is the last field, so the search starts at the end.
    for (let keyOffset = first[entry + 1] - OSM_KEY.length; keyOffset >= first[entry]; keyOffset--) {
      if (!OSM_KEY.every((byte, offset) => bytes[keyOffset + offset] === byte)) continue
      const start = keyOffset + OSM_KEY.length
      refs[entry] = toOsmRef(String.fromCharCode(...bytes.subarray(start, bytes.indexOf(QUOTE, start))))
      break
    }
  }
  return refs
}

function findByGeoNamesId(index: PlaceIndex, text: string): number {
  const ref = Number(text)
  if (!(ref > 0)) return -1
  const { ref: refs } = index.entries
  for (let entry = refs.indexOf(ref); entry >= 0; entry = refs.indexOf(ref, entry + 1)) {
    if (isGeoNamesKind(getKind(index, entry))) return entry
  }
  return -1
}

function findCountry(index: PlaceIndex, code: string): number {
  for (let area = 0; area < countAreas(index); area++) {
    if (getKind(index, area) === 'country' && findCountryCode(index, area) === code.toUpperCase()) return area
  }
  return -1
}

/**
 * Finds a place by its code and the kind of code. Two kinds may share a code, and the code of an airfield may be the
 * name of a city.
 */
function findCode(index: PlaceIndex, type: string, code: string): FoundPlace | undefined {
  const accepts = (entry: number) => readDetails(index, entry)?.tags?.[type] === code.toUpperCase()
  return findByCode(index, code.toUpperCase(), { accepts })
}

function findUnnamed(index: PlaceIndex, text: string): FoundPlace | undefined {
  const parsed = parseAt(text)
  if (!parsed) return undefined
  const accepts = (entry: number) => getKind(index, entry) === 'poi'
  const [nearest] = findNearestEntries(index, parsed.at, { limit: 1, radiusMeters: MAX_UNNAMED_METERS, accepts })
  return nearest && toFound(index, nearest.entry)
}

/** Finds a place by an ID of the form `kind/latitude,longitude,hash`. */
function findNamed(index: PlaceIndex, type: string, text: string): FoundPlace | undefined {
  const kind = placeKinds.find((candidate) => candidate === type)
  const parsed = parseAt(text)
  const [hash] = parsed?.rest ?? []
  if (!kind || !parsed || hash === undefined) return undefined
  const nearest = listNear(index, parsed.at, kind).find(({ entry }) => hashName(index, entry) === hash)
  return nearest && toFound(index, nearest.entry)
}

function findHouseById(index: PlaceIndex, text: string): FoundPlace | undefined {
  const parsed = parseAt(text)
  const [hash, writtenNumber] = parsed?.rest ?? []
  const number = writtenNumber === undefined ? undefined : parseHouseNumber(writtenNumber.replaceAll('~', '/'))
  if (!parsed || !number) return undefined
  const streets = findNearestEntries(index, parsed.at, {
    limit: MAX_COMPARED,
    radiusMeters: MAX_STREET_METERS,
    accepts: (entry) => index.entries.houseFirst[entry] < index.entries.houseFirst[entry + 1],
  })
  const houses = streets.flatMap(({ entry }) => {
    const house = hashName(index, entry) === hash ? findHouse(index, entry, number) : undefined
    return house ? [{ entry, house, latitude: house.latitude, longitude: house.longitude }] : []
  })
  const meters = ({ latitude, longitude }: Position) =>
    distanceMeters(parsed.at.latitude, parsed.at.longitude, latitude, longitude)
  return houses.sort((a, b) => b.house.quality - a.house.quality || meters(a) - meters(b))[0]
}

function findCrossing(index: PlaceIndex, text: string): FoundPlace | undefined {
  const parsed = parseAt(text)
  const [first, second] = parsed?.rest ?? []
  if (!parsed || second === undefined) return undefined
  const streets = findNearestEntries(index, parsed.at, {
    limit: MAX_COMPARED,
    radiusMeters: MAX_POINT_METERS,
    accepts: (entry) => getKind(index, entry) === 'street',
  })
  const street = streets.find(({ entry }) => hashName(index, entry) === first)
  const other = streets.find(({ entry }) => hashName(index, entry) === second)
  return street && other && { entry: street.entry, otherEntry: other.entry, ...parsed.at }
}

/** Lists nearby entries of a kind, nearest first. */
function listNear(index: PlaceIndex, position: Position, kind: PlaceKind): NearbyEntry[] {
  const accepts = (entry: number) => getKind(index, entry) === kind
  if (kind === 'street')
    return findNearestEntries(index, position, { limit: MAX_COMPARED, radiusMeters: MAX_STREET_METERS, accepts })
  if (kind === 'address' || kind === 'poi')
    return findNearestEntries(index, position, { limit: MAX_COMPARED, radiusMeters: MAX_POINT_METERS, accepts })
  return findNearestAreas(index, position, { limit: MAX_COMPARED, radiusMeters: MAX_AREA_METERS, accepts })
}

function parseAt(text: string): { readonly at: Position; readonly rest: readonly string[] } | undefined {
  const [latitude, longitude, ...otherParts] = text.split(',')
  if (!isDecimal(latitude) || !isDecimal(longitude)) return undefined
  const position = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180
    ? { at: position, rest: otherParts }
    : undefined
}

function isDecimal(text: string | undefined): boolean {
  return text !== undefined && /^-?\d{1,3}(\.\d{1,9})?$/.test(text)
}
