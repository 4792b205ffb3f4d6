import { existsSync } from 'node:fs'
import { compileExtract, compileRegion } from '@fairway/dataset'
import { sharedPath } from '@fairway/geo/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProcess } from '../support/servers/processes.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'

/**
 * These tests compare car, bicycle and pedestrian routes on small drawn maps with the expectations of OSRM. See
 * ../shared/scenarios/README.md.
 */
const folder = sharedPath('scenarios/')
const present = existsSync(`${folder}run.mjs`)
if (!present) console.warn('\n*** SKIPPED: the scenarios are not next to the repository (../shared/scenarios) ***\n')

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
const servers: ServerProcess[] = []
beforeAll(async () => {
  temp = await createTempDir()
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await temp.dispose()
})

interface Suite {
  /** Suffix of the file names of the suite. */
  readonly suffix: '' | '-bicycle' | '-foot'
  readonly rows: Readonly<Record<'routability' | 'route', number>>
  /**
   * Minimum percentages, slightly below the current results, to detect regressions without enforcing matters of taste.
   */
  readonly bars: Readonly<Record<'routability' | 'samePath' | 'route', number>>
}

const suites: readonly Suite[] = [
  {
    suffix: '',
    rows: { routability: 244, route: 1130 },
    bars: { routability: 99.5, samePath: 99.5, route: 99 },
  },
  {
    suffix: '-bicycle',
    rows: { routability: 231, route: 29 },
    bars: { routability: 99.5, samePath: 99, route: 99 },
  },
  {
    suffix: '-foot',
    rows: { routability: 122, route: 54 },
    // For pedestrians who continue straight, OSRM omits the name of a new street where a turn restriction applies.
    bars: { routability: 99.5, samePath: 99, route: 96 },
  },
]

describe.skipIf(!present)('OSRM scenarios', () => {
  test.each(suites)('match the expectations of their authors in nearly all cases: features$suffix', async (suite) => {
    const { suffix, rows, bars } = suite
    const dataDir = `${temp.path}/data${suffix}`
    const extract = `${folder}features${suffix}.osm.pbf`
    const job = { extract, region: 'scenarios', dataDir, threads: 1, onProgress() {} }
    await compileRegion(job, compileExtract)
    const server = await startServer({
      store: { dataDir },
      args: ['--threads', '1'],
      env: { FAIRWAY_ANONYMOUS_PER_SECOND: '1000000', FAIRWAY_ANONYMOUS_BURST: '10000000' },
    })
    servers.push(server)
    const { summary, failures } = await ask(server.url, suffix)
    const missed = failures.map(({ id, asked }) => `${id} ${asked}`).join('\n')
    expect(summary.errors, missed).toBe(0)
    expect(percent(summary.routability.rows), missed).toBeGreaterThanOrEqual(bars.routability)
    expect(percent(summary.route.same_path), missed).toBeGreaterThanOrEqual(bars.samePath)
    expect(percent(summary.route.rows), missed).toBeGreaterThanOrEqual(bars.route)
    expect(summary.routability.rows.total).toBe(rows.routability)
    expect(summary.route.rows.total).toBe(rows.route)
  })
})

async function ask(url: string, suffix: Suite['suffix']): Promise<Verdict> {
  const files = ['--queries', `${folder}queries${suffix}.json.gz`, '--reference', `${folder}reference${suffix}.json.gz`]
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
