import { NearestIndex } from '../areas/nearest-of.ts'

/** A house or a point along a way, with its position in degrees. */
export interface StreetPoint {
  readonly latitude: number
  readonly longitude: number
}

export interface StreetHouse extends StreetPoint {
  /** House number as written in the address. */
  readonly number: string
  /** Number of the area that contains the house, or -1. */
  readonly settlement: number
  readonly postcode: string | undefined
}

/** Minimum number of houses per postal code. A different postal code on fewer houses is treated as a typing error. */
const MIN_HOUSES_PER_POSTCODE = 3
/**
 * Minimum share of houses with a postal code. Below this share, it is unknown where the postal code changes along the
 * street.
 */
const MIN_SHARE_WITH_POSTCODE = 0.5
/**
 * Minimum share of houses with a postal code if all known postal codes are equal. The code then applies to all houses.
 */
const MIN_SHARE_FOR_SINGLE_POSTCODE = 0.2

/** Returns the houses grouped by town, each with the postal code of its part of the street. */
export function inferPostcodes(houses: readonly StreetHouse[]): readonly StreetHouse[] {
  const housesBySettlement = new Map<number, StreetHouse[]>()
  for (const house of houses) {
    const settlementHouses = housesBySettlement.get(house.settlement)
    if (settlementHouses) settlementHouses.push(house)
    else housesBySettlement.set(house.settlement, [house])
  }
  return [...housesBySettlement.values()].flatMap(inferTownPostcodes)
}

function inferTownPostcodes(houses: readonly StreetHouse[]): readonly StreetHouse[] {
  const counts = new Map<string, number>()
  let postcodeHouseCount = 0
  for (const { postcode } of houses) {
    if (postcode === undefined) continue
    counts.set(postcode, (counts.get(postcode) ?? 0) + 1)
    postcodeHouseCount++
  }
  const [first, ...otherPostcodes] = counts.keys()
  if (otherPostcodes.length === 0)
    return setPostcode(houses, postcodeHouseCount >= MIN_SHARE_FOR_SINGLE_POSTCODE * houses.length ? first : undefined)
  if (postcodeHouseCount < MIN_SHARE_WITH_POSTCODE * houses.length) return setPostcode(houses, undefined)
  const [mostFrequent] = [...counts].reduce((bestCandidate, candidate) =>
    candidate[1] > bestCandidate[1] ? candidate : bestCandidate,
  )
  const hasReliablePostcode = ({ postcode }: StreetHouse) =>
    postcode !== undefined && (postcode === mostFrequent || (counts.get(postcode) ?? 0) >= MIN_HOUSES_PER_POSTCODE)
  const reliableHouses = houses.filter(hasReliablePostcode)
  if (reliableHouses.length === houses.length) return houses
  const nearest = new NearestIndex(reliableHouses)
  return houses.map((house) => {
    if (hasReliablePostcode(house)) return house
    const next = nearest.findFirst(house.latitude, house.longitude)
    return { ...house, postcode: next === undefined ? mostFrequent : reliableHouses[next].postcode }
  })
}

function setPostcode(houses: readonly StreetHouse[], postcode: string | undefined): readonly StreetHouse[] {
  if (houses.every((house) => house.postcode === postcode)) return houses
  return houses.map((house) => ({ ...house, postcode }))
}
