import { findSelfIntersection, type LonLat } from './crossing.ts'

type Ring = readonly LonLat[]

/**
 * Splits self-intersecting rings, which are common in hand-drawn borders. Rings are split in two at a crossing until no
 * crossing remains. Each loop becomes a separate polygon, and the loops enclose the same area as the ring. Holes stay
 * with the largest loop.
 */
export function splitSelfIntersections(polygon: readonly Ring[]): Ring[][] {
  const [outerRing = [], ...holes] = polygon
  const [largestLoop = [], ...otherLoops] = splitIntoLoops(outerRing).sort((a, b) => areaOf(b) - areaOf(a))
  return [[largestLoop, ...holes.flatMap(splitIntoLoops)], ...otherLoops.map((loop) => [loop])]
}

function splitIntoLoops(ring: Ring): Ring[] {
  const crossing = findSelfIntersection(ring)
  if (!crossing) return [ring]
  const [a, b] = crossing
  const crossingPoint = intersectionOf(ring[a], ring[a + 1], ring[b], ring[b + 1])
  const outerLoop = [...ring.slice(0, a + 1), crossingPoint, ...ring.slice(b + 1)]
  const innerLoop = [crossingPoint, ...ring.slice(a + 1, b + 1), crossingPoint]
  return [outerLoop, innerLoop].filter((loop) => loop.length >= 4 && areaOf(loop) > 0).flatMap(splitIntoLoops)
}

function intersectionOf(a: LonLat, b: LonLat, c: LonLat, d: LonLat): LonLat {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const fraction = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / (ux * vy - uy * vx)
  return [a[0] + fraction * ux, a[1] + fraction * uy]
}

function areaOf(ring: Ring): number {
  let sum = 0
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return Math.abs(sum)
}
