/** World coordinates in spherical Mercator. Both axes range from 0 to 1, with x increasing eastward and y southward. */

/** Size of a tile in tile units. */
export const TILE_EXTENT = 4096
/** Width of the margin around a tile in tile units, so that lines and outlines do not end at the seam. */
export const TILE_BUFFER = 64
/** Latitude of the northern and southern edges of the world in degrees. */
export const MAX_LATITUDE = 85.0511287798066
/** Maximum y. At a pole, y would be infinite. Nothing beyond the edge of the world is drawn. */
const MAX_Y = 1.05
const DEGREES_PER_MICRODEGREE = 1e-6

export interface TileId {
  readonly z: number
  readonly x: number
  readonly y: number
}

export interface TileBox {
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

/** Bounds of a tile with its margin, in tile units. */
export const BUFFERED_TILE_BOX: TileBox = {
  west: -TILE_BUFFER,
  north: -TILE_BUFFER,
  east: TILE_EXTENT + TILE_BUFFER,
  south: TILE_EXTENT + TILE_BUFFER,
}

/** Converts a longitude in microdegrees to a world coordinate. */
export function toWorldX(longitude: number): number {
  return (longitude * DEGREES_PER_MICRODEGREE + 180) / 360
}

/** Converts a latitude in microdegrees to a world coordinate. */
export function toWorldY(latitude: number): number {
  const sine = Math.sin((latitude * DEGREES_PER_MICRODEGREE * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.max(1 - MAX_Y, Math.min(MAX_Y, y))
}

/** Converts a world coordinate to a longitude in microdegrees. */
export function toLongitude(x: number): number {
  return (x * 360 - 180) / DEGREES_PER_MICRODEGREE
}

/** Converts a world coordinate to a latitude in microdegrees. */
export function toLatitude(y: number): number {
  return ((360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90) / DEGREES_PER_MICRODEGREE
}

/** Returns the bounds of a tile, extended by `buffer` tile units. */
export function toTileBox({ z, x, y }: TileId, buffer: number = TILE_BUFFER): TileBox {
  const size = 2 ** -z
  const margin = (buffer / TILE_EXTENT) * size
  return {
    west: x * size - margin,
    north: y * size - margin,
    east: (x + 1) * size + margin,
    south: (y + 1) * size + margin,
  }
}

/** Returns a unique number for each tile up to zoom level 15, ordered by zoom level and then row by row. */
export function tileNumber({ z, x, y }: TileId): number {
  return (4 ** z - 1) / 3 + y * 2 ** z + x
}
