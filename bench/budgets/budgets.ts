import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Benchmark, BenchmarkList, BenchResult } from '../bench.ts'

/** Bytes per request that do not depend on the speed of the machine. */
interface Counts {
  readonly heapBytes: number
  readonly replyBytes: number
}

interface FigureBudget {
  readonly benchmark: string
  readonly figure: string
  readonly label: string
  readonly unit: string
  /** Largest value that meets the target, on the machine of the reference results. */
  readonly target: number
}

interface Budgets {
  readonly figures: readonly FigureBudget[]
  readonly counts: Readonly<Record<string, Counts>>
}

export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8')) as Budgets
}

/** The optimizing compilers remove allocations at unpredictable times, and a large heap delays garbage collection. */
const COUNT_FLAGS = [
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
]

/** Counts the bytes that requests allocate and receive, in a separate process. */
export async function measureCounts(): Promise<Readonly<Record<string, Counts>>> {
  const child = fileURLToPath(new URL('./count-child.ts', import.meta.url))
  const args = [...COUNT_FLAGS, '--disable-warning=ExperimentalWarning', child]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Record<string, Counts>
}

/** Runs all benchmarks that have a budget, and lists their figures next to the targets. */
export function createBudgets(benchmarks: BenchmarkList): Benchmark {
  return {
    async run(options) {
      const { figures: budgets, counts } = readBudgets()
      const results = new Map<string, BenchResult>()
      for (const name of new Set(budgets.map(({ benchmark }) => benchmark))) {
        options.progress(name)
        const benchmark = await benchmarks[name]?.load()
        const result = await benchmark?.run({ ...options, numbers: [] })
        if (result) results.set(name, result)
      }
      options.progress('counts')
      const measuredCounts = await measureCounts()
      const rows = [
        ...budgets.map((budget) => ({ ...budget, measured: results.get(budget.benchmark)?.figures[budget.figure] })),
        ...Object.entries(counts).flatMap(([label, budget]) => [
          {
            label: `${label}: heap`,
            unit: 'bytes',
            target: budget.heapBytes,
            measured: measuredCounts[label]?.heapBytes,
          },
          {
            label: `${label}: reply`,
            unit: 'bytes',
            target: budget.replyBytes,
            measured: measuredCounts[label]?.replyBytes,
          },
        ]),
      ]
      return {
        figures: Object.fromEntries(rows.map(({ label, measured }) => [label, measured ?? 'not measured'])),
        table: [
          ['budget', 'measured', 'target', 'unit', 'measured / target'],
          ...rows.map(({ label, unit, target, measured }) => [
            label,
            String(measured ?? 'not measured'),
            String(target),
            unit,
            typeof measured === 'number' ? (measured / target).toFixed(2) : '',
          ]),
        ],
        notes: [
          'Targets are for the machine of the reference results: scale times by ../shared/bench/calibrate.mjs. Bytes are the same on all machines.',
        ],
      }
    },
  }
}
