import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { UNREACHABLE } from './matrix.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import type { FleetProblem } from './problem/problem.ts'
import type { UnassignedReason } from './solution/unassigned.ts'
import { checkReason } from './testing/check-reasons.ts'
import { randomProblem } from './testing/random-problem.ts'

const limits = { seed: 1, maxIterations: 60, isOver: () => false }
const PROBLEMS = 400

test(`${PROBLEMS} random problems: every reported reason is true`, () => {
  const kinds = new Set<string>()
  for (let seed = 1; seed <= PROBLEMS; seed++) {
    const random = seededRandom(seed)
    const problem = tightened(random, randomProblem(random, { stops: 4, vehicles: 1 + (seed % 3) }))
    for (const { stop, reason } of optimizeFleet(problem, limits).solution.unassigned) {
      kinds.add(reason.kind)
      expect(checkReason(problem, stop, reason), `seed ${seed}, stop ${stop}`).toEqual([])
    }
  }
  // Every kind of reason must occur at least once, because it would otherwise be untested.
  const all: UnassignedReason['kind'][] = [
    ...([
      'no-room',
      'no-vehicle',
      'skills',
      'demand',
      'unreachable',
      'window',
      'shift',
      'distance',
      'duration',
    ] as const),
    ...(['breaks', 'alone', 'various', 'pair', 'together'] as const),
  ]
  expect([...kinds].sort()).toEqual(all.sort())
})

/**
 * Tightens the rules of a random problem so that many stops cannot be served. Detours are often shorter than the direct
 * path.
 */
function tightened(random: () => number, problem: FleetProblem): FleetProblem {
  const often = (share: number): boolean => random() < share
  const isUneven = often(0.6)
  const stretched = (matrix: Int32Array): Int32Array =>
    isUneven ? matrix.map((cell) => (cell < 10_000 && often(0.4) ? cell * 6 : cell)) : matrix
  return {
    ...problem,
    cost: often(0.1) ? withIsland(stretched(problem.cost), problem) : stretched(problem.cost),
    duration: stretched(problem.duration),
    distance: stretched(problem.distance),
    stops: problem.stops.map((stop) => ({
      ...stop,
      ...(often(0.2) && { skills: [0, 1, 2].filter(() => often(0.5)) }),
      ...(often(0.2) && { demand: [Math.floor(random() * 30), Math.floor(random() * 30)] }),
      ...(often(0.15) && { windows: [[0, Math.floor(random() * 60)] as const] }),
    })),
    vehicles: problem.vehicles.map((vehicle) => ({
      ...vehicle,
      ...(often(0.2) && { capacity: [Math.floor(random() * 20), Math.floor(random() * 20)] }),
      ...(often(0.2) && { skills: [0, 1].filter(() => often(0.5)) }),
      ...(often(0.15) && { maxDistance: Math.floor(random() * 1200) }),
      ...(often(0.15) && { maxDuration: Math.floor(random() * 120) }),
      ...(often(0.2) && { shift: [0, 40 + Math.floor(random() * 200)] as const }),
      ...(often(0.15) && { breaks: [{ duration: 20, windows: [[30, 40 + Math.floor(random() * 40)] as const] }] }),
      ...(often(0.04) && { maxStops: 0 }),
    })),
  }
}

/** Makes the location of the first stop unreachable. */
function withIsland(cost: Int32Array, { size, stops }: FleetProblem): Int32Array {
  const island = stops[0]?.location
  return cost.map((cell, index) => {
    const isWayThere = index % size === island && Math.floor(index / size) !== island
    return isWayThere ? UNREACHABLE : cell
  })
}
