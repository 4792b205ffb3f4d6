import { seededRandom } from '@fairway/geo'
import { type FleetProblem, type FleetStop, optimizeFleet, type TimeWindow, type Vehicle } from '@fairway/optimizer'
import type { Benchmark } from '../bench.ts'
import { round } from '../bench.ts'

const VEHICLE_COUNT = 50
const BUDGETS_MS = [200, 1000]

/**
 * Measures how far a search exceeds its time budget for different kinds of constraints. The first solution and a few
 * rounds are completed regardless of the budget.
 */
export const budget: Benchmark = {
  async run({ tiny, progress }) {
    const figures: Record<string, number> = {}
    const table = [['rules', 'budget', 'taken', 'CPU', 'rounds', 'unassigned']]
    for (const [rules, problem] of Object.entries(buildProblems(tiny ? 40 : 1000))) {
      progress(rules)
      for (const budgetMs of BUDGETS_MS) {
        const startedAt = performance.now()
        const cpuBefore = process.cpuUsage()
        const getElapsedMs = () => performance.now() - startedAt
        const { solution, iterations } = optimizeFleet(problem, {
          seed: 1,
          progress: () => getElapsedMs() / budgetMs,
          isOver: () => getElapsedMs() >= budgetMs,
        })
        const takenMs = getElapsedMs()
        const { user, system } = process.cpuUsage(cpuBefore)
        const cpuMs = round((user + system) / 1000, 0)
        figures[`${rules} ${budgetMs} ms overrun percent`] = round((100 * (takenMs - budgetMs)) / budgetMs, 1)
        table.push([
          rules,
          `${budgetMs} ms`,
          `${round(takenMs, 0)} ms`,
          `${cpuMs} ms`,
          String(iterations),
          String(solution.unassigned.length),
        ])
      }
    }
    return { figures, table }
  },
}

function buildProblems(stopCount: number): Record<string, FleetProblem> {
  const random = seededRandom(20261117)
  const size = stopCount + 1
  const points = Array.from({ length: size }, () => [20_000 * random(), 20_000 * random()] as const)
  const cost = Int32Array.from({ length: size * size }, (_, cell) => {
    const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [points[Math.floor(cell / size)], points[cell % size]]
    return Math.round(Math.hypot(x1 - x2, y1 - y2) * (1 + (cell % 5) / 50))
  })
  const window = (): TimeWindow => {
    const from = Math.floor(20_000 * random())
    return [from, from + 7200]
  }
  const draw = (vehicle: Vehicle, stop: Partial<FleetStop>, hasWindows = false, rest: Partial<FleetProblem> = {}) => ({
    size,
    cost,
    duration: cost.map((meters) => Math.round(meters / 10)),
    distance: cost,
    stops: Array.from({ length: stopCount }, (_, index) => ({
      location: index + 1,
      ...stop,
      ...(hasWindows && { windows: [window()] }),
    })),
    vehicles: Array.from({ length: VEHICLE_COUNT }, () => ({ start: 0, end: 0, ...vehicle })),
    ...rest,
  })
  const shift = [0, 36_000] as const
  const breaks = [{ duration: 1800, windows: [[10_000, 20_000]] as const }]
  const pairs = Array.from({ length: stopCount / 2 }, (_, index) => ({ pickup: 2 * index, delivery: 2 * index + 1 }))
  return {
    none: draw({}, {}),
    capacity: draw({ capacity: [30] }, { demand: [1] }),
    windows: draw({}, { service: 300 }, true),
    shifts: draw({ shift }, { service: 300 }),
    breaks: draw({ shift, breaks }, { service: 300 }),
    distances: draw({ maxDistance: 100_000 }, {}),
    balance: draw({}, {}, false, { balance: 'duration' }),
    pairs: draw({ capacity: [10] }, { demand: [1] }, false, { pairs }),
    all: draw({ shift, breaks, capacity: [30], maxDistance: 200_000 }, { service: 300, demand: [1] }, true),
  }
}
