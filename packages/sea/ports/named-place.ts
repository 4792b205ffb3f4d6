import type { Position } from '@fairway/geo'

/** A place that can be given as a destination by name: a port with a code, or a settlement. */
export interface NamedPlace {
  /** UN/LOCODE. Settlements have none. */
  readonly code?: string
  readonly name: string
  readonly country: string
  /**
   * Two-letter country code and GeoNames region code, such as `CA.02`. If the region is unknown, only the country code.
   */
  readonly areaCode: string
  readonly region: string
  readonly position: Position
  /** Population of the settlement. 0 if unknown. */
  readonly population: number
}

export interface Port extends NamedPlace {
  readonly code: string
}

/** A line of the port index, as stored. `names` are normalized, with the usual names separate from all others. */
export interface PlaceLine {
  readonly code: string
  readonly position: Position
  readonly areaCode: string
  readonly population: number
  readonly name: string
  readonly names: readonly string[]
  readonly otherNames: readonly string[]
}

/** Separates and surrounds names, so that a search for a name with its separators finds whole names only. */
export const NAME_SEPARATOR = '|'

export function formatPlaceLine(line: PlaceLine): string {
  const { code, position, areaCode, population, name, names, otherNames } = line
  const [latitude, longitude] = position.map((degrees) => String(Math.round(degrees * 1000) / 1000))
  return [code, latitude, longitude, areaCode, population, name, joinNames(names), joinNames(otherNames)].join('\t')
}

function joinNames(names: readonly string[]): string {
  return `${NAME_SEPARATOR}${names.join(NAME_SEPARATOR)}${NAME_SEPARATOR}`
}

/** Parses the place of a line. `areas` maps codes to the names of countries and regions. */
export function parsePlaceLine(line: string, areas: ReadonlyMap<string, string>): NamedPlace {
  const [code = '', latitude, longitude, areaCode = '', population, name = ''] = line.split('\t', 6)
  return {
    ...(code !== '' && { code }),
    name,
    country: areas.get(areaCode.slice(0, 2)) ?? '',
    areaCode,
    region: areas.get(areaCode) ?? '',
    position: [Number(latitude), Number(longitude)],
    population: Number(population),
  }
}
