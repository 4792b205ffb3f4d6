import { expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import { type LocalPoint, makeTestRoute, START_MS, simulateDrive, toPosition } from '../testing/drawn.ts'
import { type AssetKind, kindLimits } from './kinds.ts'
import { advanceTracker, attachRoute, type TrackerState, toLiveView } from './tracker.ts'

const line: LocalPoint[] = [
  [0, 0],
  [1000, 0],
]

function after(
  route: AssetRoute | undefined,
  fixes: readonly Fix[],
  kind: AssetKind = 'vehicle',
  from?: TrackerState,
): TrackerState {
  const state = fixes.reduce<TrackerState | undefined>((before, fix) => advanceTracker(route, before, fix, kind), from)
  if (state === undefined) throw new Error('no fixes')
  return state
}
function at(point: LocalPoint, second: number, more: Partial<Fix> = {}): Fix {
  const [latitude, longitude] = toPosition(point)
  return { latitude, longitude, timeMs: START_MS + 1000 * second, accuracyM: 5, ...more }
}
const standing = (point: LocalPoint, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => at(point, from + i, { speedMs: 0 }))

test('stays idle at the start, however long', () => {
  const route = makeTestRoute(line)
  expect(toLiveView(route, after(route, standing([0, 5], 0, 300)), START_MS + 299_000)).toMatchObject({
    state: 'idle',
    progressPct: expect.closeTo(0, 1),
    remainingSeconds: 100,
  })
})

test('stays arrived while parked near the end, and ends when it leaves', () => {
  const route = makeTestRoute(line)
  const parked = after(route, [...simulateDrive(line), ...standing([1000, 0], 101, 5)])
  expect(toLiveView(route, parked, START_MS + 106_000).state).toBe('arrived')
  // The asset sends no fixes for a day.
  expect(toLiveView(route, parked, START_MS + 86_400_000).state).toBe('arrived')
  const shuffled = after(
    route,
    simulateDrive(
      [
        [1000, 0],
        [1060, 0],
        [1000, 0],
      ],
      { startMs: START_MS + 200_000 },
    ),
    'vehicle',
    parked,
  )
  expect(toLiveView(route, shuffled, START_MS + 212_000).state).toBe('arrived')
  const departed = after(
    route,
    simulateDrive(
      [
        [1000, 0],
        [1500, 0],
      ],
      { startMs: START_MS + 300_000 },
    ),
    'vehicle',
    shuffled,
  )
  expect(toLiveView(route, departed, START_MS + 350_000)).toMatchObject({ state: 'idle', progressPct: 100 })
})

test('is not arrived when it passes the end without a stop', () => {
  const route = makeTestRoute(line)
  const state = after(
    route,
    simulateDrive([
      [0, 0],
      [1300, 0],
    ]),
  )
  expect(toLiveView(route, state, START_MS + 130_000).state).toBe('off_route')
})

test('is arrived when the tracker falls silent at the end', () => {
  const route = makeTestRoute(line)
  const state = after(
    route,
    simulateDrive([
      [0, 0],
      [990, 0],
    ]),
  )
  expect(toLiveView(route, state, START_MS + 99_000).state).toBe('on_route')
  expect(toLiveView(route, state, START_MS + 400_000).state).toBe('arrived')
})

test('does not arrive on a round trip before driving it', () => {
  const round: LocalPoint[] = [
    [0, 0],
    [500, 0],
    [500, 500],
    [0, 500],
    [0, 0],
  ]
  const route = makeTestRoute(round)
  const waiting = after(route, standing([0, 0], 0, 60))
  expect(toLiveView(route, waiting, START_MS + 60_000).state).toBe('idle')
  const completed = after(route, simulateDrive(round, { startMs: START_MS + 100_000 }), 'vehicle', waiting)
  const home = after(route, standing([0, 0], 301, 3), 'vehicle', completed)
  expect(toLiveView(route, home, START_MS + 304_000)).toMatchObject({ state: 'arrived', progressPct: 100 })
})

test('arrives on a route of one point at that point only', () => {
  const route = makeTestRoute([[0, 0]])
  expect(toLiveView(route, after(route, standing([0, 10], 0, 2)), START_MS + 1000)).toMatchObject({
    state: 'arrived',
    progressPct: 100,
  })
  expect(toLiveView(route, after(route, standing([0, 300], 0, 2)), START_MS + 1000)).toMatchObject({
    state: 'idle',
    progressPct: 0,
  })
})

test('becomes stale exactly after the silence limit of its kind', () => {
  for (const kind of ['vehicle', 'robot', 'drone', 'vessel'] as const) {
    const state = after(undefined, [at([0, 0], 0)], kind)
    expect(toLiveView(undefined, state, START_MS + 1000 * kindLimits[kind].staleS).state).toBe('idle')
    expect(toLiveView(undefined, state, START_MS + 1000 * (kindLimits[kind].staleS + 1)).state).toBe('stale')
  }
})

test('is not moved by late fixes and jumps; a second fix confirms a jump', () => {
  const before = after(undefined, [at([0, 0], 10)])
  expect(advanceTracker(undefined, before, at([50, 0], 9), 'vehicle')).toEqual({ ...before, last: 'late' })
  expect(advanceTracker(undefined, before, at([0, 0], 10), 'vehicle')).toEqual({ ...before, last: 'late' })
  const jumped = advanceTracker(undefined, before, at([9000, 0], 11), 'vehicle')
  expect(jumped).toMatchObject({ last: 'jump', fix: before.fix })
  expect(advanceTracker(undefined, jumped, at([10, 0], 12), 'vehicle')).toMatchObject({ last: 'live', suspect: null })
  expect(advanceTracker(undefined, jumped, at([-9000, 0], 12), 'vehicle')).toMatchObject({
    last: 'jump',
    fix: before.fix,
  })
  const confirmed = advanceTracker(undefined, jumped, at([9010, 0], 12), 'vehicle')
  expect(confirmed).toMatchObject({ last: 'live', suspect: null, fix: at([9010, 0], 12) })
})

test('restarts with another route, and not with the same one', () => {
  const route = makeTestRoute(line)
  const state = after(
    route,
    simulateDrive([
      [0, 0],
      [500, 0],
    ]),
  )
  expect(attachRoute(makeTestRoute(line), state, 'vehicle')).toBe(state)
  const otherRoute = makeTestRoute([
    [500, 0],
    [500, 800],
  ])
  expect(toLiveView(otherRoute, state, START_MS + 50_000)).toMatchObject({ state: 'idle', progressPct: null })
  expect(toLiveView(otherRoute, attachRoute(otherRoute, state, 'vehicle'), START_MS + 50_000).progressPct).toBeCloseTo(
    0,
    0,
  )
  expect(attachRoute(undefined, state, 'vehicle').progress).toBeNull()
})

test('returns the same for every poll within a second, and counts down by the second', () => {
  const route = makeTestRoute(line)
  const state = after(
    route,
    simulateDrive([
      [0, 0],
      [400, 0],
    ]),
  )
  const view = toLiveView(route, state, START_MS + 40_000)
  expect(view.remainingSeconds).toBe(60)
  expect(toLiveView(route, state, START_MS + 40_999)).toEqual(view)
  expect(toLiveView(route, state, START_MS + 47_500)).toMatchObject({
    remainingSeconds: 53,
    arriveAtMs: view.arriveAtMs,
  })
  expect(toLiveView(route, state, START_MS + 40_000, { trafficFactor: 2 }).remainingSeconds).toBe(120)
})

test.each([
  [10, 1],
  [8, 1.25],
  [2, 1.5],
  [1, 1.5],
  [40, 0.7],
])('has a pace factor for %i m/s where 10 are planned of about %d', (speedMs, pace) => {
  const long: LocalPoint[] = [
    [0, 0],
    [30_000, 0],
  ]
  const route = makeTestRoute(long)
  const state = after(route, simulateDrive(long, { speedMs, intervalS: 5 }).slice(0, 140))
  const { paceFactor, remainingM, remainingSeconds } = toLiveView(route, state, state.fix.timeMs)
  expect(paceFactor).toBeCloseTo(pace, 1)
  expect(remainingSeconds).toBeCloseTo(((remainingM ?? 0) / 10) * (paceFactor ?? 0), -1)
})
