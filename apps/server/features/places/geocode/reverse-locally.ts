import {
  detailsOf,
  type FoundHouse,
  kindOf,
  type NearEntry,
  nearestAreas,
  nearestEntries,
  nearestHouses,
  type PlaceIndex,
  type Position,
  positionOf,
} from '@fairway/places'
import type { PlaceBook } from '../runtime/place-index.ts'
import { addressOf, countryCodeOf } from './address.ts'
import { countryAt } from './country-at.ts'
import type { ReversedPlace, ReverseQuery } from './geocoded.ts'
import { interpolateHouse } from './interpolate-house.ts'
import { labelOf, labelOfPlace } from './label.ts'
import { nameIn } from './languages.ts'
import { describeWild, settlementKinds } from './wild.ts'

/** Within this distance the house is the match, even if a street is nearer. */
const AT_HOUSE_METERS = 30
const HOUSE_METERS = 100
const STREET_METERS = 300
/** The assumed radius of a settlement around its center. */
const reachMeters: Readonly<Record<string, number>> = { suburb: 2000, village: 3000, town: 6000, city: 15_000 }
const LARGEST_REACH = 15_000
const NEAR_AREAS = 24

/** A nearby entry and its index. */
interface Near {
  readonly book: PlaceBook
  readonly found: NearEntry
}

/** Returns the nearest address, else the street, else the settlement, else the country or the sea. */
export function reverseLocally(books: readonly PlaceBook[], query: ReverseQuery): ReversedPlace {
  // The world has only settlements, and searching them for houses takes time.
  const withHouses = books.filter(({ region }) => region !== undefined)
  const house = nearest(withHouses, (book) => nearestHouse(book, query))
  if (house && house.found.distanceMeters <= AT_HOUSE_METERS) return describe(house, query)
  const street = nearest(withHouses, (book) => nearestStreet(book, query))
  const between = street && interpolated(street, query)
  if (between) return between
  // A house of another street behind the nearest street is a worse match than that street.
  const isBehind = house && street && house.found.entry !== street.found.entry
  if (house && !(isBehind && street.found.distanceMeters < house.found.distanceMeters / 2))
    return describe(house, query)
  if (street) return describe(street, query)
  const settlement = settlementOf(books, query)
  return settlement ? describe(settlement, query) : describeWild(books, query)
}

function settlementOf(books: readonly PlaceBook[], query: ReverseQuery): Near | undefined {
  const country = countryAt(query.latitude, query.longitude)
  const settlements = books.flatMap((book): Near[] => {
    const found = nearestSettlement(book, query, country)
    return found ? [{ book, found }] : []
  })
  const best = leastOf(settlements, ({ book, found }) => howFarOut(book.index, found))
  return best && howFarOut(best.book.index, best.found) <= 1 ? best : undefined
}

function leastOf<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>((best, item) => (best && measure(best) <= measure(item) ? best : item), undefined)
}

function nearest(books: readonly PlaceBook[], find: (book: PlaceBook) => NearEntry | undefined): Near | undefined {
  let best: Near | undefined
  for (const book of books) {
    const found = find(book)
    if (found && !(best && best.found.distanceMeters <= found.distanceMeters)) best = { book, found }
  }
  return best
}

/** A house with a number, or one with only a name. */
function nearestHouse({ index }: PlaceBook, from: Position): NearEntry | undefined {
  const [house] = nearestHouses(index, from, { limit: 1, radiusMeters: HOUSE_METERS })
  const radiusMeters = house?.distanceMeters ?? HOUSE_METERS
  const accepts = (entry: number) => kindOf(index, entry) === 'address'
  return nearestEntries(index, from, { limit: 1, radiusMeters, accepts })[0] ?? house
}

function nearestStreet({ index }: PlaceBook, from: Position): NearEntry | undefined {
  const accepts = (entry: number) => kindOf(index, entry) === 'street'
  return nearestEntries(index, from, { limit: 1, radiusMeters: STREET_METERS, accepts })[0]
}

function nearestSettlement({ index }: PlaceBook, from: Position, country: string | undefined): NearEntry | undefined {
  const accepts = (entry: number) => settlementKinds.has(kindOf(index, entry)) && isOf(country, index, entry)
  const areas = nearestAreas(index, from, { limit: NEAR_AREAS, radiusMeters: LARGEST_REACH, accepts })
  return leastOf(areas, (area) => howFarOut(index, area))
}

/**
 * Bratislava does not reach into Austria. If the center of a settlement lies outside the border of its own country,
 * borders are coarse or disputed there, and they are ignored.
 */
function isOf(country: string | undefined, index: PlaceIndex, entry: number): boolean {
  const own = countryCodeOf(index, entry)
  if (country === undefined || own === undefined || own === country) return true
  const { latitude, longitude } = positionOf(index, entry)
  return countryAt(latitude, longitude) === country
}

/** Below 1 within its radius: four kilometers from its center is still Paris, not the nearer Neuilly. */
function howFarOut(index: PlaceIndex, { entry, distanceMeters }: NearEntry): number {
  return distanceMeters / (reachMeters[kindOf(index, entry)] ?? 1)
}

function describe({ book, found }: Near, { language }: ReverseQuery): ReversedPlace {
  return told(book, found, found.house, language)
}

function interpolated({ book, found }: Near, query: ReverseQuery): ReversedPlace | undefined {
  const house = interpolateHouse(book.index, found.entry, query)
  return house && told(book, { ...found, ...house }, house.house, query.language)
}

function told(
  { index, attribution }: PlaceBook,
  { entry, latitude, longitude, distanceMeters }: NearEntry,
  house: FoundHouse | undefined,
  language: string | undefined,
): ReversedPlace {
  const address = addressOf(index, entry, language, house)
  const kind = house || detailsOf(index, entry)?.houseNumber ? 'address' : kindOf(index, entry)
  const isInterpolated = house?.isInterpolated ?? false
  const label = kind === 'address' ? labelOf(address) : labelOfPlace(kind, nameIn(index, entry, language), address)
  return { latitude, longitude, label, kind, address, isInterpolated, distanceMeters, source: 'local', attribution }
}
