import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { type CircuitAdmission, CircuitBreaker } from './circuit-breaker.ts'

let clock: FakeClock
let breaker: CircuitBreaker
beforeEach(() => {
  clock = new FakeClock()
  breaker = new CircuitBreaker(clock)
})

function admit(): CircuitAdmission {
  const decision = breaker.admit()
  if (!decision.isAdmitted) throw new Error(`turned away for ${decision.retryAfterSeconds} s`)
  return decision
}
function failTimes(count: number): void {
  for (let i = 0; i < count; i++) admit().failed('it returned 500')
}
const toRejection = (retryAfterSeconds: number) => ({ isAdmitted: false, reason: 'it returned 500', retryAfterSeconds })

test('stays closed after four consecutive failures, and opens for ten seconds after the fifth', () => {
  failTimes(4)
  expect(admit().isProbe).toBe(false)
  failTimes(1)
  expect(breaker.admit()).toEqual(toRejection(10))
  clock.advance(9_001)
  expect(breaker.admit()).toEqual(toRejection(1))
})

test('resets the count after a success', () => {
  failTimes(4)
  admit().succeeded()
  failTimes(4)
  expect(breaker.admit().isAdmitted).toBe(true)
})

test('counts failures of calls that were in flight during a success', () => {
  const slow = Array.from({ length: 5 }, admit)
  admit().succeeded()
  for (const call of slow) call.failed('it returned 500')
  expect(breaker.admit().isAdmitted).toBe(false)
})

test('lets one probe through after the pause, and all calls after its success', () => {
  failTimes(5)
  clock.advance(10_000)
  const probe = admit()
  expect(probe.isProbe).toBe(true)
  expect(breaker.admit()).toEqual(toRejection(1))
  probe.succeeded()
  expect([admit().isProbe, admit().isProbe]).toEqual([false, false])
})

test('doubles the pause up to a minute while probes fail, and resets it after a success', () => {
  failTimes(5)
  for (const seconds of [10, 20, 40, 60, 60]) {
    expect(breaker.admit()).toEqual(toRejection(seconds))
    clock.advance(seconds * 1000)
    admit().failed('it returned 500')
  }
  clock.advance(60_000)
  admit().succeeded()
  failTimes(5)
  expect(breaker.admit()).toEqual(toRejection(10))
})

test('honors a Retry-After immediately and for its full duration', () => {
  admit().failed('it returned 429', 33)
  expect(breaker.admit()).toEqual({ isAdmitted: false, reason: 'it returned 429', retryAfterSeconds: 33 })
  clock.advance(33_000)
  const probe = admit()
  expect(probe.isProbe).toBe(true)
  probe.failed('it returned 500')
  expect(breaker.admit()).toEqual(toRejection(10))
})

test('ignores a late call when closing or extending the pause, but honors a late Retry-After', () => {
  const [success, failure, rest] = [admit(), admit(), admit()]
  failTimes(5)
  success.succeeded()
  failure.failed('it returned 500')
  expect(breaker.admit()).toEqual(toRejection(10))
  rest.failed('it returned 429', 5)
  expect(breaker.admit()).toEqual(toRejection(10))
  rest.failed('it returned 429', 50)
  expect(breaker.admit()).toEqual(toRejection(50))
})
