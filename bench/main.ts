import { execFileSync } from 'node:child_process'
import { arch, cpus, platform } from 'node:os'
import { air } from './air.ts'
import { av } from './av.ts'
import type { Benchmark, BenchResult } from './bench.ts'
import { engine } from './engine.ts'
import { exact } from './exact.ts'
import { geocode } from './geocode.ts'
import { mapTiles } from './map-tiles.ts'
import { match } from './match.ts'
import { matrix } from './matrix.ts'
import { matrixHttp } from './matrix-http.ts'
import { offRoute } from './off-route.ts'
import { optimize } from './optimize.ts'
import { neverWorse } from './optimize-never-worse.ts'
import { overhead } from './overhead.ts'
import { places } from './places.ts'
import { reroute } from './reroute.ts'
import { route } from './route.ts'
import { scale } from './scale.ts'
import { sea } from './sea.ts'
import { tracking } from './tracking.ts'
import { trackingAway } from './tracking-away.ts'
import { traffic } from './traffic.ts'

/** `npm run bench -- NAME [--json] [--tiny]`: one command that prints figures and ratios. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  av,
  air,
  engine,
  exact,
  geocode,
  match,
  matrix,
  'matrix-http': matrixHttp,
  'never-worse': neverWorse,
  'off-route': offRoute,
  optimize,
  overhead,
  places,
  reroute,
  route,
  scale,
  sea,
  tiles: mapTiles,
  tracking,
  'tracking-away': trackingAway,
  traffic,
}

function usage(): string {
  const list = Object.entries(benchmarks).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  return `npm run bench -- NAME [--json] [--tiny]\n\n${list.join('\n')}\n`
}

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const json = args.includes('--json')
  const name = args.find((arg) => !arg.startsWith('--'))
  const benchmark = name === undefined ? undefined : benchmarks[name]
  if (!benchmark || !name) {
    process.stderr.write(usage())
    return 2
  }
  const progress = (text: string): void => void process.stderr.write(`${name}: ${text}\n`)
  const result = await benchmark.run({ tiny: args.includes('--tiny'), progress })
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
