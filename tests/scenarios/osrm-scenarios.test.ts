import { existsSync } from 'node:fs'
import { compileExtract, compileRegion } from '@fairway/dataset'
import { sharedPath } from '@fairway/geo/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProcess } from '../support/servers/processes.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'

/** Expectations of a mature car router on small drawn maps; see ../shared/scenarios/README.md. */
const folder = sharedPath('scenarios/')
const present = existsSync(`${folder}run.mjs`)
if (!present) console.warn('\n*** SKIPPED: the scenarios are not beside the repository (../shared/scenarios) ***\n')

interface Tally {
  readonly passed: number
  readonly total: number
}
interface Verdict {
  readonly summary: {
    readonly routability: { readonly rows: Tally }
    readonly route: { readonly rows: Tally; readonly same_path: Tally }
    readonly errors: number
  }
  readonly failures: readonly { readonly id: string; readonly kind: string; readonly asked: string }[]
}

let temp: TempDir
let server: ServerProcess | undefined
beforeAll(async () => {
  temp = await createTempDir()
})
afterAll(async () => {
  await server?.stop()
  await temp.dispose()
})

/** Slightly below the current results, to catch regressions but not matters of taste. */
const bars = { routability: 99.5, samePath: 99.5, route: 99 }

describe.skipIf(!present)('1,374 OSRM scenarios', () => {
  test('match the expectations of their authors in nearly all cases', async () => {
    const extract = `${folder}features.osm.pbf`
    const job = { extract, region: 'scenarios', dataDir: temp.path, threads: 1, onProgress() {} }
    await compileRegion(job, compileExtract)
    server = await startServer({
      store: { dataDir: temp.path },
      args: ['--threads', '1'],
      env: { FAIRWAY_ANONYMOUS_PER_SECOND: '1000000', FAIRWAY_ANONYMOUS_BURST: '10000000' },
    })
    const { summary, failures } = await ask(server.url)
    const missed = failures.map(({ id, asked }) => `${id} ${asked}`).join('\n')
    expect(summary.errors, missed).toBe(0)
    expect(percent(summary.routability.rows), missed).toBeGreaterThanOrEqual(bars.routability)
    expect(percent(summary.route.same_path), missed).toBeGreaterThanOrEqual(bars.samePath)
    expect(percent(summary.route.rows), missed).toBeGreaterThanOrEqual(bars.route)
    expect(summary.routability.rows.total).toBeGreaterThan(200)
    expect(summary.route.rows.total).toBeGreaterThan(1000)
  })
})

async function ask(url: string): Promise<Verdict> {
  const files = ['--queries', `${folder}queries.json.gz`, '--reference', `${folder}reference.json.gz`]
  const options = ['--engine', 'fairway', '--url', url, '--json', ...files]
  const program = startProcess(process.execPath, [`${folder}run.mjs`, ...options])
  await program.exited
  try {
    return JSON.parse(program.output()) as Verdict
  } catch (cause) {
    throw new Error(`run.mjs did not print JSON:\n${program.lastLines()}`, { cause })
  }
}

function percent({ passed, total }: Tally): number {
  return (100 * passed) / total
}
