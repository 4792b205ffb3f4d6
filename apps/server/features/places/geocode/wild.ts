import { initialBearing } from '@fairway/geo'
import { kindOf, type NearEntry, nearestAreas, type Position } from '@fairway/places'
import { attributionOf } from '../runtime/place-directory.ts'
import type { PlaceBook } from '../runtime/place-index.ts'
import { addressOf } from './address.ts'
import { countryAt, isAtSea } from './country-at.ts'
import type { NearestPlace, ReversedPlace, ReverseQuery } from './geocoded.ts'
import { countryName, nameIn } from './languages.ts'

export const settlementKinds: ReadonlySet<string> = new Set(['suburb', 'village', 'town', 'city'])

const BORDERS = 'Borders: © OpenStreetMap contributors (ODbL 1.0)'

/** For positions with nothing nearby: the coordinates, with the nearest settlement and the country, or the sea. */
export function describeWild(books: readonly PlaceBook[], query: ReverseQuery): ReversedPlace {
  const { latitude, longitude, language } = query
  const atSea = isAtSea(latitude, longitude)
  const code = atSea ? undefined : countryAt(latitude, longitude)
  const country = code && countryName(code, language)
  const near = nearestSettlement(books, query)
  const nearest = near && toNearest(near, language)
  const where = nearest && tellWhere(nearest, query)
  const nearCountry = near && addressOf(near.book.index, near.found.entry, language).country
  const label = [
    `${coordinate(latitude)}, ${coordinate(longitude)}`,
    atSea ? 'at sea' : undefined,
    where,
    // A settlement across the border is named with its own country.
    where && nearCountry !== country ? nearCountry : undefined,
    where && nearCountry !== country && country ? `in ${country}` : country,
  ]
  return {
    latitude,
    longitude,
    label: label.filter(Boolean).join(', '),
    kind: atSea ? 'sea' : 'country',
    address: code === undefined ? undefined : { country, country_code: code },
    isInterpolated: false,
    distanceMeters: 0,
    nearest,
    source: 'local',
    attribution: attributionOf([...(near ? [near.book] : []), { attribution: BORDERS }]),
  }
}

function nearestSettlement(books: readonly PlaceBook[], from: Position) {
  let best: { book: PlaceBook; found: NearEntry } | undefined
  for (const book of books) {
    const accepts = (entry: number) => settlementKinds.has(kindOf(book.index, entry))
    const [found] = nearestAreas(book.index, from, { limit: 1, accepts })
    if (found && !(best && best.found.distanceMeters <= found.distanceMeters)) best = { book, found }
  }
  return best
}

function toNearest({ book, found }: { book: PlaceBook; found: NearEntry }, language: string | undefined): NearestPlace {
  const { entry, latitude, longitude, distanceMeters } = found
  return { latitude, longitude, distanceMeters, name: nameIn(book.index, entry, language) }
}

const directions = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const

/** Example: `23 km northeast of Durazno` */
function tellWhere(nearest: NearestPlace, at: Position): string {
  const bearing = (initialBearing(nearest.latitude, nearest.longitude, at.latitude, at.longitude) + 360) % 360
  const direction = directions[Math.round(bearing / 45) % 8]
  const km = Math.max(1, Math.round(nearest.distanceMeters / 1000)).toLocaleString('en-US')
  return `${km} km ${direction} of ${nearest.name}`
}

function coordinate(degrees: number): string {
  return String(Math.round(degrees * 1e5) / 1e5)
}
