import { type Paths, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { CoastChain } from './chains.ts'
import { joinCoast, LAND_LABEL } from './join-coast.ts'

const box = { west: 0, north: 0, east: 1, south: 1 }
const tolerance = 0.02

/** Returns whether a point is water. In this reference implementation, the last ring painted over the point decides. */
function isWater(paths: Paths, px: number, py: number): boolean {
  let water = false
  for (let ring = 0; ring < paths.count; ring++) {
    let inside = false
    for (let i = paths.startOf(ring), j = paths.endOffsets[ring] - 1; i < paths.endOffsets[ring]; j = i++) {
      const [xi, yi, xj, yj] = [paths.x[i], paths.y[i], paths.x[j], paths.y[j]]
      if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) inside = !inside
    }
    if (inside) water = paths.labels[ring] !== LAND_LABEL
  }
  return water
}

const chain = (...points: [number, number][]): CoastChain => ({
  x: points.map(([x]) => x),
  y: points.map(([, y]) => y),
})
/** Coastline from west to east, so the land on its left is to the north. */
const straight = chain([0, 0.5], [1, 0.5])

describe('coast', () => {
  test('of the world alone separates land from sea unchanged', () => {
    const paths = joinCoast({ local: [], world: [straight], box, tolerance })
    expect([isWater(paths, 0.5, 0.4), isWater(paths, 0.5, 0.6)]).toEqual([false, true])
  })

  test('of a map replaces that of the world where both exist, and joins it at its ends', () => {
    const local = chain([0.3, 0.51], [0.5, 0.51], [0.5, 0.45], [0.6, 0.45], [0.6, 0.51], [0.7, 0.51])
    const paths = joinCoast({ local: [local], world: [straight], box, tolerance: 0.08 })
    expect(isWater(paths, 0.55, 0.48)).toBe(true)
    expect(isWater(paths, 0.55, 0.43)).toBe(false)
    expect(isWater(paths, 0.4, 0.505)).toBe(false)
    expect([isWater(paths, 0.1, 0.49), isWater(paths, 0.1, 0.51)]).toEqual([false, true])
    expect([isWater(paths, 0.9, 0.49), isWater(paths, 0.9, 0.51)]).toEqual([false, true])
  })

  test('of a map alone continues straight to the border', () => {
    const paths = joinCoast({ local: [chain([0.1, 0.5], [0.9, 0.5])], world: [], box, tolerance })
    expect([isWater(paths, 0.05, 0.4), isWater(paths, 0.05, 0.6), isWater(paths, 0.95, 0.6)]).toEqual([
      false,
      true,
      true,
    ])
  })

  test('has the islands of the map, and not those of the world next to it', () => {
    const ring = (x: number, y: number, r: number): CoastChain => {
      // The corners run counterclockwise on the screen, so the land is on the left.
      const corners: [number, number][] = [
        [x - r, y - r],
        [x - r, y + r],
        [x + r, y + r],
        [x + r, y - r],
        [x - r, y - r],
      ]
      return chain(...corners)
    }
    const local = [straight, ring(0.5, 0.7, 0.05)]
    const phantom = ring(0.3, 0.53, 0.008)
    const far = ring(0.2, 0.8, 0.05)
    const paths = joinCoast({ local, world: [straight, phantom, far], box, tolerance: 0.05 })
    expect([isWater(paths, 0.5, 0.7), isWater(paths, 0.3, 0.53), isWater(paths, 0.2, 0.8)]).toEqual([
      false,
      true,
      false,
    ])
    expect(isWater(paths, 0.5, 0.6)).toBe(true)
  })

  test('that consists of islands only is surrounded by sea', () => {
    const island = chain([0.4, 0.4], [0.4, 0.6], [0.6, 0.6], [0.6, 0.4], [0.4, 0.4])
    const paths = joinCoast({ local: [island], world: [], box, tolerance })
    expect([isWater(paths, 0.5, 0.5), isWater(paths, 0.1, 0.1)]).toEqual([false, true])
  })

  test.each([1, 2, 3, 4, 5])(
    'follows the exact line where it is known, and the coarse one elsewhere (seed %i)',
    (seed) => {
      const random = seededRandom(seed)
      const phases = Array.from({ length: 4 }, () => random() * 6)
      const exactY = (x: number) =>
        0.5 + phases.reduce((sum, phase, i) => sum + 0.02 * Math.sin((i + 2) * 4 * x + phase), 0)
      const toChain = (from: number, to: number, count: number, offset: () => number) =>
        chain(
          ...Array.from({ length: count + 1 }, (_, i): [number, number] => {
            const x = from + ((to - from) * i) / count
            return [x, exactY(x) + offset()]
          }),
        )
      const world = toChain(0, 1, 40, () => (random() - 0.5) * 0.02)
      const local = toChain(0.3, 0.7, 300, () => 0)
      const paths = joinCoast({ local: [local], world: [world], box, tolerance: 0.04 })
      for (let round = 0; round < 300; round++) {
        const [x, y] = [random(), random()]
        const margin = x > 0.32 && x < 0.68 ? 0.001 : 0.05
        if (Math.abs(y - exactY(x)) > margin)
          expect(`${x} ${y} ${isWater(paths, x, y)}`).toBe(`${x} ${y} ${y > exactY(x)}`)
      }
    },
  )
})
