import { execFileSync } from 'node:child_process'
import { arch, cpus, platform } from 'node:os'
import { air } from './air/air.ts'
import { type Benchmark, type BenchResult, bundleServer } from './bench.ts'
import { createBudgets } from './budgets/budgets.ts'
import { forwarding } from './http/forwarding.ts'
import { mapTiles } from './http/map-tiles.ts'
import { overhead } from './http/overhead.ts'
import { matrix } from './matrix/matrix.ts'
import { matrixHttp } from './matrix/matrix-http.ts'
import { optimizeBenchmarks } from './optimize/benchmarks.ts'
import { geocode } from './places/geocode.ts'
import { places } from './places/places.ts'
import { roadBenchmarks } from './road/benchmarks.ts'
import { seaBenchmarks } from './sea/benchmarks.ts'
import { trackingBenchmarks } from './tracking/benchmarks.ts'
import { traffic } from './traffic/traffic.ts'
import { trustBenchmarks } from './trust/benchmarks.ts'

const measured: Readonly<Record<string, Benchmark>> = {
  ...optimizeBenchmarks,
  ...roadBenchmarks,
  ...seaBenchmarks,
  ...trackingBenchmarks,
  ...trustBenchmarks,
  air,
  forwarding,
  geocode,
  matrix,
  'matrix-http': matrixHttp,
  overhead,
  places,
  tiles: mapTiles,
  traffic,
}

/** Runs a benchmark and prints its figures: `npm run bench -- NAME [NUMBER …] [--json] [--tiny] [--folder=PATH]`. */
export const benchmarks: Readonly<Record<string, Benchmark>> = { ...measured, budgets: createBudgets(measured) }

function usage(): string {
  const list = Object.entries(benchmarks).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  return `npm run bench -- NAME [NUMBER …] [--json] [--tiny] [--folder=PATH]\n\n${list.join('\n')}\n`
}

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const json = args.includes('--json')
  const [name, ...rest] = args.filter((arg) => !arg.startsWith('--'))
  const numbers = rest.map(Number)
  const folder = args.find((arg) => arg.startsWith('--folder='))?.slice('--folder='.length)
  const benchmark = name === undefined ? undefined : benchmarks[name]
  if (!benchmark || !name || numbers.some((number) => !(number >= 0))) {
    process.stderr.write(usage())
    return 2
  }
  const progress = (text: string): void => void process.stderr.write(`${name}: ${text}\n`)
  await bundleServer()
  const result = await benchmark.run({ tiny: args.includes('--tiny'), numbers, folder, progress })
  process.stdout.write(json ? `${JSON.stringify(toJson(name, result), null, 2)}\n` : toText(result))
  return 0
}

function toJson(name: string, { figures }: BenchResult) {
  return {
    benchmark: name,
    at: new Date().toISOString(),
    commit: commit(),
    machine: { node: process.version, platform: platform(), arch: arch(), cores: cpus().length },
    figures,
  }
}

function toText({ table, notes }: BenchResult): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return `\n${lines.join('\n')}\n\n${(notes ?? []).map((note) => `${note}\n`).join('')}`
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

process.exitCode = await main()
