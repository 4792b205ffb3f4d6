import type { Position } from '../geometry/sphere.ts'

/** A place that ships may be sent to by its name: a port with a code, or a settlement. */
export interface NamedPlace {
  /** Its UN/LOCODE; settlements have none. */
  readonly code?: string
  readonly name: string
  readonly country: string
  /** `CA.02`: the country's two letters, and how GeoNames calls the region; the country alone where that is unknown. */
  readonly areaCode: string
  readonly region: string
  readonly position: Position
  /** Of the settlement; 0 when nobody knows it. */
  readonly population: number
}

export interface Port extends NamedPlace {
  readonly code: string
}

/** A line of the book of ports, as it is written and read. `names` are folded, the usual ones apart from all others. */
export interface PlaceLine {
  readonly code: string
  readonly position: Position
  readonly areaCode: string
  readonly population: number
  readonly name: string
  readonly names: readonly string[]
  readonly otherNames: readonly string[]
}

/** Between names, and around them, so that a whole name can be found by looking for it with its bars. */
export const BAR = '|'

export function writePlaceLine(line: PlaceLine): string {
  const { code, position, areaCode, population, name, names, otherNames } = line
  const [latitude, longitude] = position.map((degrees) => String(Math.round(degrees * 1000) / 1000))
  return [code, latitude, longitude, areaCode, population, name, barred(names), barred(otherNames)].join('\t')
}

function barred(names: readonly string[]): string {
  return `${BAR}${names.join(BAR)}${BAR}`
}

/** The place of a line; `areas` are the names of countries and regions by their codes. */
export function readPlaceLine(line: string, areas: ReadonlyMap<string, string>): NamedPlace {
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
