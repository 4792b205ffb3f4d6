import { expect, test } from 'vitest'
import { BatchedIngest } from './ingest.ts'
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
  const first = ['a', 'b'].map((id) => ingest.write(job(id)))
  await new Promise(setImmediate)
  const second = ['c', 'd', 'e'].map((id) => ingest.write(job(id)))
  await Promise.all([...first, ...second])
  await ingest.write(job('f'))
  expect(store.groups).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']])
})

test('batches at most 256 requests per write', async () => {
  const store = recordingStore()
  const ingest = new BatchedIngest(store)
  await Promise.all(Array.from({ length: 300 }, (_, at) => ingest.write(job(`a${at}`))))
  expect(store.groups.map(({ length }) => length)).toEqual([256, 44])
})

test('reports an error only to the request that caused it', async () => {
  const store = recordingStore((ids) => (ids.includes('bad') ? new Error('a bug') : undefined))
  const ingest = new BatchedIngest(store)
  expect(await outcomes(['a', 'b', 'bad', 'c'].map((id) => ingest.write(job(id))))).toEqual([
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
  const pending = Array.from({ length: 600 }, (_, at) => ingest.write(job(`a${at}`)))
  expect(new Set(await outcomes(pending))).toEqual(new Set(['connect ECONNREFUSED']))
  isUnavailable = false
  await ingest.write(job('z'))
  expect(store.groups).toEqual([['z']])
})
