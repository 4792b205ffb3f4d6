import { distanceMeters } from '@fairway/geo'
import type { PlaceRecord } from '../index/record.ts'
import { foldText } from '../text/fold.ts'
import type { GeoNamesPlace } from './geonames.ts'
import { isCalled, type PlaceGrid } from './place-grid.ts'

/**
 * The fields used from the package `sea-ports`. Keys are UN/LOCODEs: two letters for the country, three for the place.
 */
export interface SeaPort {
  readonly name: string
  readonly city?: string
  readonly alias: readonly string[]
  /** Longitude first. */
  readonly coordinates?: readonly number[]
}

/** Maximum distance between a port and the town it is named after. Beyond it, the position in the package is wrong. */
const REACH_KILOMETERS = 60
const IMPORTANCE = 0.5

/** Places of one country by folded name. */
export type Homonyms = ReadonlyMap<string, readonly GeoNamesPlace[]>

export function homonymsOf(places: Iterable<GeoNamesPlace>): Map<string, GeoNamesPlace[]> {
  const found = new Map<string, GeoNamesPlace[]>()
  for (const place of places) {
    const key = `${place.countryCode} ${foldText(place.names[0])}`
    found.set(key, [...(found.get(key) ?? []), place])
  }
  return found
}

/**
 * Returns a port with a reliable position and its town. The package warns that some positions are wrong. A position far
 * from every town of that name and country is replaced by the largest such town. A port near no town of its country is
 * omitted.
 */
export function placePort(
  code: string,
  port: SeaPort,
  grid: PlaceGrid,
  homonyms: Homonyms,
): { record: PlaceRecord; town: GeoNamesPlace } | undefined {
  const countryCode = code.slice(0, 2)
  const [longitude, latitude] = port.coordinates ?? []
  const isInCountry = (place: GeoNamesPlace) => place.countryCode === countryCode
  const named = [port.name, port.city ?? '']
    .flatMap((name) => homonyms.get(`${countryCode} ${foldText(name)}`) ?? [])
    .sort((a, b) => b.population - a.population)
  if (latitude !== undefined && longitude !== undefined) {
    const near = grid.nearest(latitude, longitude, REACH_KILOMETERS, isInCountry)
    const own = grid.nearest(
      latitude,
      longitude,
      REACH_KILOMETERS,
      (place) => isInCountry(place) && isCalled(place, port.name),
    )
    const isElsewhere = named.length > 0 && !named.some((place) => isWithinReach(place, latitude, longitude))
    const town = own ?? near
    if (town && !isElsewhere) return { record: portRecord(code, port, latitude, longitude), town }
  }
  const [town] = named
  return town && { record: portRecord(code, port, town.latitude, town.longitude), town }
}

function isWithinReach(place: GeoNamesPlace, latitude: number, longitude: number): boolean {
  return distanceMeters(place.latitude, place.longitude, latitude, longitude) <= REACH_KILOMETERS * 1000
}

function portRecord(code: string, port: SeaPort, latitude: number, longitude: number): PlaceRecord {
  const names = [port.name, ...port.alias].filter((name) => name !== '')
  return {
    kind: 'port',
    names: [...names.map((name) => (/\bport\b/i.test(name) ? name : `Port of ${name}`)), code],
    latitude,
    longitude,
    importance: IMPORTANCE,
    countryCode: code.slice(0, 2),
    details: JSON.stringify({ tags: { unlocode: code } }),
  }
}
