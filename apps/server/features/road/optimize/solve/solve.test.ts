import { seededRandom } from '@fairway/geo'
import type { FleetProblem } from '@fairway/optimizer'
import { expect, test } from 'vitest'
import type { TaskContext } from '../../../../platform/compute/task.ts'
import type { OptimizeJob } from '../job.ts'
import type { OwnMatrix } from '../own-matrix.ts'
import { solve } from './solve.ts'

/** The tests use a thousand stops in a square of 50 km, with slightly asymmetric distances. */
const SIZE = 1000
const own = randomMatrix()
/** Well above the minimum of work that the search does regardless of its budget, even on a busy machine. */
const BUDGET_MS = 400

test.each([
  ['one vehicle', fleetOf(1, {})],
  ['80 vehicles with capacity', fleetOf(80, { capacity: [100] })],
  ['80 vehicles with limits', fleetOf(80, { capacity: [100], maxDuration: 300_000 })],
])('keeps the time budget for 1,000 stops: %s', async (_, fleet) => {
  await solve(jobOf(fleet), context)
  const usedMs: number[] = []
  // The test measures CPU time, because other processes may run. The limit allows 5 % plus one garbage collection. A
  // busy machine can delay any single run, but not all runs.
  while (!(Math.min(...usedMs) < 1.05 * BUDGET_MS + 25) && usedMs.length < 10) {
    const before = process.threadCpuUsage()
    const outcome = await solve(jobOf(fleet), context)
    const { user, system } = process.threadCpuUsage(before)
    expect(outcome).toMatchObject({ kind: 'solved', result: { solution: { unassigned: [] } } })
    usedMs.push((user + system) / 1000)
  }
  expect(Math.min(...usedMs)).toBeLessThan(1.05 * BUDGET_MS + 25)
})

const context = { regions: undefined, isCancelled: () => false } as unknown as TaskContext

function jobOf(fleet: OptimizeJob['fleet']): OptimizeJob {
  return {
    matrix: { own },
    travel: [],
    objective: 'distance',
    fleet,
    size: SIZE,
    seed: 1,
    maxIterations: undefined,
    budgetMs: BUDGET_MS,
  }
}

function fleetOf(vehicles: number, limits: Partial<FleetProblem['vehicles'][number]>): OptimizeJob['fleet'] {
  const stops = Array.from({ length: SIZE - 1 }, (_, stop) => ({ location: stop + 1, demand: [1 + (stop % 9)] }))
  const each = Math.ceil(stops.length / vehicles)
  const all = [...stops.keys()]
  return {
    stops,
    vehicles: Array.from({ length: vehicles }, () => ({ start: 0, end: 0, ...limits })),
    initialSequences: Array.from({ length: vehicles }, (_, vehicle) => all.slice(vehicle * each, (vehicle + 1) * each)),
  }
}

function randomMatrix(): OwnMatrix {
  const random = seededRandom(3)
  const points = Array.from({ length: SIZE }, () => [random() * 50, random() * 50] as const)
  const distances_km = points.map((from) =>
    points.map((to) => Math.hypot(from[0] - to[0], from[1] - to[1]) * (1 + 0.1 * random())),
  )
  return { distances_km, durations_min: distances_km.map((row) => row.map((km) => km * 1.25)) }
}
