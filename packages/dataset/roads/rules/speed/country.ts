import { driveSide, iso1A2Code } from '@rapideditor/country-coder'
import type { TrafficRegion } from '../rules.ts'

/**
 * A border lookup takes six microseconds. That is too slow for every way, so the result is cached for each cell of this
 * size.
 */
const CELL_DEGREES = 0.02
const CELLS_PER_ROW = Math.round(360 / CELL_DEGREES) + 1

/** High seas or an unknown location: assumes right-hand traffic, which is more common. */
const unknownRegion: TrafficRegion = { country: undefined, leftHandTraffic: false }

/** Northern Cyprus. */
const disputedLeftHandRegion: TrafficRegion = { country: undefined, leftHandTraffic: true }

/** One object per country, so that regions can be compared by identity. */
const regionByCountry = new Map<string, TrafficRegion>()

/** Cells that a border crosses are marked and looked up point by point. */
const regionByCell = new Map<number, TrafficRegion | 'border'>()

/**
 * Cells for the whole world would take gigabytes. This is enough for the cells that contain the roads of one continent.
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

/** A cell whose corners and center agree lies in one country. An enclave smaller than half a cell is missed. */
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
  // Territories have separate traffic laws: Gibraltar drives on the right, the Virgin Islands on the left.
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

/** The southern, western, northern, and eastern bounds of the islands with roads. */
const kiribatiIslands: readonly (readonly [number, number, number, number])[] = [
  [-4, 169, 5, 178],
  [-5, -175, -2, -170],
  [1.5, -161, 5, -157],
]

/** Kiribati's border encloses a third of the Pacific. Away from its islands, that is open sea. */
function isOpenSea(latitude: number, longitude: number): boolean {
  return !kiribatiIslands.some(
    ([south, west, north, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
}
