import { describe, expect, test } from 'vitest'
import { makePlan } from '../route/asset-route.ts'
import { type Drawn, drawPlan, drive, place, START_MS } from '../testing/drawn.ts'
import { last, replay, statesOf } from '../testing/replay.ts'
import { advance, attach, observe } from './tracker.ts'

const line: Drawn[] = [
  [0, 0],
  [3000, 0],
]
const turned: Drawn[] = [
  [0, 0],
  [2000, 0],
  [800, 0],
]

describe('U-turn', () => {
  test('increases the remaining distance and time with every meter back', () => {
    const views = replay(drawPlan(line), drive(turned))
    const back = views.slice(210)
    expect(statesOf(back)).toEqual(['off_route'])
    back.slice(1).forEach((view, at) => {
      expect(view.remainingM).toBeGreaterThan(back[at]?.remainingM ?? 0)
      expect(view.remainingSeconds).toBeGreaterThanOrEqual(back[at]?.remainingSeconds ?? 0)
      expect(view.progressPct).toBeLessThan(back[at]?.progressPct ?? 0)
    })
    expect(last(views)).toMatchObject({ state: 'off_route', wrongWay: true })
    expect(last(views).remainingM).toBeCloseTo(2200, -1)
    expect(last(views).remainingSeconds).toBeCloseTo(220, -1)
    expect(last(views).progressPct).toBeCloseTo(26.7, 0)
  })

  test('gives the same with a fix every 20 s, without speed and heading', () => {
    const views = replay(drawPlan(line), drive(turned, { everyS: 20, tells: false }))
    expect(last(views)).toMatchObject({ state: 'off_route', wrongWay: true })
    expect(last(views).remainingM).toBeCloseTo(2200, -2)
  })

  test('keeps the distance to repeat when the vehicle also leaves the line, and drops it back on the route', () => {
    const away: Drawn[] = [...turned, [800, 400]]
    const views = replay(drawPlan(line), drive(away))
    expect(last(views).remainingM).toBeCloseTo(2200 + 400, -2)
    const again = replay(drawPlan(line), drive([...turned, [1500, 0]]))
    expect(last(again)).toMatchObject({ state: 'on_route', wrongWay: false })
    expect(last(again).remainingM).toBeCloseTo(1500, -1)
  })

  test('counts only reachable parts on a route that passes the position twice', () => {
    // Around a block, then along the first street again. The turn is on the first pass.
    const block: Drawn[] = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
      [0, 0],
      [1000, 0],
    ]
    const views = replay(
      drawPlan(block),
      drive([
        [0, 0],
        [900, 0],
        [400, 0],
      ]),
    )
    expect(last(views)).toMatchObject({ state: 'off_route', wrongWay: true })
    expect(last(views).remainingM).toBeCloseTo(4600, -2)
  })
})

describe('robots', () => {
  test('have their own pace, however far it is from the route', () => {
    // Planned for a car at 10 m/s, walked at 1.5 m/s: 6.7 times as long.
    const views = replay(drawPlan(line, 'robot'), drive(line, { speedMs: 1.5 }).slice(0, 1500), 'robot')
    expect(statesOf(views)).not.toContain('off_route')
    expect(last(views).paceFactor).toBeGreaterThan(4)
    const vehicle = replay(drawPlan(line), drive(line, { speedMs: 1.6 }).slice(0, 1000))
    expect(last(vehicle).paceFactor).toBe(1.5)
  })

  test('walk at 1.5 m/s on a route without times', () => {
    const plan = makePlan({ kind: 'robot', points: line.map((point) => place(point)) })
    const [fix] = drive(line)
    const state = attach(plan, advance(undefined, undefined, { ...fix, speedMs: 0 }, 'robot'), 'robot')
    expect(observe(plan, state, START_MS).remainingSeconds).toBeCloseTo(2000, -2)
  })

  test.each([5, 15, 30])('report no jump at %i m/s', (speedMs) => {
    let state = undefined as ReturnType<typeof advance> | undefined
    const plan = drawPlan(line, 'robot', speedMs)
    for (const fix of drive(line, { speedMs, everyS: 2 })) {
      state = advance(plan, state, fix, 'robot')
      expect(state.last).toBe('live')
    }
    expect(observe(plan, state, START_MS + 1000 * Math.floor(3000 / speedMs)).progressPct).toBeGreaterThan(95)
  })
})

describe('position far from the start of the route', () => {
  const plan = drawPlan(line)
  const standing = (north: number) => {
    const [latitude, longitude] = place([0, north])
    const fix = { latitude, longitude, timeMs: START_MS, speedMs: 0 }
    return observe(plan, attach(plan, advance(undefined, undefined, fix, 'vehicle'), 'vehicle'), START_MS)
  }

  test('adds the straight line to the start, at the default speed of the kind', () => {
    expect(standing(0)).toMatchObject({ state: 'idle', toPlanSeconds: 0 })
    const [near, far] = [standing(0), standing(-12_000)]
    expect(far.toPlanSeconds).toBe(1000)
    expect((far.remainingSeconds ?? 0) - (near.remainingSeconds ?? 0)).toBe(1000)
    expect((far.remainingM ?? 0) - (near.remainingM ?? 0)).toBeCloseTo(12_000, -1)
  })

  test('adds nothing within the limit', () => {
    expect(standing(-29).toPlanSeconds).toBe(0)
    expect(standing(-60).toPlanSeconds).toBe(5)
  })
})

test('needs only the id of the route to compute a view', () => {
  const plan = drawPlan(line)
  let state = undefined as ReturnType<typeof advance> | undefined
  for (const fix of drive(turned, { everyS: 5 })) {
    state = advance(plan, state, fix, 'vehicle')
    expect(observe({ id: plan.id }, state, fix.timeMs + 3000)).toEqual(observe(plan, state, fix.timeMs + 3000))
  }
  // For a state stored by an earlier version, the remaining route is computed from the route itself.
  const { rest: _rest, ...progress } = state?.progress ?? expect.fail('it has a plan')
  const older = { ...(state ?? expect.fail()), progress }
  expect(observe(plan, older, START_MS + 400_000)).toEqual(observe(plan, state, START_MS + 400_000))
})
