import { describe, expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import { kindLimits } from '../state/kinds.ts'
import { advanceTracker, type TrackerState } from '../state/tracker.ts'
import { type LocalPoint, makeTestRoute, START_MS, simulateDrive, toPosition } from '../testing/drawn.ts'
import {
  advanceConditions,
  advanceConditionsInTime,
  type ConditionEvent,
  type ConditionSettings,
  findNextConditionMs,
  type ReportedConditions,
} from './conditions.ts'

const OFF: ConditionSettings = { offRoute: false, arrived: false, stale: false }
const line: LocalPoint[] = [
  [0, 0],
  [1000, 0],
]

function at(point: LocalPoint, second: number, more: Partial<Fix> = {}): Fix {
  const [latitude, longitude] = toPosition(point)
  return { latitude, longitude, timeMs: START_MS + 1000 * second, accuracyM: 5, ...more }
}

interface Run {
  readonly state: TrackerState
  readonly reported: ReportedConditions
  readonly events: ConditionEvent[]
}

/** Processes fixes, each received at the time it was taken. */
function run(
  settings: Partial<ConditionSettings>,
  fixes: readonly Fix[],
  { route, plannedArrivalMs }: { route?: AssetRoute; plannedArrivalMs?: number } = {},
): Run {
  let state: TrackerState | undefined
  let reported: ReportedConditions = {}
  const events: ConditionEvent[] = []
  for (const fix of fixes) {
    state = advanceTracker(route, state, fix, 'vehicle')
    const context = { route, plannedArrivalMs, nowMs: fix.timeMs }
    const step = advanceConditions({ ...OFF, ...settings }, reported, state, context)
    reported = step.reported
    events.push(...step.events)
  }
  if (!state) throw new Error('no fixes')
  return { state, reported, events }
}
const list = ({ events }: Run) => events.map(({ type, timeMs }) => `${type} ${(timeMs - START_MS) / 1000}`)

describe('conditions', () => {
  test('report nothing that is switched off', () => {
    const fixes = [...simulateDrive(line), at([1000, 500], 101), at([1000, 500], 400, { batteryPct: 0 })]
    expect(run({}, fixes, { route: makeTestRoute(line), plannedArrivalMs: START_MS })).toMatchObject({
      events: [],
      reported: {},
    })
  })

  test('report leaving the route once, and again after the asset has returned to it', () => {
    const route = makeTestRoute([
      [0, 0],
      [5000, 0],
    ])
    const drive = simulateDrive([
      [0, 0],
      [500, 0],
      [500, 400],
      [500, 0],
      [1500, 0],
      [1500, 400],
    ])
    const { events } = run({ offRoute: true }, drive, { route })
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({ type: 'off_route', driftM: expect.any(Number), sinceMs: expect.any(Number) })
    expect(events[0]?.driftM).toBeGreaterThan(kindLimits.vehicle.offRouteM)
  })

  test('report an arrival once per route, even for an asset that goes silent at the end', () => {
    const route = makeTestRoute(line)
    const parked = Array.from({ length: 60 }, (_, second) => at([1000, 0], 101 + second, { speedMs: 0 }))
    const arrived = run({ arrived: true }, [...simulateDrive(line), ...parked], { route })
    expect(arrived.events.map(({ type }) => type)).toEqual(['arrived'])
    const silent = run({ arrived: true }, simulateDrive(line), { route })
    expect(silent.events).toEqual([])
    const nextMs = findNextConditionMs({ ...OFF, arrived: true }, silent.reported, silent.state) ?? 0
    const advance = (nowMs: number) =>
      advanceConditionsInTime({ ...OFF, arrived: true }, silent.reported, silent.state, { route, nowMs })
    expect(advance(nextMs - 1000).events).toEqual([])
    const { events, reported } = advance(nextMs)
    expect(events.map(({ type }) => type)).toEqual(['arrived'])
    expect(findNextConditionMs({ ...OFF, arrived: true }, reported, silent.state)).toBeUndefined()
  })

  test('report a delay beyond the allowed one, and again after the asset has caught up', () => {
    const route = makeTestRoute(line)
    const drive = simulateDrive(line, { speedMs: 10 }).slice(0, 60)
    // The trip takes 100 s, and the planned arrival allows more or less time.
    const late = (lateS: number, plannedS: number) =>
      list(run({ lateS }, drive, { route, plannedArrivalMs: START_MS + 1000 * plannedS })).length
    expect([late(30, 100), late(30, 75), late(30, 65), late(0, 99)]).toEqual([0, 0, 1, 1])
    const [event] = run({ lateS: 30 }, drive, { route, plannedArrivalMs: START_MS + 60_000 }).events
    expect(event).toMatchObject({ type: 'late', plannedMs: START_MS + 60_000 })
    expect(Math.abs((event?.arriveMs ?? 0) - START_MS - 100_000)).toBeLessThan(5000)
  })

  test('report a stop after the time limit, even without further fixes', () => {
    const standing = (count: number) => Array.from({ length: count }, (_, s) => at([0, 0], s, { speedMs: 0 }))
    expect(list(run({ stoppedS: 60 }, standing(60)))).toEqual([])
    expect(list(run({ stoppedS: 60 }, standing(200)))).toEqual(['stopped 60'])
    const moving = [...standing(100), ...simulateDrive(line, { startMs: START_MS + 100_000 })]
    const again = [...moving, ...Array.from({ length: 100 }, (_, s) => at([1000, 0], 201 + s, { speedMs: 0 }))]
    expect(run({ stoppedS: 60 }, again).events).toHaveLength(2)
    const { state, reported } = run({ stoppedS: 60 }, standing(10))
    const settings = { ...OFF, stoppedS: 60 }
    expect(findNextConditionMs(settings, reported, state)).toBe(START_MS + 60_000)
    const later = { route: undefined, nowMs: START_MS + 61_000 }
    expect(advanceConditionsInTime(settings, reported, state, later).events).toMatchObject([{ type: 'stopped' }])
  })

  test('report a low battery once until it is charged', () => {
    const charges = (...list: (number | undefined)[]) =>
      list.map((batteryPct, second) => at([0, 0], second, batteryPct === undefined ? {} : { batteryPct }))
    expect(list(run({ batteryPct: 20 }, charges(30, 21, 20, 19, undefined, 25, 19)))).toEqual(['battery 2'])
    expect(list(run({ batteryPct: 20 }, charges(20, 26, 20)))).toEqual(['battery 0', 'battery 2'])
  })

  test('report speeding when two fixes are too fast', () => {
    const speeds = (...list: number[]) => list.map((speedMs, second) => at([0, 0], second, { speedMs }))
    expect(list(run({ maxSpeedMs: 25 }, speeds(26, 20, 26)))).toEqual([])
    expect(list(run({ maxSpeedMs: 25 }, speeds(25, 26, 27, 28, 24, 28)))).toEqual(['speeding 2'])
    expect(list(run({ maxSpeedMs: 25 }, speeds(26, 27, 20, 26, 27)))).toEqual(['speeding 1', 'speeding 4'])
  })

  test('report silence once, when the live view becomes stale', () => {
    const settings = { ...OFF, stale: true }
    const { state, reported } = run({ stale: true }, [at([0, 0], 0)])
    const staleMs = START_MS + 1000 * (kindLimits.vehicle.staleS + 1)
    expect(findNextConditionMs(settings, reported, state)).toBe(staleMs)
    const advance = (nowMs: number) => advanceConditionsInTime(settings, reported, state, { route: undefined, nowMs })
    expect(advance(staleMs - 1).events).toEqual([])
    const silent = advance(staleMs)
    expect(silent.events).toEqual([{ type: 'stale', timeMs: staleMs, sinceMs: START_MS }])
    expect(findNextConditionMs(settings, silent.reported, state)).toBeUndefined()
    // An old fix that arrives now does not end the silence, but a new fix does.
    const next = (second: number, nowMs: number) => {
      const moved = advanceTracker(undefined, state, at([0, 0], second), 'vehicle')
      return advanceConditions(settings, silent.reported, moved, { route: undefined, nowMs }).reported
    }
    expect(next(1, staleMs + 600_000)).toEqual({ stale: true })
    expect(next(600, START_MS + 600_000)).toEqual({})
  })
})
