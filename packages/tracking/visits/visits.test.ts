import { describe, expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import { START_MS, simulateDrive, toPosition } from '../testing/drawn.ts'
import { advanceVisits, type VisitLog } from './advance-visits.ts'
import { predictVisits } from './predict-visits.ts'

const targets = [toPosition([1000, 20]), toPosition([1000, -20]), toPosition([3000, 0])]
const rule = { radiusM: 50, dwellS: 60 }
const run = (fixes: readonly Fix[], before?: VisitLog) =>
  fixes.reduce<VisitLog | undefined>((log, fix) => advanceVisits(log, 1, targets, rule, fix, 'vehicle'), before)
const at = (east: number, fromS: number, untilS: number): Fix[] => {
  const [latitude, longitude] = toPosition([east, 0])
  return Array.from({ length: untilS - fromS + 1 }, (_, i) => ({
    latitude,
    longitude,
    timeMs: START_MS + 1000 * (fromS + i),
    accuracyM: 3,
  }))
}
const second = (ms: number | undefined) => ms !== undefined && (ms - START_MS) / 1000

describe('a stop', () => {
  test('is done when the asset has stayed and left, together with the stop next door', () => {
    const log = run([...at(0, 0, 10), ...at(1000, 100, 160), ...at(2000, 200, 210)])
    expect(log?.visits).toMatchObject({ 0: { hasDwelled: true }, 1: { hasDwelled: true } })
    expect([second(log?.visits[0]?.enterMs), second(log?.visits[0]?.leaveMs)]).toEqual([100, 200])
    expect(log?.visits[2]).toBeUndefined()
  })

  test('is not done by passing, nor after a stay one second too short', () => {
    expect(
      run(
        simulateDrive([
          [0, 0],
          [4000, 0],
        ]),
      )?.visits,
    ).toEqual({})
    expect(run([...at(1000, 100, 159), ...at(2000, 200, 201)])?.visits).toEqual({})
  })

  test('stays done when the asset comes back, and starts over with another route', () => {
    const log = run([...at(1000, 0, 60), ...at(2000, 100, 101)])
    expect(run([...at(1000, 200, 300), ...at(2000, 400, 401)], log)).toEqual(log)
    const other = advanceVisits(log, 2, targets, rule, at(2000, 500, 500)[0], 'vehicle')
    expect(other).toEqual({ plan: 2, visits: {} })
  })
})

describe('predictions', () => {
  const visit = (drivenS: number, more = {}) => ({ drivenS, serviceS: 300, windows: [], ...more })
  const minute = 60_000

  test('add driving in current traffic, service and waiting', () => {
    const open: [number, number] = [30 * minute, 40 * minute]
    const predicted = predictVisits([visit(600), visit(900, { windows: [open] }), visit(1500)], {
      nowMs: 0,
      doneS: 0,
      factor: 1.5,
    })
    // The first drive takes 600 s × 1.5 = 15 min, followed by 5 min of service. The second drive takes 7.5 min, and the
    // asset waits until minute 30. The last drive after service takes 15 min.
    expect(predicted.map(({ arriveMs, beginMs }) => [arriveMs / minute, beginMs / minute])).toEqual([
      [15, 15],
      [27.5, 30],
      [50, 50],
    ])
  })

  test('count from the arrival if the asset is there, and never end in the past', () => {
    const [first, next] = predictVisits([visit(600, { arrivedMs: -2 * minute }), visit(660)], {
      nowMs: 0,
      doneS: 600,
      factor: 1,
    })
    expect([first.leaveMs / minute, next.arriveMs / minute]).toEqual([3, 4])
    const [overdue] = predictVisits([visit(600, { arrivedMs: -20 * minute })], { nowMs: 0, doneS: 600, factor: 1 })
    expect(overdue.leaveMs).toBe(0)
  })

  test('are late by the time after the last window, on both sides of it', () => {
    const windows = [
      [0, 5 * minute],
      [8 * minute, 10 * minute],
    ]
    const late = (drivenS: number) => predictVisits([visit(drivenS, { windows })], { nowMs: 0, doneS: 0, factor: 1 })[0]
    expect(late(600)).toMatchObject({ lateMs: 0, beginMs: 10 * minute })
    expect(late(660)).toMatchObject({ lateMs: minute })
    expect(late(360)).toMatchObject({ lateMs: 0, beginMs: 8 * minute })
  })
})
