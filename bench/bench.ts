import { fileURLToPath } from 'node:url'
import { run } from '../tests/support/servers/processes.ts'

/** Result of a benchmark: named figures and a readable table. */
export interface BenchResult {
  readonly figures: Readonly<Record<string, number | string | boolean>>
  readonly table: readonly (readonly string[])[]
  /** Notes for interpreting the figures. */
  readonly notes?: readonly string[]
}

export interface BenchOptions {
  /** Whether to use small problem sizes, which only check that the benchmark runs. The figures are then meaningless. */
  readonly tiny: boolean
  /**
   * Numbers after the name of the benchmark, such as the number of runs or seconds. Each benchmark defines the
   * defaults.
   */
  readonly numbers: readonly number[]
  /** Folder with data that is not part of the repository, from `--folder=PATH`. */
  readonly folder?: string | undefined
  readonly progress: (text: string) => void
}

export interface Benchmark {
  run(options: BenchOptions): Promise<BenchResult>
}

export type BenchmarkList = Readonly<Record<string, ListedBenchmark>>

interface ListedBenchmark {
  readonly about: string
  /** Loads the benchmark on demand, because loading all benchmarks takes seconds. */
  load(): Promise<Benchmark>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}

/** Builds the server bundle, because an existing bundle may be older than the sources. */
export async function bundleServer(): Promise<void> {
  await run(process.execPath, [fileURLToPath(new URL('../apps/server/bundle.ts', import.meta.url))])
}
