import { expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import { type LocalPoint, makeTestRoute, START_MS, simulateDrive } from '../testing/drawn.ts'
import { advanceTracker, attachRoute, type TrackerState, toLiveView } from './tracker.ts'

const line: LocalPoint[] = [
  [0, 0],
  [3000, 0],
]
const TWO_HOURS_MS = 7_200_000
const later = (departMs: number) => makeTestRoute(line, 'vehicle', 10, undefined, departMs)

function after(route: AssetRoute | undefined, fixes: readonly Fix[], from?: TrackerState): TrackerState {
  const state = fixes.reduce<TrackerState | undefined>(
    (before, fix) => advanceTracker(route, before, fix, 'vehicle'),
    from,
  )
  if (state === undefined) throw new Error('no fixes')
  return state
}
const approach: LocalPoint[] = [
  [-500, 0],
  [0, 0],
]

test('keeps a vehicle that arrives moving at the start before its departure, even with a route it already followed', () => {
  const moving = after(undefined, simulateDrive(approach))
  const route = later(START_MS + TWO_HOURS_MS)
  const waiting = attachRoute(route, moving, 'vehicle')
  const view = toLiveView(route, waiting, START_MS + 60_000)
  expect(view).toMatchObject({ state: 'idle', progressPct: 0, remainingSeconds: 300 })
  const followed = after(makeTestRoute(line), simulateDrive(line.slice(0, 2)).slice(0, 100))
  expect(toLiveView(makeTestRoute(line), followed, followed.fix.timeMs).state).toBe('on_route')
  const again = attachRoute(route, followed, 'vehicle')
  expect(toLiveView(route, again, followed.fix.timeMs)).toMatchObject({ state: 'idle', progressPct: 0 })
})

test('ignores errands before departure, and starts the route normally afterwards', () => {
  const departMs = START_MS + 400_000
  const route = later(departMs)
  const errand: LocalPoint[] = [
    [0, 0],
    [0, 1500],
    [0, 0],
  ]
  const back = after(route, simulateDrive(errand))
  expect(toLiveView(route, back, back.fix.timeMs).state).toBe('idle')
  const started = after(route, simulateDrive(line, { startMs: departMs }).slice(0, 5), back)
  expect(toLiveView(route, started, started.fix.timeMs).state).toBe('on_route')
})

test('does not start on crossing the route or driving it in reverse', () => {
  const route = later(START_MS + TWO_HOURS_MS)
  const across: LocalPoint[] = [
    [1000, -800],
    [1000, 800],
  ]
  const against: LocalPoint[] = [
    [2500, 0],
    [500, 0],
  ]
  for (const otherLine of [across, against]) {
    let state: TrackerState | undefined
    for (const fix of simulateDrive(otherLine)) {
      state = advanceTracker(route, state, fix, 'vehicle')
      expect(toLiveView(route, state, fix.timeMs).state).toBe('idle')
    }
  }
})

test('starts when the vehicle follows the route, even before departure', () => {
  const route = later(START_MS + TWO_HOURS_MS)
  const fixes = simulateDrive(line)
  const first = after(route, fixes.slice(0, 9))
  expect(toLiveView(route, first, first.fix.timeMs).state).toBe('idle')
  const started = after(route, fixes.slice(0, 11))
  expect(toLiveView(route, started, started.fix.timeMs)).toMatchObject({ state: 'on_route', remainingSeconds: 290 })
})
