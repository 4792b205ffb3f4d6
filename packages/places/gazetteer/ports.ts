import { distanceMeters } from '@fairway/geo'
import type { PlaceRecord } from '../index/record.ts'
import { foldText } from '../text/fold.ts'
import type { GeoNamesPlace } from './geonames.ts'
import { hasName, type PlaceGrid } from './place-grid.ts'

/**
 * Fields used from the package `sea-ports`. The keys are UN/LOCODEs, with two letters for the country and three for the
 * port.
 */
export interface SeaPort {
  readonly name: string
  readonly city?: string
  readonly alias: readonly string[]
  /** Position as [longitude, latitude]. */
  readonly coordinates?: readonly number[]
}

/**
 * Maximum distance between a port and the town with the same name. At a greater distance, the position in the package
 * is assumed to be wrong.
 */
const MAX_TOWN_KILOMETERS = 60
const PORT_IMPORTANCE = 0.5

/** Places of one country by folded name. */
export type PlacesByName = ReadonlyMap<string, readonly GeoNamesPlace[]>

export function groupPlacesByName(places: Iterable<GeoNamesPlace>): Map<string, GeoNamesPlace[]> {
  const placesByName = new Map<string, GeoNamesPlace[]>()
  for (const place of places) {
    const key = `${place.countryCode} ${foldText(place.names[0])}`
    placesByName.set(key, [...(placesByName.get(key) ?? []), place])
  }
  return placesByName
}

/**
 * Returns a port with a reliable position and its town. The package warns that some positions are wrong. A position far
 * from every town of that name is replaced by the position of the largest such town. A port that is not near any town
 * in its country is omitted.
 */
export function locatePort(
  code: string,
  port: SeaPort,
  grid: PlaceGrid,
  homonyms: PlacesByName,
): { record: PlaceRecord; town: GeoNamesPlace } | undefined {
  const countryCode = code.slice(0, 2)
  const [longitude, latitude] = port.coordinates ?? []
  const isInCountry = (place: GeoNamesPlace) => place.countryCode === countryCode
  const homonymPlaces = [port.name, port.city ?? '']
    .flatMap((name) => homonyms.get(`${countryCode} ${foldText(name)}`) ?? [])
    .sort((a, b) => b.population - a.population)
  if (latitude !== undefined && longitude !== undefined) {
    const nearestTown = grid.findNearest(latitude, longitude, MAX_TOWN_KILOMETERS, isInCountry)
    const sameNameTown = grid.findNearest(
      latitude,
      longitude,
      MAX_TOWN_KILOMETERS,
      (place) => isInCountry(place) && hasName(place, port.name),
    )
    const isFarFromHomonyms =
      homonymPlaces.length > 0 && !homonymPlaces.some((place) => isWithinTownDistance(place, latitude, longitude))
    const town = sameNameTown ?? nearestTown
    if (town && !isFarFromHomonyms) return { record: toPortRecord(code, port, latitude, longitude), town }
  }
  const [town] = homonymPlaces
  return town && { record: toPortRecord(code, port, town.latitude, town.longitude), town }
}

function isWithinTownDistance(place: GeoNamesPlace, latitude: number, longitude: number): boolean {
  return distanceMeters(place.latitude, place.longitude, latitude, longitude) <= MAX_TOWN_KILOMETERS * 1000
}

function toPortRecord(code: string, port: SeaPort, latitude: number, longitude: number): PlaceRecord {
  const names = [port.name, ...port.alias].filter((name) => name !== '')
  return {
    kind: 'port',
    names: [...names.map((name) => (/\bport\b/i.test(name) ? name : `Port of ${name}`)), code],
    latitude,
    longitude,
    importance: PORT_IMPORTANCE,
    countryCode: code.slice(0, 2),
    details: JSON.stringify({ tags: { unlocode: code } }),
  }
}
