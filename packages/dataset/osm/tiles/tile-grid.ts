/** Where a tile of the web's map (spherical Mercator) is, and its units in 10^-7 degrees. */
export class TileGrid {
  /** How many units the whole world is wide. */
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

  /** From units of the tile to units of the world, equal in all tiles that share a border. */
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

/** From a share of the world's width, from west to east. */
export function toLongitude(share: number): number {
  return Math.round((share * 360 - 180) * 1e7)
}

/** From a share of the world's height, from north to south. */
export function toLatitude(share: number): number {
  return Math.round(((Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI) * 1e7)
}
