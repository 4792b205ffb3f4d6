import { flatDistanceMeters, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { findCrossings } from './find-crossings.ts'

type Point = readonly [x: number, y: number]
type Segment = readonly [number, number]

/** Rings drawn in microdegrees near the equator. Nodes are numbered ring by ring. */
class DrawnArea {
  readonly rings: number[][] = []
  readonly points: Point[] = []

  constructor(rings: readonly (readonly Point[])[]) {
    for (const ring of rings) this.rings.push(ring.map((point) => this.points.push(point) - 1))
  }

  get positions() {
    return {
      latitude: Int32Array.from(this.points, ([, y]) => y),
      longitude: Int32Array.from(this.points, ([x]) => x),
    }
  }

  crossings(entrances: readonly number[]): (readonly [number, number])[] {
    return findCrossings(this.rings, (node) => entrances.includes(node), this.positions)
  }

  get outline(): Segment[] {
    return this.rings.flatMap((ring) =>
      ring.map((node, i) => [ring[(i + ring.length - 1) % ring.length], node] as const),
    )
  }

  meters([a, b]: Segment): number {
    const [[x, y], [otherX, otherY]] = [this.points[a], this.points[b]]
    return flatDistanceMeters(y / 1e6, x / 1e6, otherY / 1e6, otherX / 1e6)
  }

  /** Computes all shortest distances with the Floyd–Warshall algorithm. */
  distances(segments: readonly Segment[]): number[][] {
    const count = this.points.length
    const table = Array.from({ length: count }, (_, i) =>
      Array.from({ length: count }, (_, k) => (i === k ? 0 : Number.POSITIVE_INFINITY)),
    )
    for (const [a, b] of segments) {
      table[a][b] = Math.min(table[a][b], this.meters([a, b]))
      table[b][a] = table[a][b]
    }
    for (let via = 0; via < count; via++)
      for (const row of table) for (let to = 0; to < count; to++) row[to] = Math.min(row[to], row[via] + table[via][to])
    return table
  }

  /**
   * Lists all pairs of nodes whose connecting line stays inside the area. The line is split at every ring segment, and
   * the midpoint of each part is tested.
   */
  allVisibleSegments(): Segment[] {
    const segments: Segment[] = [...this.outline]
    for (let a = 0; a < this.points.length; a++)
      for (let b = 0; b < a; b++) if (this.staysInside(this.points[a], this.points[b])) segments.push([a, b])
    return segments
  }

  private staysInside([ax, ay]: Point, [bx, by]: Point): boolean {
    const cuts = [0, 1]
    for (const [c, d] of this.outline) {
      const [[cx, cy], [dx, dy]] = [this.points[c], this.points[d]]
      const denominator = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
      if (denominator === 0) continue
      const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / denominator
      const u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / denominator
      if (t > 1e-12 && t < 1 - 1e-12 && u > -1e-12 && u < 1 + 1e-12) cuts.push(t)
    }
    cuts.sort((p, q) => p - q)
    return cuts.slice(1).every((t, i) => {
      const middle = (t + cuts[i]) / 2
      return t - cuts[i] < 1e-9 || this.contains(ax + middle * (bx - ax), ay + middle * (by - ay))
    })
  }

  private contains(x: number, y: number): boolean {
    let isInside = false
    for (const [c, d] of this.outline) {
      const [[cx, cy], [dx, dy]] = [this.points[c], this.points[d]]
      if (cy > y !== dy > y && x < cx + ((y - cy) / (dy - cy)) * (dx - cx)) isInside = !isInside
    }
    return isInside
  }
}

/** Returns a simple star with reflex corners around a center. */
function star(random: () => number, center: Point, radius: number, corners: number): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.8 * random())) / corners
    const length = radius * (0.35 + 0.65 * random())
    return [Math.round(center[0] + length * Math.cos(angle)), Math.round(center[1] + length * Math.sin(angle))] as const
  })
}

/** Returns a star with holes around its center, on circles that do not intersect. */
function randomArea(random: () => number): DrawnArea {
  const rings = [star(random, [0, 0], 2000, 5 + Math.floor(14 * random()))]
  const holes = Math.floor(4 * random())
  for (let hole = 0; hole < holes; hole++) {
    const angle = (2 * Math.PI * hole) / holes
    const center = [Math.round(350 * Math.cos(angle)), Math.round(350 * Math.sin(angle))] as const
    rings.push(star(random, center, holes === 1 ? 300 : 220, 3 + Math.floor(6 * random())))
  }
  return new DrawnArea(random() < 0.5 ? rings : rings.map((ring) => ring.toReversed()))
}

function pickEntrances(random: () => number, count: number, wanted: number): number[] {
  return Array.from({ length: count }, (_, node) => node)
    .sort(() => random() - 0.5)
    .slice(0, wanted)
}

const square: Point[] = [
  [0, 0],
  [1000, 0],
  [1000, 1000],
  [0, 1000],
]

describe('findCrossings', () => {
  test.each(Array.from({ length: 150 }, (_, i) => i + 1))(
    'makes walks between entrances as short as all lines of sight would, seed %i',
    (seed) => {
      const random = seededRandom(seed)
      const area = randomArea(random)
      const entrances = pickEntrances(random, area.points.length, 2 + Math.floor(5 * random()))
      const crossings = area.crossings(entrances)
      const expected = area.distances(area.allVisibleSegments())
      const actual = area.distances([...area.outline, ...crossings])
      for (const a of entrances) {
        for (const b of entrances) expect(actual[a][b] - expected[a][b], `${a} → ${b}`).toBeCloseTo(0, 6)
      }
    },
  )

  test.each([1, 2, 3, 4, 5])('stays within 10 %% of the shortest walk with many entrances, seed %i', (seed) => {
    const random = seededRandom(seed)
    const area = new DrawnArea([star(random, [0, 0], 2000, 40), star(random, [0, 0], 300, 8)])
    const entrances = pickEntrances(random, 40, 30)
    const crossings = area.crossings(entrances)
    const expected = area.distances(area.allVisibleSegments())
    const actual = area.distances([...area.outline, ...crossings])
    for (const a of entrances) {
      for (const b of entrances) expect(actual[a][b], `${a} → ${b}`).toBeLessThanOrEqual(1.1 * expected[a][b] + 1e-6)
    }
    expect(crossings.length).toBeLessThan((30 * 29) / 2)
  })

  test('adds no path that no shortest walk needs', () => {
    // The notch at node 2 is the only corner between the entrances 1 and 3.
    const area = new DrawnArea([
      [
        [0, 0],
        [1000, 0],
        [500, 300],
        [1000, 1000],
        [0, 1000],
      ],
    ])
    expect(area.crossings([0, 3])).toEqual([[3, 0]])
    expect(area.crossings([1, 3])).toEqual([])
  })

  test.each<[string, readonly (readonly Point[])[]]>([
    ['crosses itself', [[square[0], square[2], square[1], square[3]]]],
    ['touches the middle of its own segment', [[...square, [500, 0], [400, 500]]]],
    [
      'is crossed by a hole',
      [
        square,
        [
          [500, 500],
          [1500, 500],
          [500, 800],
        ],
      ],
    ],
    ['runs back on itself', [[...square, [0, 500], [0, 1000]]]],
  ])('adds nothing if a ring %s', (_, rings) => {
    const area = new DrawnArea(rings)
    expect(area.crossings([...area.points.keys()])).toEqual([])
  })

  test('walks around a hole that touches the outer ring', () => {
    // Nodes at the same position count as one point, so the hole blocks the path along the lower side.
    const area = new DrawnArea([
      [
        [0, 0],
        [500, 0],
        [1000, 0],
        [1000, 1000],
        [0, 1000],
      ],
      [
        [500, 0],
        [600, 400],
        [400, 400],
      ],
    ])
    const [left, right] = [0, 2]
    const walk = area.distances([...area.outline, ...area.crossings([left, right])])[left][right]
    expect(walk).toBeCloseTo(area.meters([left, right]), 6)
    const upper = area.distances([...area.outline, ...area.crossings([3, 4, 6])])
    expect(upper[4][6]).toBeCloseTo(area.meters([4, 6]), 6)
  })

  test.each([
    [80, true],
    [81, false],
  ])('crosses an area with %i entrances: %s', (count, isCrossed) => {
    const circle = Array.from({ length: count }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / count
      return [Math.round(1e5 * Math.cos(angle)), Math.round(1e5 * Math.sin(angle))]
    })
    const area = new DrawnArea([circle])
    expect(area.crossings([...circle.keys()]).length > 0).toBe(isCrossed)
  })

  test.each([
    [1000, true],
    [1001, false],
  ])('crosses an area with %i nodes: %s', (count, isCrossed) => {
    const circle = Array.from({ length: count }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / count
      return [Math.round(1e6 * Math.cos(angle)), Math.round(1e6 * Math.sin(angle))]
    })
    expect(new DrawnArea([circle]).crossings([0, 500]).length > 0).toBe(isCrossed)
  })

  test.each([
    [250, true],
    [251, false],
  ])('crosses an area with %i corners and entrances: %s', (count, isCrossed) => {
    // Paths may bend at each corner of a round hole. The remaining two points are the entrances.
    const hole = Array.from({ length: count - 2 }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / (count - 2)
      return [Math.round(1e5 * Math.cos(angle)), Math.round(1e5 * Math.sin(angle))]
    })
    const outer: Point[] = [
      [-2e5, -2e5],
      [2e5, -2e5],
      [2e5, 2e5],
      [-2e5, 2e5],
    ]
    expect(new DrawnArea([outer, hole]).crossings([0, 2]).length > 0).toBe(isCrossed)
  })
})
