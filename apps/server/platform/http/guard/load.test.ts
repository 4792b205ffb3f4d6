import { expect, test } from 'vitest'
import { defaultPlans } from '../../config/plans.ts'
import type { Caller } from './caller.ts'
import { LoadMonitor } from './load.ts'

const THRESHOLD_MS = 200
const SAMPLE_MS = 50

const accountOf = (hasPhone: boolean): Caller => ({
  kind: 'account',
  account: 1,
  accountId: 'acc_1',
  plan: 'pro',
  terms: defaultPlans(7).pro,
  hasPhone,
})
const callers: readonly Caller[] = [{ kind: 'anonymous', address: '192.0.2.1' }, accountOf(false), accountOf(true)]

/** Creates a monitor with a simulated clock. */
function openMonitor(thresholdMs = THRESHOLD_MS) {
  const monitor = new LoadMonitor(thresholdMs)
  let now = 1_000_000
  monitor.start(now)
  monitor.stop()
  const isShed = () => callers.map((caller) => monitor.mustShed(caller))
  return {
    /**
     * Simulates an event loop turn that is late by `delayMs`, with three requests. Returns whether each caller was
     * shed.
     */
    turn(delayMs: number): boolean[] {
      now += SAMPLE_MS + delayMs
      const shed = isShed()
      monitor.tick(now)
      return shed
    },
    isShed,
    delayMs: () => monitor.delayMs,
  }
}

const [NOBODY, ANONYMOUS, KEYS, ALL] = [
  [false, false, false],
  [true, false, false],
  [true, true, false],
  [true, true, true],
]

test('sheds nobody after one slow request, however slow it is and however many wait for it', () => {
  const monitor = openMonitor()
  for (let turn = 0; turn < 40; turn++) monitor.turn(0)
  monitor.turn(30_000)
  expect(monitor.isShed()).toEqual(NOBODY)
  for (let turn = 0; turn < 40; turn++) expect(monitor.turn(turn === 20 ? 5000 : 0)).toEqual(NOBODY)
})

test('sheds nobody in the first second, nor before the third sample', () => {
  const monitor = openMonitor()
  for (let turn = 0; turn < 4; turn++) expect(monitor.turn(250)).toEqual(NOBODY)
  expect(monitor.isShed()).toEqual(NOBODY)
  monitor.turn(250)
  expect(monitor.isShed()).toEqual(ANONYMOUS)
  const slow = openMonitor()
  for (let turn = 0; turn < 2; turn++) slow.turn(2000)
  expect(slow.isShed()).toEqual(NOBODY)
  slow.turn(2000)
  expect(slow.isShed()).toEqual(ALL)
})

test.each([
  [200, NOBODY],
  [201, ANONYMOUS],
  [400, ANONYMOUS],
  [401, KEYS],
  [800, KEYS],
  [801, ALL],
])(
  'at a sustained delay of %i ms, sheds calls without a key, then keys, and accounts with a phone last',
  (delayMs, shed) => {
    const monitor = openMonitor()
    for (let turn = 0; turn < 30; turn++) monitor.turn(delayMs)
    expect(monitor.isShed()).toEqual(shed)
  },
)

test('serves everybody again after the first sample without delay', () => {
  const monitor = openMonitor()
  for (let turn = 0; turn < 30; turn++) monitor.turn(1000)
  expect(monitor.isShed()).toEqual(ALL)
  monitor.turn(0)
  expect(monitor.isShed()).toEqual(NOBODY)
})

test('sheds nobody while only two connections send slow requests', () => {
  const monitor = openMonitor()
  const anonymous: Caller = { kind: 'anonymous', address: '192.0.2.1' }
  const slow = new LoadMonitor(THRESHOLD_MS)
  let now = 1_000_000
  slow.start(now)
  slow.stop()
  for (let turn = 0; turn < 50; turn++) {
    expect([slow.mustShed(anonymous), slow.mustShed(anonymous)]).toEqual([false, false])
    now += 600
    slow.tick(now)
  }
  for (let turn = 0; turn < 50; turn++) monitor.turn(550)
  expect(monitor.isShed()).toEqual(KEYS)
})

test('sheds nobody when shedding is disabled', () => {
  const monitor = openMonitor(0)
  for (let turn = 0; turn < 30; turn++) expect(monitor.turn(10_000)).toEqual(NOBODY)
})

test('reports a smoothed delay that falls quickly', () => {
  const monitor = openMonitor()
  monitor.turn(100)
  expect(monitor.delayMs()).toBeCloseTo(40)
  monitor.turn(0)
  expect(monitor.delayMs()).toBeCloseTo(12)
})
