import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StorageHealth, WRITE_CHECK_INTERVAL_MS } from './storage-health.ts'

const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
const readOnly = Object.assign(new Error('attempt to write a readonly database'), { errcode: 8 })

let writes: number
let failure: Error | undefined
let freeBytes: number
let lines: object[]
let health: StorageHealth
beforeEach(() => {
  vi.useFakeTimers()
  writes = 0
  failure = undefined
  freeBytes = 1000
  lines = []
  const note = (fields: object, message: string) => void lines.push({ ...fields, message })
  health = new StorageHealth({
    database: {
      async checkWritable() {
        writes++
        if (failure) throw failure
      },
    },
    dataDir: '/data',
    minFreeBytes: 1000,
    log: { info: note, error: note },
    readFreeBytes: async () => freeBytes,
    now: () => Date.now(),
  })
})
afterEach(() => {
  health.close()
  vi.useRealTimers()
})

test('tries a write at most once per interval, however often it is checked', async () => {
  for (let turn = 0; turn < 100; turn++) await health.checkDatabase()
  await vi.advanceTimersByTimeAsync(WRITE_CHECK_INTERVAL_MS - 1)
  await health.checkDatabase()
  expect(writes).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await health.checkDatabase()
  expect(writes).toBe(2)
})

test('reports why the database rejects a write, logs it once, and recovers without being checked', async () => {
  failure = full
  for (let turn = 0; turn < 5; turn++) {
    await expect(health.checkDatabase()).rejects.toThrow('the disk is full; free some space')
    await vi.advanceTimersByTimeAsync(WRITE_CHECK_INTERVAL_MS)
  }
  const refusal = { reason: 'the disk is full; free some space', why: 'database or disk is full' }
  expect(lines).toEqual([{ ...refusal, message: 'storage does not work' }])
  failure = undefined
  await vi.advanceTimersByTimeAsync(2 * WRITE_CHECK_INTERVAL_MS)
  expect(lines).toEqual([expect.anything(), { message: 'storage works again' }])
  await expect(health.checkDatabase()).resolves.toBeUndefined()
})

test('is unready after a request failed although a small write still succeeds, until the next one succeeds', async () => {
  await health.checkDatabase()
  expect(health.reportError(full)).toBe(true)
  expect(health.reportError(full)).toBe(true)
  await expect(health.checkDatabase()).rejects.toThrow('the disk is full')
  expect(lines).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(WRITE_CHECK_INTERVAL_MS + 1)
  await expect(health.checkDatabase()).resolves.toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('logs a new reason', async () => {
  health.reportError(full)
  health.reportError(readOnly)
  expect(lines).toMatchObject(
    [{ reason: /full/ }, { reason: /read-only/ }].map(({ reason }) => ({ reason: expect.stringMatching(reason) })),
  )
})

test('leaves other errors to the caller', async () => {
  expect(health.reportError(new TypeError('x is not a function'))).toBe(false)
  failure = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  await expect(health.checkDatabase()).rejects.toBe(failure)
  expect(lines).toEqual([])
})

test('reports how much disk space is missing, and accepts exactly the minimum', async () => {
  await expect(health.checkDisk()).resolves.toBeUndefined()
  freeBytes = 999
  await expect(health.checkDisk()).rejects.toThrow('the disk is full: 999 bytes are free, at least 1000 are needed')
})
