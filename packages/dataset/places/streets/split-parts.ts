import { NearestOf } from '../areas/nearest-of.ts'
import type { StreetHouse, StreetPoint } from './settle-postcodes.ts'
import { settlePostcodes } from './settle-postcodes.ts'

/** One index entry: the houses and points of a street in one settlement with one postal code. */
export interface StreetPart<P extends StreetPoint> {
  readonly home: number
  readonly postcode: string | undefined
  readonly houses: StreetHouse[]
  readonly points: P[]
}

/**
 * Points along a way belong to the houses next to it. Beyond this distance they belong to the settlement that contains
 * them.
 */
const BESIDE_METERS = 400
/** Splits a street where the settlement or the postal code changes, as addresses do. */
export function splitParts<P extends StreetPoint>(
  houses: readonly StreetHouse[],
  points: readonly P[],
  homeAt: (point: StreetPoint) => number,
): StreetPart<P>[] {
  const parts = new Map<string, StreetPart<P>>()
  const partOf = (home: number, postcode: string | undefined): StreetPart<P> => {
    const key = `${home} ${postcode ?? ''}`
    const known = parts.get(key)
    if (known) return known
    const part = { home, postcode, houses: [], points: [] }
    parts.set(key, part)
    return part
  }
  const settled = settlePostcodes(houses)
  for (const house of settled) partOf(house.home, house.postcode).houses.push(house)
  let nearest: NearestOf | undefined
  const beside = (point: StreetPoint) => {
    nearest ??= new NearestOf(settled)
    const index = nearest.first(point.latitude, point.longitude, BESIDE_METERS)
    return index === undefined ? undefined : settled[index]
  }
  const [only] = parts.size === 1 ? parts.values() : []
  for (const point of points) {
    // Most streets have a single part, so there is nothing to choose.
    if (only && homeAt(point) === only.home) {
      only.points.push(point)
      continue
    }
    const next = beside(point)
    const part = next ? partOf(next.home, next.postcode) : partHere(point)
    part.points.push(point)
  }
  return [...parts.values()]

  /** If no house is near: the part in the same settlement, with any postal code. */
  function partHere(point: StreetPoint): StreetPart<P> {
    const home = homeAt(point)
    for (const part of parts.values()) if (part.home === home) return part
    return partOf(home, undefined)
  }
}
