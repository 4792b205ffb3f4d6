import { driveSide, iso1A2Code } from '@rapideditor/country-coder'
import type { TrafficRegion } from '../rules.ts'

/**
 * Size of a cache cell in degrees. A border lookup takes 6 µs, which is too slow for every way, so its result is cached
 * per cell.
 */
const CELL_DEGREES = 0.02
const CELLS_PER_ROW = Math.round(360 / CELL_DEGREES) + 1

/** Region for the high seas and unknown locations, with right-hand traffic because it is more common. */
const unknownRegion: TrafficRegion = { country: undefined, leftHandTraffic: false }

/** Region for Northern Cyprus. */
const disputedLeftHandRegion: TrafficRegion = { country: undefined, leftHandTraffic: true }

/** Regions by country. One object per country allows comparing regions by identity. */
const regionByCountry = new Map<string, TrafficRegion>()

/** Cached regions by cell. Cells on a border are marked, and each point in them is looked up. */
const regionByCell = new Map<number, TrafficRegion | 'border'>()

/**
 * Maximum number of cached cells. Caching the whole world would take gigabytes, and this number is enough for the roads
 * of one continent.
 */
const MAX_CELLS = 2_000_000

export function getTrafficRegion(latitude: number, longitude: number): TrafficRegion {
  const row = Math.floor((latitude + 90) / CELL_DEGREES)
  const column = Math.floor((longitude + 180) / CELL_DEGREES)
  const key = row * CELLS_PER_ROW + column
  let cell = regionByCell.get(key)
  if (cell === undefined) {
    if (!Number.isFinite(key)) return unknownRegion
    if (regionByCell.size >= MAX_CELLS) regionByCell.clear()
    cell = findCellRegion(row * CELL_DEGREES - 90, column * CELL_DEGREES - 180)
    regionByCell.set(key, cell)
  }
  return cell === 'border' ? findRegion(latitude, longitude) : cell
}

/**
 * Returns the region of a cell. If the corners and the center agree, the cell is in one country. An enclave smaller
 * than half a cell is missed.
 */
function findCellRegion(south: number, west: number): TrafficRegion | 'border' {
  const middle = findRegion(south + CELL_DEGREES / 2, west + CELL_DEGREES / 2)
  for (const latitude of [south, south + CELL_DEGREES]) {
    for (const longitude of [west, west + CELL_DEGREES]) {
      if (findRegion(latitude, longitude) !== middle) return 'border'
    }
  }
  return middle
}

function findRegion(latitude: number, longitude: number): TrafficRegion {
  const coordinates: [number, number] = [longitude, latitude]
  // Territories have separate traffic laws. For example, Gibraltar drives on the right and the Virgin Islands on the
  // left.
  const country = iso1A2Code(coordinates, { level: 'territory' }) ?? undefined
  if (country === undefined) return driveSide(coordinates) === 'left' ? disputedLeftHandRegion : unknownRegion
  if (country === 'KI' && isOpenSea(latitude, longitude)) return unknownRegion
  let region = regionByCountry.get(country)
  if (region === undefined) {
    region = { country, leftHandTraffic: driveSide(coordinates) === 'left' }
    regionByCountry.set(country, region)
  }
  return region
}

/** South, west, north and east bounds of the islands with roads. */
const kiribatiIslands: readonly (readonly [number, number, number, number])[] = [
  [-4, 169, 5, 178],
  [-5, -175, -2, -170],
  [1.5, -161, 5, -157],
]

/** Returns whether a position inside Kiribati's border is at sea. The border encloses a third of the Pacific. */
function isOpenSea(latitude: number, longitude: number): boolean {
  return !kiribatiIslands.some(
    ([south, west, north, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
}
