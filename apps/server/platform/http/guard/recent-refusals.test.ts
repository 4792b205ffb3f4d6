import { expect, test } from 'vitest'
import type { HttpRequest } from '../body/exchange.ts'
import type { Problem } from '../problem.ts'
import { RecentRefusals } from './recent-refusals.ts'

const problem: Problem = {
  status: 503,
  code: 'compute-busy',
  body: { busy: true, detail: 'busy' },
  retryAfterSeconds: 5,
}

function makeRequest(bytes: number, address = '1.2.3.4', name = 'matrix'): HttpRequest {
  const headers = { 'content-length': String(bytes) }
  return { headers, caller: { kind: 'anonymous', address }, operation: { name } } as unknown as HttpRequest
}

test('a caller with a large body gets its refusal again for a quarter of a second', () => {
  let time = 0
  const refusals = new RecentRefusals(() => time)
  expect(refusals.find(makeRequest(8192))).toBeUndefined()
  refusals.record(makeRequest(8192), problem)
  time = 249
  expect(refusals.find(makeRequest(8192))).toBe(problem)
  // The repeated refusal does not extend the time.
  time = 250
  expect(refusals.find(makeRequest(8192))).toBeUndefined()
})

test('smaller bodies, other callers and other operations are not refused', () => {
  const refusals = new RecentRefusals(() => 0)
  refusals.record(makeRequest(8192), problem)
  expect(refusals.find(makeRequest(8191))).toBeUndefined()
  expect(refusals.find(makeRequest(9000, '1.2.3.5'))).toBeUndefined()
  expect(refusals.find(makeRequest(9000, '1.2.3.4', 'optimize'))).toBeUndefined()
  expect(refusals.find({ ...makeRequest(0), headers: {} })).toBeUndefined()
})

test('the refusal of a small body is not remembered', () => {
  const refusals = new RecentRefusals(() => 0)
  refusals.record(makeRequest(8191), problem)
  expect(refusals.find(makeRequest(8192))).toBeUndefined()
})

test('refusals of very many callers do not accumulate', () => {
  const refusals = new RecentRefusals(() => 0)
  for (let index = 0; index <= 10_000; index++) refusals.record(makeRequest(8192, `caller ${index}`), problem)
  expect(refusals.find(makeRequest(8192, 'caller 9999'))).toBeUndefined()
  expect(refusals.find(makeRequest(8192, 'caller 10000'))).toBe(problem)
})
