import { NearestIndex } from '../areas/nearest-of.ts'
import type { StreetHouse, StreetPoint } from './settle-postcodes.ts'
import { inferPostcodes } from './settle-postcodes.ts'

/** An index entry with the houses and points of a street in one settlement with one postal code. */
export interface StreetPart<P extends StreetPoint> {
  readonly settlement: number
  readonly postcode: string | undefined
  readonly houses: StreetHouse[]
  readonly points: P[]
}

/**
 * Maximum distance between a point along a way and its nearest house, in meters. Points farther away belong to the
 * settlement that contains them.
 */
const MAX_HOUSE_DISTANCE_METERS = 400
/** Splits a street where the settlement or the postal code changes, because addresses also change there. */
export function splitStreet<P extends StreetPoint>(
  houses: readonly StreetHouse[],
  points: readonly P[],
  settlementAt: (point: StreetPoint) => number,
): StreetPart<P>[] {
  const parts = new Map<string, StreetPart<P>>()
  const getOrAddPart = (home: number, postcode: string | undefined): StreetPart<P> => {
    const key = `${home} ${postcode ?? ''}`
    const streetPart = parts.get(key)
    if (streetPart) return streetPart
    const part = { settlement: home, postcode, houses: [], points: [] }
    parts.set(key, part)
    return part
  }
  const housesWithPostcodes = inferPostcodes(houses)
  for (const house of housesWithPostcodes) getOrAddPart(house.settlement, house.postcode).houses.push(house)
  let nearest: NearestIndex | undefined
  const findNearestHouse = (point: StreetPoint) => {
    nearest ??= new NearestIndex(housesWithPostcodes)
    const index = nearest.findFirst(point.latitude, point.longitude, MAX_HOUSE_DISTANCE_METERS)
    return index === undefined ? undefined : housesWithPostcodes[index]
  }
  const [onlyPart] = parts.size === 1 ? parts.values() : []
  for (const point of points) {
    // Most streets have only one part, which needs no search for the nearest house.
    if (onlyPart && settlementAt(point) === onlyPart.settlement) {
      onlyPart.points.push(point)
      continue
    }
    const next = findNearestHouse(point)
    const part = next ? getOrAddPart(next.settlement, next.postcode) : getPartBySettlement(point)
    part.points.push(point)
  }
  return [...parts.values()]

  /** Returns the part in the same settlement with any postal code, for points without a nearby house. */
  function getPartBySettlement(point: StreetPoint): StreetPart<P> {
    const pointSettlement = settlementAt(point)
    for (const part of parts.values()) if (part.settlement === pointSettlement) return part
    return getOrAddPart(pointSettlement, undefined)
  }
}
