import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listEmbeddedExtracts, ROADS_FILE } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import type { Benchmark, BenchOptions, BenchResult } from '../bench.ts'

/** Checks that a compilation killed with SIGKILL resumes and produces the same dataset. */
export const resume: Benchmark = {
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'fairway-resume-'))
    try {
      return await killOften(folder, options)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

const child = fileURLToPath(new URL('./resume-child.ts', import.meta.url))

interface Compiled {
  readonly folder: string
  readonly resumed: readonly string[]
}

async function killOften(folder: string, { tiny, numbers, progress }: BenchOptions): Promise<BenchResult> {
  const kills = numbers[0] ?? (tiny ? 2 : 30)
  const { extract } = listEmbeddedExtracts()[0]
  const startedAt = performance.now()
  const whole = await compile(extract, join(folder, 'whole'))
  const wholeMs = performance.now() - startedAt
  const expected = await readRoads(whole)
  const random = seededRandom(30)
  let [killed, continued, stages, different] = [0, 0, 0, 0]
  for (let kill = 1; kill <= kills; kill++) {
    const dataDir = join(folder, String(kill))
    const killAfterMs = 300 + random() * (wholeMs - 300)
    const first = await compile(extract, dataDir, killAfterMs)
    const last = first ?? (await compile(extract, dataDir))
    if (!first) killed++
    if (last && last.resumed.length > 0) continued++
    stages += last?.resumed.length ?? 0
    if (!(await readRoads(last)).equals(expected)) different++
    await rm(dataDir, { recursive: true })
    progress(`${kill}: after ${Math.round(killAfterMs)} ms, continued after ${last?.resumed.join(', ') || 'nothing'}`)
  }
  const figures = { kills, 'killed in time': killed, continued, 'stages continued': stages, different }
  return { figures, table: Object.entries(figures).map(([name, value]) => [name, String(value)]) }
}

async function readRoads(compiled: Compiled | undefined): Promise<Buffer> {
  if (!compiled) throw new Error('the compilation failed')
  return await readFile(join(compiled.folder, ROADS_FILE))
}

/** Compiles the extract. Returns undefined if the process was killed. */
function compile(extract: string, dataDir: string, killAfterMs?: number): Promise<Compiled | undefined> {
  return new Promise((resolve, reject) => {
    const process = fork(child, [extract, dataDir])
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => process.kill('SIGKILL'), killAfterMs)
    let compiled: Compiled | undefined
    process.on('message', (message) => {
      compiled = message as Compiled
    })
    process.once('exit', (code) => {
      clearTimeout(timer)
      if (code !== null && code !== 0) reject(new Error(`the compilation ended with ${code}`))
      else resolve(compiled)
    })
  })
}
