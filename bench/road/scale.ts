import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { montevideoTilesFolder } from '@fairway/dataset'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'
import { canTile, tilePorto } from '../http/tiles.ts'
import { hasMoscow } from './moscow.ts'
import { portoFile } from './porto.ts'

/** Report of a child process about one map. */
export interface SizeFigures {
  readonly arcs: number
  readonly turns: number
  readonly hierarchyArcs: number
  readonly height: number
  readonly triangles: number
  /** CPU time of each compile stage, in seconds. */
  readonly stages: Readonly<Record<string, number>>
  readonly peakBytes: number
  /** Size of the dataset in bytes, or size of the hierarchy arrays if there is no dataset. */
  readonly fileBytes: number
  readonly customizeMs: number
  readonly queryMicros: number
  readonly pathMicros: number
  readonly arcsPerPath: number
}

export type ChildMessage = { readonly progress: string } | { readonly figures: SizeFigures }

/**
 * Measures how compile time, memory and query time grow with the map. `node bench/plot.ts` plots the `--json` output.
 */
export const scale: Benchmark = {
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'fairway-scale-'))
    try {
      return report(await measureAll(folder, options))
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

const child = fileURLToPath(new URL('./scale-child.ts', import.meta.url))

async function measureAll(folder: string, { tiny, progress }: BenchOptions): Promise<Map<string, SizeFigures>> {
  const results = new Map<string, SizeFigures>()
  const measure = async (name: string, source: string): Promise<void> => {
    const dataset = join(folder, `${name}.bin`)
    const args = [source, dataset, tiny ? '50' : '1000']
    results.set(name, await runChild(args, (stage) => progress(`${name}: ${stage}`)))
    await rm(dataset, { force: true })
  }
  if (tiny || !canTile()) {
    if (!tiny) progress('Porto is not next to the repository (../shared): only the embedded map')
    await measure('montevideo', montevideoTilesFolder())
    return results
  }
  await measure('porto1', portoFile)
  for (const copies of [2, 4, 16]) {
    progress(`porto${copies}: laying out ${copies} copies`)
    const extract = await tilePorto(copies, folder)
    await measure(`porto${copies}`, extract)
    await rm(extract)
  }
  if (hasMoscow()) await measure('moscow', 'moscow')
  return results
}

function runChild(args: readonly string[], onStage: (stage: string) => void): Promise<SizeFigures> {
  return new Promise((resolve, reject) => {
    const process = fork(child, args)
    let figures: SizeFigures | undefined
    process.on('message', (message) => {
      const said = message as ChildMessage
      if ('progress' in said) onStage(said.progress)
      else figures = said.figures
    })
    process.once('exit', (code, signal) => {
      if (figures && code === 0) resolve(figures)
      else reject(new Error(`${args[0]} ended with ${signal ?? code}`))
    })
  })
}

const BYTES_PER_MB = 1024 * 1024

function report(results: ReadonlyMap<string, SizeFigures>): BenchResult {
  const names = [...results.keys()]
  const stages = new Set([...results.values()].flatMap((figures) => Object.keys(figures.stages)))
  const row = (label: string, of: (figures: SizeFigures) => number, digits = 0): string[] => [
    label,
    ...[...results.values()].map((figures) => round(of(figures), digits).toLocaleString('en')),
  ]
  return {
    figures: Object.fromEntries([...results].flatMap(([name, figures]) => flat(name, figures))),
    table: [
      ['', ...names],
      row('arcs', ({ arcs }) => arcs),
      row('turns', ({ turns }) => turns),
      row('hierarchy arcs', ({ hierarchyArcs }) => hierarchyArcs),
      row('tree height', ({ height }) => height),
      row('triangles', ({ triangles }) => triangles),
      ...[...stages].map((stage) => row(`${stage}, s`, (figures) => figures.stages[stage] ?? 0, 1)),
      row('compile, CPU s', compileSeconds, 1),
      row('peak memory, MB', ({ peakBytes }) => peakBytes / BYTES_PER_MB),
      row('file, MB', ({ fileBytes }) => fileBytes / BYTES_PER_MB, 1),
      row('customize, ms', ({ customizeMs }) => customizeMs, 1),
      row('query, µs', ({ queryMicros }) => queryMicros, 1),
      row('query + path, µs', ({ pathMicros }) => pathMicros, 1),
      row('arcs per path', ({ arcsPerPath }) => arcsPerPath),
    ],
    notes: [
      'CPU of one thread. Porto n: n mirrored copies side by side, linked at the borders (../shared/bench/tile.mjs).',
      'Moscow has no tags: streets in both directions, free turns; only the hierarchy is built, and its arrays counted.',
    ],
  }
}

function compileSeconds({ stages }: SizeFigures): number {
  return Object.values(stages).reduce((sum, seconds) => sum + seconds, 0)
}

function flat(name: string, figures: SizeFigures): [string, number][] {
  const { stages, ...plain } = figures
  return [
    ...Object.entries(plain).map(([key, value]): [string, number] => [`${name}.${key}`, round(value, 2)]),
    ...Object.entries(stages).map(([stage, value]): [string, number] => [`${name}.${stage} s`, round(value, 2)]),
    [`${name}.compileSeconds`, round(compileSeconds(figures), 2)],
  ]
}
