import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type FleetResult, optimizeFleet } from '@fairway/optimizer'
import { checkSolution } from '@fairway/optimizer/testing'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'
import { parseLiLim } from './sets/li-lim.ts'
import type { SetInstance } from './sets/set-instance.ts'
import { parseVrplib } from './sets/vrplib.ts'

const DEFAULT_SECONDS = 10
const DEFAULT_COUNT = 10

/**
 * Solves public benchmark sets, one folder each, with a `.sol` file next to every instance. The formats are the VRPLIB
 * dialect of PyVRP/Instances (`.vrp`) and Li and Lim (`.txt`). The search is tuned on every second instance in
 * alphabetical order, and only the other instances are reported. Budgets are in CPU time.
 */
export const optimizeSets: Benchmark = {
  async run(options) {
    const { folder } = options
    if (folder === undefined || !existsSync(folder)) {
      return { figures: { skipped: true }, table: [], notes: ['give the folder of the sets: --folder=PATH'] }
    }
    const sets = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return report(sets.flatMap(({ name }) => measureSet(name, `${folder}/${name}`, options)))
  },
}

interface Row {
  readonly set: string
  readonly name: string
  readonly stops: number
  readonly gap: number
  readonly unassigned: number
  readonly violations: number
  readonly iterations: number
}

function measureSet(set: string, folder: string, { numbers, tiny, progress }: BenchOptions): Row[] {
  const [seconds = DEFAULT_SECONDS, count = DEFAULT_COUNT, tuning = 0] = numbers
  const names = readdirSync(folder).filter((name) => /\.(vrp|txt)$/.test(name))
  const half = names.sort().filter((_, index) => index % 2 === (tuning ? 0 : 1))
  const step = Math.max(1, half.length / count)
  const chosen = Array.from(
    { length: Math.min(count, half.length) },
    (_, index) => half[Math.floor(index * step)] ?? '',
  )
  return chosen.flatMap((name) => {
    progress(`${set}/${name}`)
    return measure(set, name, readSetInstance(folder, name), tiny ? 0.05 : seconds)
  })
}

function readSetInstance(folder: string, name: string): SetInstance {
  const text = readFileSync(`${folder}/${name}`, 'utf8')
  const solution = readFileSync(`${folder}/${name.replace(/\.\w+$/, '.sol')}`, 'utf8')
  return name.endsWith('.txt') ? parseLiLim(text, solution) : parseVrplib(text, solution)
}

function measure(set: string, name: string, { problem, bestSequences, costOf }: SetInstance, seconds: number): Row {
  const best = costOf(bestSequences.map((stops, vehicle) => ({ vehicle, stops })))
  const { solution, iterations } = solveByCpuTime(problem, seconds)
  const cost = costOf(solution.tours)
  const unassigned = solution.unassigned.filter(({ stop }) => problem.stops[stop]?.prize === undefined).length
  return {
    set,
    name,
    stops: problem.stops.length,
    gap: (100 * (cost - best)) / best,
    unassigned,
    violations: checkSolution(problem, solution).length,
    iterations,
  }
}

function solveByCpuTime(problem: SetInstance['problem'], seconds: number): FleetResult {
  const start = process.cpuUsage()
  const progress = (): number => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6 / seconds
  }
  return optimizeFleet(problem, { seed: 1, progress, isOver: () => progress() >= 1 })
}

function report(rows: readonly Row[]): BenchResult {
  const figures: Record<string, number> = {}
  for (const set of new Set(rows.map((row) => row.set))) {
    const ofSet = rows.filter((row) => row.set === set)
    const complete = ofSet.filter(({ unassigned }) => unassigned === 0)
    figures[`${set}MeanGapPercent`] = round(complete.reduce((sum, { gap }) => sum + gap, 0) / complete.length, 3)
    figures[`${set}WithUnassigned`] = ofSet.length - complete.length
    figures[`${set}Violations`] = ofSet.reduce((sum, { violations }) => sum + violations, 0)
  }
  const cells = rows.map(({ set, name, stops, gap, unassigned, violations, iterations }) =>
    [set, name, stops, gap.toFixed(2), unassigned, violations, iterations].map(String),
  )
  const header = ['set', 'instance', 'stops', 'gap, %', 'unassigned', 'violations', 'iterations']
  const notes = Object.entries(figures).map(([name, value]) => `${name}: ${value}`)
  return { figures, table: [header, ...cells], notes }
}
