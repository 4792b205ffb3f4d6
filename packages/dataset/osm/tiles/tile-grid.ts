/** The location of a web map tile (spherical Mercator), for converting tile units to 10^-7 degrees. */
export class TileGrid {
  /** Width of the world in tile units. */
  readonly worldUnits: number
  private readonly extent: number
  private readonly column: number
  private readonly row: number

  constructor(zoom: number, column: number, row: number, extent: number) {
    this.worldUnits = 2 ** zoom * extent
    this.column = column
    this.row = row
    this.extent = extent
  }

  /** Converts tile units to world units. A point on a tile border has the same world units in all adjacent tiles. */
  worldX(x: number): number {
    return this.column * this.extent + x
  }
  worldY(y: number): number {
    return this.row * this.extent + y
  }

  longitude(x: number): number {
    return toLongitude(this.worldX(x) / this.worldUnits)
  }
  latitude(y: number): number {
    return toLatitude(this.worldY(y) / this.worldUnits)
  }
}

/** Converts a fraction of the world's width, measured from west to east, to 10^-7 degrees. */
export function toLongitude(fraction: number): number {
  return Math.round((fraction * 360 - 180) * 1e7)
}

/** Converts a fraction of the world's height, measured from north to south, to 10^-7 degrees. */
export function toLatitude(fraction: number): number {
  return Math.round(((Math.atan(Math.sinh(Math.PI * (1 - 2 * fraction))) * 180) / Math.PI) * 1e7)
}
