export type LonLat = readonly [longitude: number, latitude: number]

/**
 * Returns the first two crossing edges of a closed ring, or undefined if no edges cross. Each edge is identified by the
 * index of its first position. Edges may touch, for example where a border returns to a corner. The function checks
 * every pair of edges.
 */
export function findSelfIntersection(ring: readonly LonLat[]): readonly [number, number] | undefined {
  const edgeCount = ring.length - 1
  for (let a = 0; a < edgeCount; a++) {
    for (let b = a + 2; b < edgeCount; b++) {
      if (a === 0 && b === edgeCount - 1) continue
      if (segmentsIntersect(ring[a], ring[a + 1], ring[b], ring[b + 1])) return [a, b]
    }
  }
  return undefined
}

function segmentsIntersect(a: LonLat, b: LonLat, c: LonLat, d: LonLat): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false
  return orientation(a, b, c) * orientation(a, b, d) < 0 && orientation(c, d, a) * orientation(c, d, b) < 0
}

function orientation(a: LonLat, b: LonLat, p: LonLat): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))
}
