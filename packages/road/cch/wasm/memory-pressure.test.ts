import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { reportArrays } from './memory-pressure.ts'

/** Size of an array in bytes. The test never writes to the arrays, so they only reserve address space. */
const BYTES = 64 * 2 ** 20

test('reported shared arrays are collected even if the thread creates no other garbage', async () => {
  let collected = 0
  const registry = new FinalizationRegistry(() => collected++)
  for (let created = 0; collected === 0 && created < 200; created++) {
    const array = new Uint8Array(new SharedArrayBuffer(BYTES))
    reportArrays([array, array.subarray(1)])
    registry.register(array.buffer, undefined)
    await nextTurn()
  }
  expect(collected).toBeGreaterThan(0)
})

test('an array is reported once', () => {
  const array = new Uint8Array(new SharedArrayBuffer(BYTES))
  const before = process.memoryUsage().external
  for (let count = 0; count < 100; count++) reportArrays([array])
  expect(process.memoryUsage().external - before).toBeLessThan(2 * BYTES)
})
