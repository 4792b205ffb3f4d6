import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { type SampleGraph, smoothHeights } from './smooth-heights.ts'

/** Returns a ring of roads with chords, some of which are bridges. */
function randomGraph(seed: number, count: number): { ground: Float64Array; graph: SampleGraph } {
  const random = seededRandom(seed)
  const ground = Float64Array.from({ length: count }, () => (random() < 0.1 ? Number.NaN : 500 + 40 * random()))
  const pairs = Array.from({ length: count }, (_, i) => [i, (i + 1) % count])
  for (let i = 0; i < count / 3; i++) pairs.push([Math.floor(random() * count), Math.floor(random() * count)])
  const intervals = pairs.filter(([a, b]) => a !== b)
  const graph = {
    from: Uint32Array.from(intervals, ([a]) => a),
    to: Uint32Array.from(intervals, ([, b]) => b),
    meters: Float64Array.from(intervals, () => 2 + 60 * random()),
    smoothingMeters: Float64Array.from(intervals, () => (random() < 0.5 ? 60 : 200)),
    isOnGround: Uint8Array.from(intervals, () => (random() < 0.2 ? 0 : 1)),
  }
  return { ground, graph }
}

/** Solves the same equations as `smoothHeights` by Gaussian elimination. */
function eliminate(ground: Float64Array, { from, to, meters, smoothingMeters, isOnGround }: SampleGraph): number[] {
  const size = ground.length
  const rows = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0))
  for (let i = 0; i < from.length; i++) {
    const flow = smoothingMeters[i] ** 2 / meters[i]
    for (const [a, b] of [
      [from[i], to[i]],
      [to[i], from[i]],
    ]) {
      rows[a][a] += flow
      rows[a][b] -= flow
      if (isOnGround[i] === 0 || Number.isNaN(ground[a])) continue
      rows[a][a] += meters[i] / 2
      rows[a][size] += (meters[i] / 2) * ground[a]
    }
  }
  for (let pivot = 0; pivot < size; pivot++) {
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue
      const factor = rows[row][pivot] / rows[pivot][pivot]
      for (let column = pivot; column <= size; column++) rows[row][column] -= factor * rows[pivot][column]
    }
  }
  return rows.map((row, i) => row[size] / row[i])
}

test.each([11, 12, 13, 14, 15])('equals elimination on the random graph %i', (seed) => {
  const { ground, graph } = randomGraph(seed, 120)
  const smoothed = smoothHeights(ground, graph)
  const expected = eliminate(ground, graph)
  const worst = Math.max(...expected.map((meters, i) => Math.abs(meters - smoothed[i])))
  expect(worst, `seed ${seed}`).toBeLessThan(0.2)
})
