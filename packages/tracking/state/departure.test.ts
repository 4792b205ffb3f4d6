import { expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import type { Plan } from '../route/asset-route.ts'
import { type Drawn, drawPlan, drive, START_MS } from '../testing/drawn.ts'
import { advance, attach, observe, type TrackerState } from './tracker.ts'

const line: Drawn[] = [
  [0, 0],
  [3000, 0],
]
const TWO_HOURS_MS = 7_200_000
const later = (departMs: number) => drawPlan(line, 'vehicle', 10, undefined, departMs)

function after(plan: Plan | undefined, fixes: readonly Fix[], from?: TrackerState): TrackerState {
  const state = fixes.reduce<TrackerState | undefined>((before, fix) => advance(plan, before, fix, 'vehicle'), from)
  if (state === undefined) throw new Error('no fixes')
  return state
}
const come: Drawn[] = [
  [-500, 0],
  [0, 0],
]

test('keeps a vehicle that arrives moving at the start before its departure, also with a route it already followed', () => {
  const moving = after(undefined, drive(come))
  const plan = later(START_MS + TWO_HOURS_MS)
  const waiting = attach(plan, moving, 'vehicle')
  const view = observe(plan, waiting, START_MS + 60_000)
  expect(view).toMatchObject({ state: 'idle', progressPct: 0, remainingSeconds: 300 })
  const followed = after(drawPlan(line), drive(line.slice(0, 2)).slice(0, 100))
  expect(observe(drawPlan(line), followed, followed.fix.timeMs).state).toBe('on_route')
  const again = attach(plan, followed, 'vehicle')
  expect(observe(plan, again, followed.fix.timeMs)).toMatchObject({ state: 'idle', progressPct: 0 })
})

test('ignores errands before departure, and starts the route normally afterwards', () => {
  const departMs = START_MS + 400_000
  const plan = later(departMs)
  const errand: Drawn[] = [
    [0, 0],
    [0, 1500],
    [0, 0],
  ]
  const back = after(plan, drive(errand))
  expect(observe(plan, back, back.fix.timeMs).state).toBe('idle')
  const begun = after(plan, drive(line, { startMs: departMs }).slice(0, 5), back)
  expect(observe(plan, begun, begun.fix.timeMs).state).toBe('on_route')
})

test('does not start on crossing the route or driving it in reverse', () => {
  const plan = later(START_MS + TWO_HOURS_MS)
  const across: Drawn[] = [
    [1000, -800],
    [1000, 800],
  ]
  const against: Drawn[] = [
    [2500, 0],
    [500, 0],
  ]
  for (const way of [across, against]) {
    let state: TrackerState | undefined
    for (const fix of drive(way)) {
      state = advance(plan, state, fix, 'vehicle')
      expect(observe(plan, state, fix.timeMs).state).toBe('idle')
    }
  }
})

test('starts when the vehicle follows the route, even before departure', () => {
  const plan = later(START_MS + TWO_HOURS_MS)
  const fixes = drive(line)
  const first = after(plan, fixes.slice(0, 9))
  expect(observe(plan, first, first.fix.timeMs).state).toBe('idle')
  const begun = after(plan, fixes.slice(0, 11))
  expect(observe(plan, begun, begun.fix.timeMs)).toMatchObject({ state: 'on_route', remainingSeconds: 290 })
})
