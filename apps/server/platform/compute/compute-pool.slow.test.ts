import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { openMaps, type TestMaps } from '../../../../tests/support/maps/maps.ts'
import { testServers } from '../../../../tests/support/servers/server-process.ts'
import { CancelFlag } from './cancel-flag.ts'
import { ComputePool, type ComputePoolOptions } from './compute-pool.ts'
import type { TaskOwner } from './task.ts'

const rejectRouting = () => Promise.reject(new Error('routing is not loaded for this map'))
const noMaps = {
  customize: rejectRouting,
  getMatchingData: rejectRouting,
  computePathAttributes: rejectRouting,
  computeLivePathAttributes: rejectRouting,
  announceMatrices: rejectRouting,
}

const pools: ComputePool[] = []
const warnings: string[] = []
function openPool(more: Partial<ComputePoolOptions> = {}): ComputePool {
  const module = pathToFileURL(join(testServers.folder, 'test-tasks.js'))
  const log = { warn: (_fields: object, text: string) => void warnings.push(text) }
  const sky = () => ({ dataDir: '.', defaultZones: false, sampleCorridors: false })
  const base = {
    threads: 1,
    module,
    customization: noMaps,
    describeMapHealth: rejectRouting,
    regions: () => [],
    world: () => null,
    getSeaHandle: () => null,
    sky,
    log,
  }
  const pool = new ComputePool({ ...base, ...more })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  warnings.length = 0
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
})

const toOwner = (id: string): TaskOwner =>
  id.startsWith('paying') ? { id, weight: 16, isPaying: true } : { id, weight: 1, isPaying: false }
const runTask = (pool: ComputePool, name: string, input?: unknown, flag = new CancelFlag(), owner = 'somebody') =>
  pool.run({ name, input, owner: toOwner(owner), cancel: flag.shared })

/** Keeps the threads busy until the flag is set. */
function occupy(pool: ComputePool, threads = 1, owner = 'somebody') {
  const flag = new CancelFlag()
  const waiting = Array.from({ length: threads }, () => runTask(pool, 'wait', undefined, flag, owner))
  return { flag, waiting }
}

test('runs the requested task', async () => {
  const pool = openPool()
  expect(await runTask(pool, 'double', 21)).toEqual({ kind: 'done', value: 42 })
  expect(await runTask(pool, 'double', 4)).toEqual({ kind: 'done', value: 8 })
})

test('starts no thread before the first task', () => {
  expect(openPool().status()).toEqual({ running: 0, waiting: 0, refused: 0, lost: 0 })
})

test('fails only the task that throws', async () => {
  const pool = openPool()
  await expect(runTask(pool, 'throw')).rejects.toThrow('it cannot be done')
  await expect(runTask(pool, 'unknown')).rejects.toThrow('there is no task unknown')
  expect(await runTask(pool, 'double', 1)).toEqual({ kind: 'done', value: 2 })
})

test('fails only the task of a thread that dies', async () => {
  const pool = openPool()
  const [dying, next] = [runTask(pool, 'die'), runTask(pool, 'double', 3)]
  expect(await dying).toEqual({ kind: 'lost' })
  expect(await next).toEqual({ kind: 'done', value: 6 })
  expect(pool.status().lost).toBe(1)
  expect(warnings).toEqual(['a compute thread has failed; starting a new one'])
})

test('runs as many tasks at once as there are threads', async () => {
  const pool = openPool({ threads: 2 })
  const { flag, waiting } = occupy(pool, 3, 'paying')
  expect(pool.status()).toMatchObject({ running: 2, waiting: 1 })
  flag.cancel()
  const outcomes = await Promise.all(waiting)
  expect(outcomes.slice(0, 2)).toEqual([
    { kind: 'done', value: 'given up' },
    { kind: 'done', value: 'given up' },
  ])
})

describe('disconnected client', () => {
  test('cancels its running task', async () => {
    const { flag, waiting } = occupy(openPool())
    flag.cancel()
    expect(await waiting[0]).toEqual({ kind: 'done', value: 'given up' })
  })

  test('removes its queued task', async () => {
    const pool = openPool()
    const { flag } = occupy(pool)
    const cancelled = new CancelFlag()
    const cancelledTask = runTask(pool, 'double', 1, cancelled)
    cancelled.cancel()
    const otherTask = runTask(pool, 'double', 2)
    // The next task to arrive removes the canceled task from the queue.
    expect(await cancelledTask).toEqual({ kind: 'cancelled' })
    flag.cancel()
    expect(await otherTask).toEqual({ kind: 'done', value: 4 })
  })
})

describe('full queue', () => {
  test('rejects further tasks with a retry time', async () => {
    const pool = openPool({ maxWaiting: 2 })
    const { flag } = occupy(pool)
    const waiting = [runTask(pool, 'double', 1, undefined, 'a'), runTask(pool, 'double', 2, undefined, 'b')]
    const refused = await runTask(pool, 'double', 3, undefined, 'c')
    expect(refused).toEqual({ kind: 'busy', retryAfterSeconds: expect.any(Number) })
    expect(pool.status()).toMatchObject({ waiting: 2, refused: 1 })
    flag.cancel()
    expect(await Promise.all(waiting)).toEqual([
      { kind: 'done', value: 2 },
      { kind: 'done', value: 4 },
    ])
  })

  test('never keeps a task waiting forever', async () => {
    const pool = openPool({ maxWaitMs: 50 })
    const { flag } = occupy(pool)
    expect(await runTask(pool, 'double', 3)).toEqual({ kind: 'busy', retryAfterSeconds: expect.any(Number) })
    expect(pool.status()).toMatchObject({ waiting: 0, refused: 1 })
    flag.cancel()
  })

  test('counts short tasks less, once they are known to be short', async () => {
    const pool = openPool({ maxWaiting: 2 })
    for (let round = 0; round < 40; round++) await runTask(pool, 'double', round)
    const { flag } = occupy(pool)
    const waiting = Array.from({ length: 33 }, (_, at) => runTask(pool, 'double', at, undefined, `owner ${at % 3}`))
    expect(await waiting[32]).toMatchObject({ kind: 'busy' })
    flag.cancel()
    expect(await Promise.all(waiting.slice(0, 32))).toEqual(
      Array.from({ length: 32 }, (_, at) => ({ kind: 'done', value: 2 * at })),
    )
  })

  test('allows a single owner fewer queued tasks than the total', async () => {
    const pool = openPool({ maxWaiting: 9, maxPerOwner: 1 })
    const { flag } = occupy(pool, 1, 'a')
    const first = runTask(pool, 'double', 1, undefined, 'a')
    expect(await runTask(pool, 'double', 2, undefined, 'a')).toMatchObject({ kind: 'busy' })
    const otherTask = runTask(pool, 'double', 3, undefined, 'b')
    flag.cancel()
    expect(await Promise.all([first, otherTask])).toEqual([
      { kind: 'done', value: 2 },
      { kind: 'done', value: 6 },
    ])
  })
})

describe('paying owners', () => {
  test('get another thread when others occupy the only one, but no more than one', async () => {
    const pool = openPool()
    const { flag, waiting } = occupy(pool, 3)
    expect(pool.status()).toMatchObject({ running: 1, waiting: 2 })
    expect(await runTask(pool, 'double', 1, undefined, 'paying')).toEqual({ kind: 'done', value: 2 })
    const paying = occupy(pool, 2, 'paying')
    expect(pool.status()).toMatchObject({ running: 2, waiting: 3 })
    paying.flag.cancel()
    await Promise.all(paying.waiting)
    flag.cancel()
    await Promise.all(waiting)
  })

  test('find one of several threads free, however many tasks others send', async () => {
    const pool = openPool({ threads: 2 })
    const { flag } = occupy(pool, 5)
    expect(pool.status()).toMatchObject({ running: 1, waiting: 4 })
    expect(await runTask(pool, 'double', 1, undefined, 'paying')).toEqual({ kind: 'done', value: 2 })
    expect(pool.status()).toMatchObject({ running: 1, waiting: 4 })
    flag.cancel()
  })

  test('can use all threads', () => {
    const pool = openPool({ threads: 2 })
    const { flag } = occupy(pool, 3, 'paying')
    expect(pool.status()).toMatchObject({ running: 2, waiting: 1 })
    flag.cancel()
  })

  test('can wait although others have filled their queue', async () => {
    const pool = openPool({ maxWaiting: 1 })
    const { flag } = occupy(pool, 2)
    expect(await runTask(pool, 'double', 1)).toMatchObject({ kind: 'busy' })
    const paying = occupy(pool, 2, 'paying')
    expect(pool.status()).toMatchObject({ running: 2, waiting: 2, refused: 1 })
    flag.cancel()
    paying.flag.cancel()
  })
})

describe('short tasks', () => {
  const runShort = (pool: ComputePool, name: string, input?: unknown, flag = new CancelFlag()) =>
    pool.run({ name, input, owner: toOwner('somebody'), cancel: flag.shared, isShort: true })

  test('do not wait for long ones, and run one at a time', async () => {
    const pool = openPool()
    const { flag, waiting } = occupy(pool, 2)
    expect(await runShort(pool, 'double', 1)).toEqual({ kind: 'done', value: 2 })
    const shortFlag = new CancelFlag()
    const shortTasks = [runShort(pool, 'wait', undefined, shortFlag), runShort(pool, 'double', 2)]
    expect(pool.status()).toMatchObject({ running: 2, waiting: 2 })
    shortFlag.cancel()
    expect((await Promise.all(shortTasks))[1]).toEqual({ kind: 'done', value: 4 })
    expect(pool.status()).toMatchObject({ running: 1, waiting: 1 })
    flag.cancel()
    await Promise.all(waiting)
  })

  test('run on half as many threads as long ones', async () => {
    const pool = openPool({ threads: 4 })
    const flag = new CancelFlag()
    const waiting = Array.from({ length: 3 }, () => runShort(pool, 'wait', undefined, flag))
    expect(pool.status()).toMatchObject({ running: 2, waiting: 1 })
    flag.cancel()
    await Promise.all(waiting)
  })

  test('have their own limit of waiting tasks', async () => {
    const pool = openPool({ maxPerOwner: 1 / 16 })
    const flag = new CancelFlag()
    const waiting = [runShort(pool, 'wait', undefined, flag), runShort(pool, 'wait', undefined, flag)]
    expect(await runShort(pool, 'double', 1)).toMatchObject({ kind: 'busy', retryAfterSeconds: 1 })
    expect(await runTask(pool, 'double', 1)).toEqual({ kind: 'done', value: 2 })
    flag.cancel()
    await Promise.all(waiting)
  })

  test('are dropped when the pool stops', async () => {
    const pool = openPool()
    const flag = new CancelFlag()
    const [, waiting] = [runShort(pool, 'wait', undefined, flag), runShort(pool, 'double', 1)]
    flag.cancel()
    await pool.stop()
    expect(await waiting).toEqual({ kind: 'lost' })
  })
})

test('displaces the newest task of the owner with the most tasks when the queue is full', async () => {
  const pool = openPool({ maxWaiting: 3 })
  const { flag } = occupy(pool, 1, 'a')
  const waiting = [1, 2, 3].map((input) => runTask(pool, 'double', input, undefined, 'a'))
  const first = runTask(pool, 'double', 4, undefined, 'b')
  expect(await waiting[2]).toMatchObject({ kind: 'busy', retryAfterSeconds: expect.any(Number) })
  // Both owners now have few tasks, so no task is displaced.
  expect(await runTask(pool, 'double', 5, undefined, 'b')).toMatchObject({ kind: 'busy' })
  flag.cancel()
  expect(await Promise.all([...waiting.slice(0, 2), first])).toEqual(
    [2, 4, 8].map((value) => ({ kind: 'done', value })),
  )
})

describe('maps in the pool', () => {
  const open = (maps: TestMaps, more: Partial<ComputePoolOptions> = {}) =>
    openPool({ customization: maps, regions: () => maps.regions, ...more })

  test('are those of the server, with their derived data', async () => {
    const maps = await openMaps()
    expect(await runTask(open(maps), 'regions')).toEqual({
      kind: 'done',
      value: maps.regions.map(({ dataset }) => dataset),
    })
  })

  test('are available to the next task when they are added later', async () => {
    const maps = await openMaps()
    const pool = open(maps, { regions: () => [] })
    expect(await runTask(pool, 'regions')).toEqual({ kind: 'done', value: [] })
    pool.useRegions(maps.regions)
    expect(await runTask(pool, 'regions')).toEqual({ kind: 'done', value: [maps.regions[0]?.dataset] })
  })
})

test('drops queued tasks and accepts no more when stopped', async () => {
  const pool = openPool()
  const { waiting } = occupy(pool, 2)
  await pool.stop()
  expect(await Promise.all(waiting)).toEqual([{ kind: 'lost' }, { kind: 'lost' }])
  expect(await runTask(pool, 'double', 1)).toMatchObject({ kind: 'busy' })
})
