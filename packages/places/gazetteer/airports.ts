import { distanceMeters } from '@fairway/geo'
import type { PlaceRecord } from '../index/record.ts'

export interface Airport {
  readonly iata: string
  readonly icao: string
  readonly size: string
  readonly isScheduled: boolean
  readonly latitude: number
  readonly longitude: number
  readonly countryCode: string
  readonly name: string
  readonly town: string
  readonly otherNames: readonly string[]
}

/** Parses a tab-separated table of ten columns: codes, size, scheduled flights, position, and names. */
export function parseAirports(table: string): Airport[] {
  return table
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((columns) => columns.length === 10)
    .map(([iata, icao, size, flights, latitude, longitude, countryCode, name, town, keywords]) => ({
      iata,
      icao,
      size,
      isScheduled: flights === 'yes',
      latitude: Number(latitude),
      longitude: Number(longitude),
      countryCode,
      name,
      // Examples are "Birmingham, West Midlands", "London/Gatwick", and "Köln (Cologne)".
      town: town.split(/[,/(]/)[0].trim(),
      otherNames: keywords
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    }))
}

/**
 * Importance by airport size. A large airport ranks like a town of 50,000 people, and a small airfield ranks like a
 * village.
 */
const importanceBySize: Readonly<Record<string, number>> = { large: 0.66, medium: 0.48, small: 0.36 }
const NO_FLIGHTS_FACTOR = 0.75
const airportWordPattern =
  /airport|airfield|airbase|air base|field|aerodrom|aéroport|aeroport|aeropuerto|flughafen|مطار|空港|机场/i

/** Maximum distance from an airport at which its code is rejected as the name of a town. */
const MAX_CODE_KILOMETERS = 80

/**
 * Returns whether a name is the code of a nearby airport. GeoNames lists MVD as a name of Montevideo, but users mean
 * the airport.
 */
export function isCodeOfAirportNearby(
  airports: ReadonlyMap<string, Airport>,
  name: string,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): boolean {
  const airport = /^[A-Z]{3}$/.test(name) ? airports.get(name) : undefined
  if (!airport) return false
  return distanceMeters(airport.latitude, airport.longitude, latitude, longitude) < MAX_CODE_KILOMETERS * 1000
}

const genericWords =
  /\b(international|airport|intl|regional|general|national|municipal|city|of|de|la|the)\b|[^\p{L}\s]/giu

/**
 * Lists short names of large airports, such as Heathrow and Charles de Gaulle. The list is empty if the short name
 * equals the town name.
 */
function listShortNames({ name, town, size }: Airport): string[] {
  if (size !== 'large') return []
  const properName = name
    .replace(town, '')
    .replace(/\b(international|intl)?\s*airport\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
  const specificName = properName.replace(genericWords, '').trim()
  return specificName === '' || properName.split(' ').length > 3 || properName === name ? [] : [properName]
}

export function toAirportRecord(airport: Airport, parent: number | undefined): PlaceRecord {
  const { iata, icao, name, town, otherNames, latitude, longitude, countryCode } = airport
  // A keyword is often just the name of the town. Without the word "Airport", the airport would share the name of that
  // town.
  const searchNames = otherNames.map((otherName) =>
    airportWordPattern.test(otherName) || /^[A-Z]{3,4}$/.test(otherName) ? otherName : `${otherName} Airport`,
  )
  const townNames = town === '' ? [] : [`${town} Airport`]
  const names = [name, iata, icao, ...listShortNames(airport), ...townNames, ...searchNames].filter(
    (otherName) => otherName !== '',
  )
  const importance = (importanceBySize[airport.size] ?? 0.3) * (airport.isScheduled ? 1 : NO_FLIGHTS_FACTOR)
  const details = JSON.stringify({ tags: { iata, ...(icao === '' ? {} : { icao }) } })
  return { kind: 'airport', names: [...new Set(names)], latitude, longitude, importance, parent, countryCode, details }
}
