import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CostMatrix } from '@fairway/optimizer/matrix.ts'
import { improveTour } from '@fairway/optimizer/tour/improve-tour.ts'
import { type Benchmark, type BenchOptions, type BenchResult, round } from './bench.ts'
import { parseTsplib } from './tsplib.ts'

/** How far from the best tours known. Budgets are CPU time, so that a busy machine gives the same figures. */
export const optimize: Benchmark = {
  about: 'the optimizer for one vehicle: gap to the best known tours at 100 ms and 1 s, beside VROOM and LKH',
  async run(options) {
    if (!existsSync(`${folder}best-known.json`)) {
      return { figures: { leftOut: true }, table: [], notes: ['no instances beside the repository (../shared/data)'] }
    }
    const bestKnown = JSON.parse(readFileSync(`${folder}best-known.json`, 'utf8')) as BestKnown
    return report(listInstances(options).map((instance) => measure(instance, bestKnown, options)))
  },
}

const folder = fileURLToPath(new URL('../../shared/data/optimize/', import.meta.url))
const SEEDS = [1, 2, 3]
const BUDGETS_MS = { short: 100, long: 1000 }

type Kind = 'tsp' | 'atsp'
type BestKnown = Readonly<Record<Kind, Readonly<Record<string, { readonly best: number }>>>>

/** Gaps in % as anchors.md has them; VROOM where it stops by itself. */
interface Peers {
  readonly vroom?: number
  readonly lkh?: number
}

const instances: Readonly<Record<Kind, Readonly<Record<string, Peers>>>> = {
  tsp: {
    eil51: {},
    berlin52: { vroom: 4.3, lkh: 0 },
    kroA100: { vroom: 3.73, lkh: 0 },
    ch150: { vroom: 0.57, lkh: 0 },
    kroA200: { vroom: 3.38, lkh: 0 },
    a280: { vroom: 1.12, lkh: 0 },
    lin318: { vroom: 4.08, lkh: 0.27 },
    pcb442: { vroom: 3.57, lkh: 0 },
    att532: { vroom: 2.55, lkh: 0 },
    rat783: { vroom: 3.46, lkh: 0 },
    pr1002: { vroom: 3.29, lkh: 0 },
  },
  atsp: {
    br17: {},
    ftv33: {},
    ftv47: { vroom: 11.49, lkh: 0 },
    ftv70: { vroom: 8.41, lkh: 0 },
    kro124p: { vroom: 3.82, lkh: 0 },
    ftv170: { vroom: 18.58, lkh: 0 },
    rbg443: { vroom: 1.4, lkh: 0 },
  },
}

interface Instance {
  readonly kind: Kind
  readonly name: string
  readonly peers: Peers
}

interface Measured extends Instance {
  readonly short: number
  readonly long: number
  readonly worst: number
  readonly kicksPerSecond: number
}

function listInstances({ tiny }: BenchOptions): Instance[] {
  const all = (['tsp', 'atsp'] as const).flatMap((kind) =>
    Object.entries(instances[kind]).map(([name, peers]) => ({ kind, name, peers })),
  )
  return tiny ? all.filter(({ name }) => name === 'berlin52' || name === 'ftv33') : all
}

function measure(instance: Instance, bestKnown: BestKnown, { tiny, progress }: BenchOptions): Measured {
  const { kind, name } = instance
  progress(name)
  const matrix = parseTsplib(readFileSync(`${folder}${kind}/${name}.${kind}`, 'utf8'))
  const best = bestKnown[kind][name]?.best ?? Number.NaN
  const gap = (cost: number): number => (100 * (cost - best)) / best
  /** A server has long been warm when a request comes; the first milliseconds of a process are the compiler's. */
  solve(matrix, 0, tiny ? 5 : 300)
  const short = SEEDS.map((seed) => gap(solve(matrix, seed, tiny ? 5 : BUDGETS_MS.short).cost))
  const runs = SEEDS.map((seed) => solve(matrix, seed, tiny ? 5 : BUDGETS_MS.long))
  const long = runs.map(({ cost }) => gap(cost))
  const kicksPerSecond = mean(runs.map(({ iterations }) => iterations))
  return { ...instance, short: mean(short), long: mean(long), worst: Math.max(...long), kicksPerSecond }
}

function solve(matrix: CostMatrix, seed: number, budgetMs: number): { cost: number; iterations: number } {
  const start = process.cpuUsage()
  const progress = (): number => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000 / budgetMs
  }
  return improveTour(matrix, { closed: true, seed, progress, isOver: () => progress() >= 1 })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function report(measured: readonly Measured[]): BenchResult {
  const figures: Record<string, number | boolean> = {}
  for (const kind of ['tsp', 'atsp'] as const) {
    const group = measured.filter((row) => row.kind === kind)
    figures[`${kind}MeanGapPercentAt1s`] = round(mean(group.map(({ long }) => long)), 3)
    figures[`${kind}LargestGapPercentAt1s`] = round(Math.max(...group.map(({ long }) => long)), 3)
  }
  figures.behindVroomAt100ms = measured.filter(({ short, peers }) => short > (peers.vroom ?? short)).length
  for (const { name, short, long } of measured) {
    figures[`${name}GapPercentAt100ms`] = round(short, 3)
    figures[`${name}GapPercentAt1s`] = round(long, 3)
  }
  return { figures, table: toTable(measured), notes: notesOn(figures) }
}

function toTable(measured: readonly Measured[]): string[][] {
  const cell = (gap: number | undefined): string => (gap === undefined ? '' : gap.toFixed(2))
  return [
    ['gap to best known, %', '100 ms', '1 s', 'worst seed', 'kicks in 1 s', 'VROOM', 'LKH-3'],
    ...measured.map(({ name, short, long, worst, kicksPerSecond, peers }) => [
      name,
      ...[short, long, worst].map(cell),
      kicksPerSecond.toFixed(0),
      ...[peers.vroom, peers.lkh].map(cell),
    ]),
  ]
}

function notesOn(figures: BenchResult['figures']): string[] {
  return [
    `TSP at 1 s: mean ${figures.tspMeanGapPercentAt1s} % (bar 0.4), largest ${figures.tspLargestGapPercentAt1s} % (bar 1)`,
    `ATSP at 1 s: mean ${figures.atspMeanGapPercentAt1s} % (bar 0.5)`,
    `behind VROOM's natural stop at 100 ms: ${figures.behindVroomAt100ms} instances (bar 0)`,
  ]
}
