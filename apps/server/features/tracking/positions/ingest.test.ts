import { expect, test } from 'vitest'
import { BatchedIngest, type IngestTimer } from './ingest.ts'
import type { IngestJob } from './ingest-store.ts'

const job = (assetId: string): IngestJob => ({
  account: 1,
  assetId,
  receivedAtMs: 0,
  applyFixes: () => ({ fixes: [], state: undefined }),
})

/** Creates a store that starts slowly, fails on demand, and records which jobs were written together. */
function recordingStore(failOn: (ids: readonly string[]) => Error | undefined = () => undefined) {
  const groups: string[][] = []
  return {
    groups,
    async write(given: readonly IngestJob[] | (() => readonly IngestJob[])) {
      const jobs = typeof given === 'function' ? given() : given
      await new Promise(setImmediate)
      const ids = jobs.map(({ assetId }) => assetId)
      const error = failOn(ids)
      if (error) throw error
      groups.push(ids)
      return jobs.map(() => undefined)
    },
  }
}

const outcomes = async (promises: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map((one) => (one.status === 'rejected' ? one.reason.message : 'written'))

test('writes the requests of one turn together, and those that arrive during a write, in order', async () => {
  const store = recordingStore()
  const ingest = new BatchedIngest(store)
  const first = ['a', 'b'].map((id) => ingest.write([job(id)]))
  await new Promise(setImmediate)
  const second = ['c', 'd', 'e'].map((id) => ingest.write([job(id)]))
  await Promise.all([...first, ...second])
  await ingest.write([job('f')])
  expect(store.groups).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']])
})

test('batches at most 256 requests per write', async () => {
  const store = recordingStore()
  const ingest = new BatchedIngest(store)
  await Promise.all(Array.from({ length: 300 }, (_, at) => ingest.write([job(`a${at}`)])))
  expect(store.groups.map(({ length }) => length)).toEqual([256, 44])
})

test('reports an error only to the request that caused it', async () => {
  const store = recordingStore((ids) => (ids.includes('bad') ? new Error('a bug') : undefined))
  const ingest = new BatchedIngest(store)
  expect(await outcomes(['a', 'b', 'bad', 'c'].map((id) => ingest.write([job(id)])))).toEqual([
    'written',
    'written',
    'a bug',
    'written',
  ])
  expect(store.groups).toEqual([['a'], ['b'], ['c']])
})

test('fails all waiting requests immediately while the database is unavailable, and resumes when it is back', async () => {
  let isUnavailable = true
  const connectionError = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const store = recordingStore(() => (isUnavailable ? connectionError : undefined))
  const ingest = new BatchedIngest(store)
  const pending = Array.from({ length: 600 }, (_, at) => ingest.write([job(`a${at}`)]))
  expect(new Set(await outcomes(pending))).toEqual(new Set(['connect ECONNREFUSED']))
  isUnavailable = false
  await ingest.write([job('z')])
  expect(store.groups).toEqual([['z']])
})

test('writes a request of many jobs in parts, without jobs of other requests in between', async () => {
  const store = recordingStore()
  const ingest = new BatchedIngest(store)
  const ids = Array.from({ length: 600 }, (_, at) => `a${at}`)
  const [results] = await Promise.all([ingest.write(ids.map(job)), ingest.write([job('b')])])
  expect(results).toHaveLength(600)
  expect(store.groups.map(({ length }) => length)).toEqual([256, 256, 89])
  expect(store.groups.flat()).toEqual([...ids, 'b'])
})

test('reports an error of one job to its whole request, and writes the other jobs', async () => {
  const store = recordingStore((ids) => (ids.includes('bad') ? new Error('a bug') : undefined))
  const ingest = new BatchedIngest(store)
  const requests = [['a', 'bad', 'c'], ['d']].map((ids) => ingest.write(ids.map(job)))
  expect(await outcomes(requests)).toEqual(['a bug', 'written'])
  expect(store.groups).toEqual([['a'], ['c'], ['d']])
})

/** Creates a timer whose time advances only while a write waits or when the test calls `advance`. */
function manualTimer() {
  let nowMs = 0
  const waits: number[] = []
  const timer: IngestTimer = {
    now: () => nowMs,
    async wait(ms) {
      waits.push(ms)
      await new Promise(setImmediate)
      nowMs += ms
    },
  }
  return { timer, waits, advance: (ms: number) => (nowMs += ms) }
}

test('lets small requests wait for others only while many requests arrive', async () => {
  const { timer, waits, advance } = manualTimer()
  const ingest = new BatchedIngest(recordingStore(), timer)
  for (let at = 0; at < 19; at++) await ingest.write([job(`a${at}`)])
  expect(waits).toEqual([])
  // The twentieth request in the same 100 ms waits until 8 ms after the last write.
  advance(3)
  await ingest.write([job('b')])
  expect(waits).toEqual([5])
  // A request with enough jobs does not wait, and neither does the first request after a pause.
  await ingest.write(Array.from({ length: 32 }, (_, at) => job(`c${at}`)))
  expect(waits).toEqual([5])
  await ingest.write(Array.from({ length: 31 }, (_, at) => job(`d${at}`)))
  expect(waits).toEqual([5, 8])
  advance(200)
  await ingest.write([job('e')])
  expect(waits).toEqual([5, 8])
})
