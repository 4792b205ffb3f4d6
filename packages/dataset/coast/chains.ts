import type { TileBox } from '@fairway/geo'

/** A piece of coastline in world coordinates, with land on its left. */
export interface CoastChain {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

export function isClosedChain({ x, y }: CoastChain): boolean {
  return x.length > 3 && x[0] === x.at(-1) && y[0] === y.at(-1)
}

/** Returns the signed area of a closed chain. The area is positive if the chain encloses water. */
export function signedArea({ x, y }: CoastChain): number {
  let doubledArea = 0
  for (let i = 0; i + 1 < x.length; i++) {
    // Use offsets from the first point, because products of world coordinates would lose precision.
    doubledArea += (x[i] - x[0]) * (y[i + 1] - y[0]) - (x[i + 1] - x[0]) * (y[i] - y[0])
  }
  return doubledArea / 2
}

/**
 * Inserts points so that no gap exceeds `maxGap`. The distance between two chains can then be measured between their
 * points.
 */
export function densify({ x, y }: CoastChain, maxGap: number): CoastChain {
  const [denseX, denseY] = [[x[0]], [y[0]]]
  for (let i = 1; i < x.length; i++) {
    const steps = Math.max(1, Math.ceil(Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) / maxGap))
    for (let step = 1; step < steps; step++) {
      denseX.push(x[i - 1] + ((x[i] - x[i - 1]) * step) / steps)
      denseY.push(y[i - 1] + ((y[i] - y[i - 1]) * step) / steps)
    }
    denseX.push(x[i])
    denseY.push(y[i])
  }
  return { x: denseX, y: denseY }
}

/** Spatial hash that finds points near a position. */
export class PointHash {
  private readonly size: number
  private readonly cells = new Map<string, { x: number; y: number; id: number }[]>()

  constructor(cellSize: number) {
    this.size = cellSize
  }

  add(x: number, y: number, id: number): void {
    const key = `${Math.floor(x / this.size)} ${Math.floor(y / this.size)}`
    const cell = this.cells.get(key)
    if (cell) cell.push({ x, y, id })
    else this.cells.set(key, [{ x, y, id }])
  }

  /** Lists the points at most one cell size away from the position. */
  *listNear(x: number, y: number): Generator<{ id: number; distance: number }> {
    const [column, row] = [Math.floor(x / this.size), Math.floor(y / this.size)]
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const point of this.cells.get(`${column + dx} ${row + dy}`) ?? []) {
          const distance = Math.hypot(point.x - x, point.y - y)
          if (distance <= this.size) yield { id: point.id, distance }
        }
      }
    }
  }
}

/**
 * Returns the position of a point along the border of a box, from 0 to 4, clockwise from the northwest corner. A point
 * inside the box is projected to the nearest point on the border.
 */
export function toBorderPosition(x: number, y: number, { west, north, east, south }: TileBox): number {
  const [width, height] = [east - west, south - north]
  const clamp = (value: number) => Math.max(0, Math.min(1, value))
  const gaps = [Math.abs(y - north), Math.abs(east - x), Math.abs(south - y), Math.abs(x - west)]
  const borderSide = gaps.indexOf(Math.min(...gaps))
  if (borderSide === 0) return clamp((x - west) / width)
  if (borderSide === 1) return 1 + clamp((y - north) / height)
  if (borderSide === 2) return 2 + clamp((east - x) / width)
  return (3 + clamp((south - y) / height)) % 4
}

export function fromBorderPosition(position: number, { west, north, east, south }: TileBox): [x: number, y: number] {
  const share = position - Math.floor(position)
  switch (Math.floor(position) % 4) {
    case 0:
      return [west + share * (east - west), north]
    case 1:
      return [east, north + share * (south - north)]
    case 2:
      return [east - share * (east - west), south]
    default:
      return [west, south - share * (south - north)]
  }
}
