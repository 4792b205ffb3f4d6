import { execFileSync } from 'node:child_process'
import { arch, cpus, platform } from 'node:os'
import { type BenchResult, bundleServer } from './bench.ts'
import { benchmarks } from './benchmarks.ts'

function usage(): string {
  const list = Object.entries(benchmarks).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  return `npm run bench -- NAME [NUMBER …] [--json] [--tiny] [--folder=PATH]\n\n${list.join('\n')}\n`
}

/** Runs a benchmark and prints its figures: `npm run bench -- NAME [NUMBER …] [--json] [--tiny] [--folder=PATH]`. */
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
  const { run } = await benchmark.load()
  const result = await run({ tiny: args.includes('--tiny'), numbers, folder, progress })
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
