import type { Position } from '../earth.ts'
import type { Terrain } from './terrain.ts'

/**
 * Tiles of the Shuttle Radar Topography Mission. A tile covers one degree by one degree, with rows from north to south
 * and heights in meters above sea level.
 */

const VOID_SAMPLE = -32_768
const samplesPerSideByBytes: ReadonlyMap<number, number> = new Map([
  [1201 * 1201 * 2, 1201],
  [3601 * 3601 * 2, 3601],
])

export interface HgtTile {
  /** Latitude and longitude of the southwest corner, in whole degrees. */
  readonly latitude: number
  readonly longitude: number
  /** Number of rows and columns. The outermost samples are on the borders and are shared with the neighboring tiles. */
  readonly size: number
  readonly samples: Int16Array
}

/** Parses the corner, such as "N42E001", from names such as "N42E001.hgt" and "n42e001.SRTMGL1.hgt.zip". */
export function parseTileName(name: string): { readonly latitude: number; readonly longitude: number } | undefined {
  const match = /(?:^|[/\\])([NS])(\d\d)([EW])(\d\d\d)(?:\.[^/\\]*)?$/i.exec(name)
  if (!match) return undefined
  const latitude = Number(match[2]) * (/s/i.test(match[1]) ? -1 : 1)
  const longitude = Number(match[4]) * (/w/i.test(match[3]) ? -1 : 1)
  return latitude < -90 || latitude > 89 || longitude < -180 || longitude > 179 ? undefined : { latitude, longitude }
}

/** Returns the tile, or an error message if the bytes are not a valid tile. */
export function readHgt(bytes: Uint8Array, name: string): HgtTile | { readonly message: string } {
  const corner = parseTileName(name)
  if (!corner)
    return {
      message: `${name}: the name does not contain the position of the tile; allowed: names such as N42E001.hgt`,
    }
  const size = samplesPerSideByBytes.get(bytes.length)
  if (size === undefined) {
    return { message: `${name}: has ${bytes.length} bytes; allowed: ${[...samplesPerSideByBytes.keys()].join(' or ')}` }
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Int16Array(size * size)
  for (let index = 0; index < samples.length; index++) samples[index] = view.getInt16(index * 2)
  return { ...corner, size, samples }
}

/** Interpolates heights bilinearly between the four surrounding samples. Voids are ignored. */
export class HgtTerrain implements Terrain {
  private readonly tiles: ReadonlyMap<string, HgtTile>

  constructor(tiles: readonly HgtTile[]) {
    this.tiles = new Map(tiles.map((tile) => [tileKey(tile.latitude, tile.longitude), tile]))
  }

  /** Returns the height, or undefined if there is no tile or all surrounding samples are voids. */
  heightAt(position: Position): number | undefined {
    return this.readFirstTile(position, heightInTile)
  }

  cellsPerDegreeAt(position: Position): number | undefined {
    return this.readFirstTile(position, ({ size }) => size - 1)
  }

  private readFirstTile(
    [latitude, longitude]: Position,
    read: (tile: HgtTile, north: number, east: number) => number | undefined,
  ): number | undefined {
    for (const south of listTileDegrees(latitude)) {
      for (const west of listTileDegrees(longitude)) {
        const tile = this.tiles.get(tileKey(south, west === 180 ? -180 : west))
        const value = tile && read(tile, latitude - south, longitude - west)
        if (value !== undefined) return value
      }
    }
    return undefined
  }
}

const tileKey = (latitude: number, longitude: number) => `${latitude},${longitude}`

/** Returns the tile corners for a coordinate. A border belongs to the tiles on both sides. */
function listTileDegrees(degrees: number): readonly number[] {
  const floor = Math.floor(degrees)
  if (degrees !== floor) return [floor]
  return [floor, degrees === -180 ? 179 : floor - 1]
}

function heightInTile({ size, samples }: HgtTile, north: number, east: number): number | undefined {
  // Longitude -180 is on the eastern border of the tile at 179.
  const x = Math.min(1, east < 0 ? 1 : east) * (size - 1)
  const y = (1 - Math.min(1, north)) * (size - 1)
  const column = Math.min(Math.floor(x), size - 2)
  const row = Math.min(Math.floor(y), size - 2)
  let sum = 0
  let weightSum = 0
  for (const [rowOffset, columnOffset] of cellCorners) {
    const weight = (rowOffset === 1 ? y - row : 1 - (y - row)) * (columnOffset === 1 ? x - column : 1 - (x - column))
    const sample = samples[(row + rowOffset) * size + column + columnOffset]
    if (sample === VOID_SAMPLE || weight === 0) continue
    sum += sample * weight
    weightSum += weight
  }
  return weightSum === 0 ? undefined : sum / weightSum
}

const cellCorners = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const
