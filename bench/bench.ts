import { fileURLToPath } from 'node:url'
import { run } from '../tests/support/servers/processes.ts'

/** The result of a benchmark: named figures and a readable table. */
export interface BenchResult {
  readonly figures: Readonly<Record<string, number | string | boolean>>
  readonly table: readonly (readonly string[])[]
  /** Notes for interpreting the figures. */
  readonly notes?: readonly string[]
}

export interface BenchOptions {
  /** Uses small problem sizes, only to check that the benchmark runs. The figures are meaningless. */
  readonly tiny: boolean
  /**
   * The numbers after the benchmark's name, such as how many runs to make or how many seconds to run. Each benchmark
   * has its own defaults.
   */
  readonly numbers: readonly number[]
  /** The folder with data that is not part of the repository, from `--folder=PATH`. */
  readonly folder?: string | undefined
  readonly progress: (text: string) => void
}

export interface Benchmark {
  readonly about: string
  run(options: BenchOptions): Promise<BenchResult>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}

/** Servers are started from their bundle, which may be older than the sources. */
export async function bundleServer(): Promise<void> {
  await run(process.execPath, [fileURLToPath(new URL('../apps/server/bundle.ts', import.meta.url))])
}
