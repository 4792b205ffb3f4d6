import { NearestOf } from '../areas/nearest-of.ts'

/** A house or a point along a way, in degrees. */
export interface StreetPoint {
  readonly latitude: number
  readonly longitude: number
}

export interface StreetHouse extends StreetPoint {
  /** As it is written. */
  readonly number: string
  /** The area that contains it, or -1. */
  readonly home: number
  readonly postcode: string | undefined
}

/** Fewer houses than this with a different postal code are treated as typing errors. */
const MIN_HOUSES = 3
/** Minimum share of houses with a postal code. With fewer, it is unknown where along the street the code changes. */
const KNOWN_SHARE = 0.5
/** If only one postal code is known, it applies to the whole street if at least this share of houses has it. */
const AGREED_SHARE = 0.2

/** Returns the same houses grouped by town, each with the postal code of its stretch of the street. */
export function settlePostcodes(houses: readonly StreetHouse[]): readonly StreetHouse[] {
  const homes = new Map<number, StreetHouse[]>()
  for (const house of houses) {
    const known = homes.get(house.home)
    if (known) known.push(house)
    else homes.set(house.home, [house])
  }
  return [...homes.values()].flatMap(settleTown)
}

function settleTown(houses: readonly StreetHouse[]): readonly StreetHouse[] {
  const counts = new Map<string, number>()
  let known = 0
  for (const { postcode } of houses) {
    if (postcode === undefined) continue
    counts.set(postcode, (counts.get(postcode) ?? 0) + 1)
    known++
  }
  const [first, ...others] = counts.keys()
  if (others.length === 0) return withPostcode(houses, known >= AGREED_SHARE * houses.length ? first : undefined)
  if (known < KNOWN_SHARE * houses.length) return withPostcode(houses, undefined)
  const [most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))
  const isSure = ({ postcode }: StreetHouse) =>
    postcode !== undefined && (postcode === most || (counts.get(postcode) ?? 0) >= MIN_HOUSES)
  const sure = houses.filter(isSure)
  if (sure.length === houses.length) return houses
  const nearest = new NearestOf(sure)
  return houses.map((house) => {
    if (isSure(house)) return house
    const next = nearest.first(house.latitude, house.longitude)
    return { ...house, postcode: next === undefined ? most : sure[next].postcode }
  })
}

function withPostcode(houses: readonly StreetHouse[], postcode: string | undefined): readonly StreetHouse[] {
  if (houses.every((house) => house.postcode === postcode)) return houses
  return houses.map((house) => ({ ...house, postcode }))
}
