/** A closed ring in world coordinates, without the repeated last point. */
export interface WorldRing {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly area: number
}

export function toWorldRing(x: Float64Array, y: Float64Array): WorldRing {
  let doubledArea = 0
  for (let i = 0, previous = x.length - 1; i < x.length; previous = i++)
    doubledArea += x[previous] * y[i] - x[i] * y[previous]
  return { x, y, area: Math.abs(doubledArea / 2) }
}

function isInRing({ x, y }: WorldRing, px: number, py: number): boolean {
  let isInside = false
  for (let i = 0, previous = x.length - 1; i < x.length; previous = i++) {
    if (y[i] > py === y[previous] > py) continue
    if (px < x[i] + ((py - y[i]) / (y[previous] - y[i])) * (x[previous] - x[i])) isInside = !isInside
  }
  return isInside
}

/** Maximum number of rings of one element. Only the largest rings are kept. No lake has more visible islands. */
const MAX_NESTED_RINGS = 3000

/**
 * Returns outer rings, each followed by its holes. Member roles are often wrong, so the nesting depends only on the
 * geometry. A ring inside an odd number of other rings is a hole in the smallest of those rings.
 */
export function nestRings(rings: readonly WorldRing[]): { ring: WorldRing; isHole: boolean }[] {
  if (rings.length === 1) return [{ ring: rings[0], isHole: false }]
  const sorted = [...rings].sort((a, b) => b.area - a.area).slice(0, MAX_NESTED_RINGS)
  const holes = new Map<WorldRing, WorldRing[]>()
  const depth = new Map<WorldRing, number>()
  const outers: WorldRing[] = []
  for (const [index, ring] of sorted.entries()) {
    const containing = sorted.slice(0, index).filter((other) => isInRing(other, ring.x[0], ring.y[0]))
    depth.set(ring, containing.length)
    if (containing.length % 2 === 0) {
      outers.push(ring)
      holes.set(ring, [])
      continue
    }
    const parent = containing.findLast((other) => depth.get(other) === containing.length - 1)
    if (parent) holes.get(parent)?.push(ring)
  }
  return outers.flatMap((ring) => [
    { ring, isHole: false },
    ...(holes.get(ring) ?? []).map((hole) => ({ ring: hole, isHole: true })),
  ])
}

/**
 * Returns a point inside the ring. The point is the centroid if the ring contains it. Otherwise, it is the middle of
 * the widest section of the ring at the latitude of the centroid.
 */
export function findInnerPoint(ring: WorldRing): readonly [x: number, y: number] {
  const { x, y } = ring
  let [doubledArea, sumX, sumY] = [0, 0, 0]
  for (let i = 0, previous = x.length - 1; i < x.length; previous = i++) {
    // Use offsets from the first point, because products of world coordinates would lose precision.
    const [ax, ay, bx, by] = [x[previous] - x[0], y[previous] - y[0], x[i] - x[0], y[i] - y[0]]
    const cross = ax * by - bx * ay
    doubledArea += cross
    sumX += (ax + bx) * cross
    sumY += (ay + by) * cross
  }
  if (doubledArea === 0) return [x[0], y[0]]
  const [centerX, centerY] = [x[0] + sumX / (3 * doubledArea), y[0] + sumY / (3 * doubledArea)]
  if (isInRing(ring, centerX, centerY)) return [centerX, centerY]
  const crossings: number[] = []
  for (let i = 0, previous = x.length - 1; i < x.length; previous = i++) {
    if (y[i] > centerY === y[previous] > centerY) continue
    crossings.push(x[i] + ((centerY - y[i]) / (y[previous] - y[i])) * (x[previous] - x[i]))
  }
  crossings.sort((a, b) => a - b)
  let [bestX, width] = [x[0], -1]
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    if (crossings[i + 1] - crossings[i] <= width) continue
    width = crossings[i + 1] - crossings[i]
    bestX = (crossings[i] + crossings[i + 1]) / 2
  }
  return [bestX, centerY]
}
