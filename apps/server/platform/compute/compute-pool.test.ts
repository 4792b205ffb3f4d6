import { afterEach, describe, expect, test } from 'vitest'
import { openMaps, type TestMaps } from '../../../../tests/support/maps/maps.ts'
import { CancelFlag } from './cancel-flag.ts'
import { ComputePool, type ComputePoolOptions } from './compute-pool.ts'

const nobody = () => Promise.reject(new Error('nobody drives here'))
const noMaps = { weigh: nobody, matching: nobody, measure: nobody, measureLive: nobody, expectMatrices: nobody }

const pools: ComputePool[] = []
const warnings: string[] = []
function openPool(more: Partial<ComputePoolOptions> = {}): ComputePool {
  const module = new URL('./testing/test-tasks.ts', import.meta.url)
  const log = { warn: (_fields: object, text: string) => void warnings.push(text) }
  const sky = () => ({ dataDir: '.', defaultZones: false, sampleCorridors: false })
  const base = { threads: 1, module, maker: noMaps, regions: () => [], sea: () => null, sky, log }
  const pool = new ComputePool({ ...base, ...more })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  warnings.length = 0
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
})

const ask = (pool: ComputePool, name: string, input?: unknown, flag = new CancelFlag(), owner = 'somebody') =>
  pool.run({ name, input, owner, cancel: flag.shared })

/** Keeps the threads busy until the flag is set. */
function occupy(pool: ComputePool, threads = 1, owner = 'somebody') {
  const flag = new CancelFlag()
  const waiting = Array.from({ length: threads }, () => ask(pool, 'wait', undefined, flag, owner))
  return { flag, waiting }
}

test('does what it is asked', async () => {
  const pool = openPool()
  expect(await ask(pool, 'double', 21)).toEqual({ kind: 'done', value: 42 })
  expect(await ask(pool, 'double', 4)).toEqual({ kind: 'done', value: 8 })
})

test('starts no thread before there is work', () => {
  expect(openPool().status()).toEqual({ running: 0, waiting: 0, refused: 0, lost: 0 })
})

test('a task that throws fails alone', async () => {
  const pool = openPool()
  await expect(ask(pool, 'throw')).rejects.toThrow('it cannot be done')
  await expect(ask(pool, 'unknown')).rejects.toThrow('there is no task unknown')
  expect(await ask(pool, 'double', 1)).toEqual({ kind: 'done', value: 2 })
})

test('a thread that dies takes its task with it, and no other', async () => {
  const pool = openPool()
  const [dying, next] = [ask(pool, 'die'), ask(pool, 'double', 3)]
  expect(await dying).toEqual({ kind: 'lost' })
  expect(await next).toEqual({ kind: 'done', value: 6 })
  expect(pool.status().lost).toBe(1)
  expect(warnings).toEqual(['a compute thread has failed; another one takes its place'])
})

test('as many tasks run at once as there are threads', async () => {
  const pool = openPool({ threads: 2 })
  const { flag, waiting } = occupy(pool, 3)
  expect(pool.status()).toMatchObject({ running: 2, waiting: 1 })
  flag.cancel()
  const outcomes = await Promise.all(waiting)
  expect(outcomes.slice(0, 2)).toEqual([
    { kind: 'done', value: 'given up' },
    { kind: 'done', value: 'given up' },
  ])
})

describe('who has gone', () => {
  test('stops a task that runs', async () => {
    const { flag, waiting } = occupy(openPool())
    flag.cancel()
    expect(await waiting[0]).toEqual({ kind: 'done', value: 'given up' })
  })

  test('is not waited for in the queue', async () => {
    const pool = openPool()
    const { flag } = occupy(pool)
    const gone = new CancelFlag()
    const given = ask(pool, 'double', 1, gone)
    gone.cancel()
    const other = ask(pool, 'double', 2)
    // The next task that arrives removes it from the queue.
    expect(await given).toEqual({ kind: 'cancelled' })
    flag.cancel()
    expect(await other).toEqual({ kind: 'done', value: 4 })
  })
})

describe('when too much waits', () => {
  test('more is refused, with a time after which to try again', async () => {
    const pool = openPool({ mostWaiting: 2 })
    const { flag } = occupy(pool)
    const waiting = [ask(pool, 'double', 1, undefined, 'a'), ask(pool, 'double', 2, undefined, 'b')]
    const refused = await ask(pool, 'double', 3, undefined, 'c')
    expect(refused).toEqual({ kind: 'busy', retryAfterSeconds: expect.any(Number) })
    expect(pool.status()).toMatchObject({ waiting: 2, refused: 1 })
    flag.cancel()
    expect(await Promise.all(waiting)).toEqual([
      { kind: 'done', value: 2 },
      { kind: 'done', value: 4 },
    ])
  })

  test('nobody waits for ever', async () => {
    const pool = openPool({ longestWaitMs: 50 })
    const { flag } = occupy(pool)
    expect(await ask(pool, 'double', 3)).toEqual({ kind: 'busy', retryAfterSeconds: expect.any(Number) })
    expect(pool.status()).toMatchObject({ waiting: 0, refused: 1 })
    flag.cancel()
  })

  test('short tasks count less, once they are known to be short', async () => {
    const pool = openPool({ mostWaiting: 2 })
    for (let round = 0; round < 40; round++) await ask(pool, 'double', round)
    const { flag } = occupy(pool)
    const waiting = Array.from({ length: 33 }, (_, at) => ask(pool, 'double', at, undefined, `owner ${at % 3}`))
    expect(await waiting[32]).toMatchObject({ kind: 'busy' })
    flag.cancel()
    expect(await Promise.all(waiting.slice(0, 32))).toEqual(
      Array.from({ length: 32 }, (_, at) => ({ kind: 'done', value: 2 * at })),
    )
  })

  test('of one owner less may wait than of all', async () => {
    const pool = openPool({ mostWaiting: 9, mostOfOneOwner: 1 })
    const { flag } = occupy(pool, 1, 'a')
    const first = ask(pool, 'double', 1, undefined, 'a')
    expect(await ask(pool, 'double', 2, undefined, 'a')).toMatchObject({ kind: 'busy' })
    const other = ask(pool, 'double', 3, undefined, 'b')
    flag.cancel()
    expect(await Promise.all([first, other])).toEqual([
      { kind: 'done', value: 2 },
      { kind: 'done', value: 6 },
    ])
  })
})

describe('maps', () => {
  const open = (maps: TestMaps, more: Partial<ComputePoolOptions> = {}) =>
    openPool({ maker: maps, regions: () => maps.regions, ...more })

  test('are those of the server, with what it makes for them', async () => {
    const maps = await openMaps()
    expect(await ask(open(maps), 'regions')).toEqual({
      kind: 'done',
      value: maps.regions.map(({ dataset }) => dataset),
    })
  })

  test('that come later are known to the next task', async () => {
    const maps = await openMaps()
    const pool = open(maps, { regions: () => [] })
    expect(await ask(pool, 'regions')).toEqual({ kind: 'done', value: [] })
    pool.useRegions(maps.regions)
    await expect.poll(() => ask(pool, 'regions')).toEqual({ kind: 'done', value: [maps.regions[0]?.dataset] })
  })
})

test('a pool that is stopped loses what waits, and takes no more', async () => {
  const pool = openPool()
  const { waiting } = occupy(pool, 2)
  await pool.stop()
  expect(await Promise.all(waiting)).toEqual([{ kind: 'lost' }, { kind: 'lost' }])
  expect(await ask(pool, 'double', 1)).toMatchObject({ kind: 'busy' })
})
