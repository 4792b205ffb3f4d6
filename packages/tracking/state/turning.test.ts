import { describe, expect, test } from 'vitest'
import { makeAssetRoute } from '../route/asset-route.ts'
import { type LocalPoint, makeTestRoute, START_MS, simulateDrive, toPosition } from '../testing/drawn.ts'
import { lastView, listStates, replay } from '../testing/replay.ts'
import { advanceTracker, attachRoute, toLiveView } from './tracker.ts'

const line: LocalPoint[] = [
  [0, 0],
  [3000, 0],
]
const turned: LocalPoint[] = [
  [0, 0],
  [2000, 0],
  [800, 0],
]

describe('U-turn', () => {
  test('increases the remaining distance and time with every meter back', () => {
    const views = replay(makeTestRoute(line), simulateDrive(turned))
    const back = views.slice(210)
    expect(listStates(back)).toEqual(['off_route'])
    back.slice(1).forEach((view, at) => {
      expect(view.remainingM).toBeGreaterThan(back[at]?.remainingM ?? 0)
      expect(view.remainingSeconds).toBeGreaterThanOrEqual(back[at]?.remainingSeconds ?? 0)
      expect(view.progressPct).toBeLessThan(back[at]?.progressPct ?? 0)
    })
    expect(lastView(views)).toMatchObject({ state: 'off_route', wrongWay: true })
    expect(lastView(views).remainingM).toBeCloseTo(2200, -1)
    expect(lastView(views).remainingSeconds).toBeCloseTo(220, -1)
    expect(lastView(views).progressPct).toBeCloseTo(26.7, 0)
  })

  test('gives the same with a fix every 20 s, without speed and heading', () => {
    const views = replay(makeTestRoute(line), simulateDrive(turned, { intervalS: 20, reportsMotion: false }))
    expect(lastView(views)).toMatchObject({ state: 'off_route', wrongWay: true })
    expect(lastView(views).remainingM).toBeCloseTo(2200, -2)
  })

  test('keeps the distance to repeat when the vehicle also leaves the line, and drops it back on the route', () => {
    const leavingLine: LocalPoint[] = [...turned, [800, 400]]
    const views = replay(makeTestRoute(line), simulateDrive(leavingLine))
    expect(lastView(views).remainingM).toBeCloseTo(2200 + 400, -2)
    const again = replay(makeTestRoute(line), simulateDrive([...turned, [1500, 0]]))
    expect(lastView(again)).toMatchObject({ state: 'on_route', wrongWay: false })
    expect(lastView(again).remainingM).toBeCloseTo(1500, -1)
  })

  test('counts only reachable parts on a route that passes the position twice', () => {
    // The route goes around a block and then along the first street again. The asset turns around on the first pass.
    const block: LocalPoint[] = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
      [0, 0],
      [1000, 0],
    ]
    const views = replay(
      makeTestRoute(block),
      simulateDrive([
        [0, 0],
        [900, 0],
        [400, 0],
      ]),
    )
    expect(lastView(views)).toMatchObject({ state: 'off_route', wrongWay: true })
    expect(lastView(views).remainingM).toBeCloseTo(4600, -2)
  })
})

describe('robots', () => {
  test('have their own pace, however far it is from the route', () => {
    // The route is planned for a car at 10 m/s but walked at 1.5 m/s, so it takes 6.7 times as long.
    const views = replay(makeTestRoute(line, 'robot'), simulateDrive(line, { speedMs: 1.5 }).slice(0, 1500), 'robot')
    expect(listStates(views)).not.toContain('off_route')
    expect(lastView(views).paceFactor).toBeGreaterThan(4)
    const vehicle = replay(makeTestRoute(line), simulateDrive(line, { speedMs: 1.6 }).slice(0, 1000))
    expect(lastView(vehicle).paceFactor).toBe(1.5)
  })

  test('walk at 1.5 m/s on a route without times', () => {
    const route = makeAssetRoute({ kind: 'robot', points: line.map((point) => toPosition(point)) })
    const [fix] = simulateDrive(line)
    const state = attachRoute(route, advanceTracker(undefined, undefined, { ...fix, speedMs: 0 }, 'robot'), 'robot')
    expect(toLiveView(route, state, START_MS).remainingSeconds).toBeCloseTo(2000, -2)
  })

  test.each([5, 15, 30])('report no jump at %i m/s', (speedMs) => {
    let state = undefined as ReturnType<typeof advanceTracker> | undefined
    const route = makeTestRoute(line, 'robot', speedMs)
    for (const fix of simulateDrive(line, { speedMs, intervalS: 2 })) {
      state = advanceTracker(route, state, fix, 'robot')
      expect(state.last).toBe('live')
    }
    expect(toLiveView(route, state, START_MS + 1000 * Math.floor(3000 / speedMs)).progressPct).toBeGreaterThan(95)
  })
})

describe('position far from the start of the route', () => {
  const route = makeTestRoute(line)
  const standing = (north: number) => {
    const [latitude, longitude] = toPosition([0, north])
    const fix = { latitude, longitude, timeMs: START_MS, speedMs: 0 }
    return toLiveView(
      route,
      attachRoute(route, advanceTracker(undefined, undefined, fix, 'vehicle'), 'vehicle'),
      START_MS,
    )
  }

  test('adds the straight line to the start, at the default speed of the kind', () => {
    expect(standing(0)).toMatchObject({ state: 'idle', toRouteSeconds: 0 })
    const [near, far] = [standing(0), standing(-12_000)]
    expect(far.toRouteSeconds).toBe(1000)
    expect((far.remainingSeconds ?? 0) - (near.remainingSeconds ?? 0)).toBe(1000)
    expect((far.remainingM ?? 0) - (near.remainingM ?? 0)).toBeCloseTo(12_000, -1)
  })

  test('adds nothing within the limit', () => {
    expect(standing(-29).toRouteSeconds).toBe(0)
    expect(standing(-60).toRouteSeconds).toBe(5)
  })
})

test('needs only the id of the route to compute a view', () => {
  const route = makeTestRoute(line)
  let state = undefined as ReturnType<typeof advanceTracker> | undefined
  for (const fix of simulateDrive(turned, { intervalS: 5 })) {
    state = advanceTracker(route, state, fix, 'vehicle')
    expect(toLiveView({ id: route.id }, state, fix.timeMs + 3000)).toEqual(toLiveView(route, state, fix.timeMs + 3000))
  }
  // For a state stored by an older version, the remaining route is computed from the route itself.
  const { rest: _rest, ...progress } = state?.progress ?? expect.fail('it has a plan')
  const older = { ...(state ?? expect.fail()), progress }
  expect(toLiveView(route, older, START_MS + 400_000)).toEqual(toLiveView(route, state, START_MS + 400_000))
})
