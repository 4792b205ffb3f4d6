import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import { type LocalPoint, makeTestRoute, START_MS, simulateDrive, toPosition } from '../testing/drawn.ts'
import { expectMonotoneProgress, lastView, listStates, replay } from '../testing/replay.ts'
import type { LiveView } from './tracker.ts'

const seed = Number(process.env.SEED ?? 20260616)

/** A route of 6 km at 10 m/s, with bends like those of roads. */
const line: LocalPoint[] = [
  [0, 0],
  [2000, 0],
  [4000, 600],
  [5912, 600],
]
const route = makeTestRoute(line)

/** Returns accurate fixes along the route. */
function accurateFixes(everyS: number, reportsMotion: boolean): Fix[] {
  return simulateDrive(line, { intervalS: everyS, reportsMotion }).map((fix) => ({ ...fix, accuracyM: 5 }))
}

/** Replaces one fix with a coarse one that has no speed or heading, like a network position. */
function withCoarse(fixes: readonly Fix[], index: number, accuracyM: number, aheadM: number): Fix[] {
  const { timeMs } = fixes[index]
  const [latitude, longitude] = positionAlong((timeMs - START_MS) / 100 + aheadM)
  return fixes.with(index, { latitude, longitude, timeMs, accuracyM })
}

function positionAlong(meters: number) {
  const legs = line.slice(1).map((to, i) => ({ from: line[i], to, length: distanceBetween(line[i], to) }))
  let rest = meters
  for (const { from, to, length } of legs) {
    if (rest <= length) {
      const share = rest / length
      return toPosition([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])
    }
    rest -= length
  }
  return toPosition(line[line.length - 1])
}

const distanceBetween = ([a, b]: LocalPoint, [c, d]: LocalPoint) => Math.hypot(c - a, d - b)

function expectNothingOfIt(views: readonly LiveView[], undisturbed: readonly LiveView[], index: number): void {
  expect(listStates(views.slice(2, -8))).toEqual(['on_route'])
  expect(views.some(({ wrongWay }) => wrongWay)).toBe(false)
  expectMonotoneProgress(views)
  views.slice(index, -8).forEach((view, i) => {
    const other = undisturbed[index + i]
    // A coarse fix every 10 s may shift progress by a few meters. The next accurate fix removes the effect.
    const slack = i === 0 ? 0.02 : 0.005
    expect(Math.abs((view.progressPct ?? 0) - (other.progressPct ?? 0))).toBeLessThan(100 * slack)
    const [seconds, others] = [view.remainingSeconds ?? 0, other.remainingSeconds ?? 0]
    expect(Math.abs(seconds - others)).toBeLessThanOrEqual(1 + 2 * slack * others)
    expect(view.paceFactor).toBeCloseTo(other.paceFactor ?? 0, i === 0 ? 1 : 2)
  })
}

describe('single coarse fix ahead among good ones, which changes nothing', () => {
  test.each([
    [50, 50],
    [100, 100],
    [100, 150],
    [300, 300],
    [800, 600],
    [3000, 1600],
  ])('has an accuracy of %i m, %i m ahead', (accuracyM, aheadM) => {
    for (const everyS of [1, 10]) {
      for (const reportsMotion of [false, true]) {
        const fixes = accurateFixes(everyS, reportsMotion)
        const index = fixes.length >> 1
        const views = replay(route, withCoarse(fixes, index, accuracyM, aheadM))
        expectNothingOfIt(views, replay(route, fixes), index)
      }
    }
  })

  test('may also lie behind', () => {
    const fixes = accurateFixes(1, false)
    const views = replay(route, withCoarse(fixes, 300, 300, -300))
    expectNothingOfIt(views, replay(route, fixes), 300)
  })

  test(`raises no alarm in many random positions (seed ${seed})`, () => {
    const random = seededRandom(seed)
    for (const reportsMotion of [false, true]) {
      let fixes = accurateFixes(1, reportsMotion)
      // The coarse fixes are correct within their accuracy, and two never occur in a row.
      for (let at = 20; at < 560; at += 2 + Math.floor(8 * random())) {
        const accuracyM = 30 * 100 ** random()
        fixes = withCoarse(fixes, at, accuracyM, Math.max(-10 * at, accuracyM * (2 * random() - 1)))
      }
      const views = replay(route, fixes)
      expect(listStates(views.slice(2, -8))).toEqual(['on_route'])
      expectMonotoneProgress(views)
      views.slice(2, -8).forEach((view, i) => {
        expect(Math.abs((view.progressPct ?? 0) * 60 - 10 * (i + 2))).toBeLessThan(30)
      })
      expect(lastView(views.slice(0, 500)).paceFactor).toBeCloseTo(1, 1)
    }
  })

  test('at the end does not mark a queuing vehicle as arrived', () => {
    const fixesBefore = accurateFixes(1, true).slice(0, 440)
    const stands = Array.from({ length: 60 }, (_, i): Fix => {
      return { ...fixesBefore[439], timeMs: START_MS + 1000 * (440 + i), speedMs: 0 }
    })
    const fixes = withCoarse([...fixesBefore, ...stands], 480, 2000, 1200)
    const views = replay(route, fixes)
    expect(listStates(views.slice(2))).toEqual(['on_route'])
    expect(lastView(views).progressPct).toBeCloseTo((100 * 439) / 600, 0)
  })
})

describe('coarse fixes without better data', () => {
  const sinceStart = ({ timeMs }: Fix) => (timeMs - START_MS) / 1000

  test.each([7, 10, 14])('are accepted after a tunnel driven at %i m/s', (speedMs) => {
    const before = accurateFixes(1, false).slice(0, 150)
    const after = Array.from({ length: 20 }, (_, i): Fix => {
      const meters = 1500 + speedMs * (90 + i)
      const [latitude, longitude] = positionAlong(meters + (i % 2 === 0 ? 60 : -60))
      return { latitude, longitude, timeMs: START_MS + 1000 * (239 + i), accuracyM: 100 }
    })
    const views = replay(route, [...before, ...after])
    expect(listStates(views.slice(2))).toEqual(['on_route'])
    expect(Math.abs((lastView(views).progressPct ?? 0) * 60 - (1500 + speedMs * 109))).toBeLessThan(100)
  })

  test('are accepted when several in a row lie ahead', () => {
    const fixes = accurateFixes(1, false).slice(0, 340)
    const jumped = fixes.map((fix) => {
      if (sinceStart(fix) < 300) return fix
      const [latitude, longitude] = positionAlong(10 * sinceStart(fix) + 250)
      return { ...fix, latitude, longitude, accuracyM: 100 }
    })
    const views = replay(route, jumped)
    expect(listStates(views.slice(2))).toEqual(['on_route'])
    expect((views[302].progressPct ?? 0) * 60).toBeLessThan(3100)
    expect(Math.abs((lastView(views).progressPct ?? 0) * 60 - 3640)).toBeLessThan(50)
  })

  test('are corrected by the next good fix, without a reported U-turn', () => {
    // For half a minute, all fixes are coarse and too far ahead.
    const fixes = accurateFixes(1, false).map((fix) => {
      if (sinceStart(fix) < 300 || sinceStart(fix) > 330) return fix
      const [latitude, longitude] = positionAlong(10 * sinceStart(fix) + 180)
      return { ...fix, latitude, longitude, accuracyM: 120 }
    })
    const views = replay(route, fixes)
    expect(listStates(views.slice(2, -8))).toEqual(['on_route'])
    expect(views.some(({ wrongWay }) => wrongWay)).toBe(false)
    expect(Math.abs((views[332].progressPct ?? 0) * 60 - 3320)).toBeLessThan(35)
    expect(views[400].remainingSeconds).toBeCloseTo(200, -1)
  })
})

describe('coarse fixes during a deviation', () => {
  const back: LocalPoint[] = [
    [0, 0],
    [1500, 0],
    [1000, 0],
  ]
  const firstOffRouteIndex = (views: readonly LiveView[]) => views.findIndex(({ state }) => state === 'off_route')

  test.each([true, false])('do not delay the detection of a U-turn, with motion data: %s', (reportsMotion) => {
    const fixes = simulateDrive(back, { reportsMotion }).map((fix) => ({ ...fix, accuracyM: 5 }))
    const noticed = firstOffRouteIndex(replay(route, fixes))
    // The asset turns around at 150 s. Detection requires 30 m of driving back and three fixes.
    expect(noticed).toBe(155)
    const [latitude, longitude] = toPosition([1580, 0])
    const disturbed = replay(route, fixes.with(148, { latitude, longitude, timeMs: fixes[148].timeMs, accuracyM: 100 }))
    expect(firstOffRouteIndex(disturbed)).toBe(noticed)
    expect(disturbed.slice(0, noticed).some(({ wrongWay }) => wrongWay)).toBe(false)
    expect(lastView(disturbed)).toMatchObject({ state: 'off_route', wrongWay: true })
  })

  test.each([true, false])(
    'do not prevent detecting a departure when every other fix is coarse, with motion data: %s',
    (reportsMotion) => {
      const detour: LocalPoint[] = [
        [0, 0],
        [1500, 0],
        [1500, -400],
      ]
      const fixes = simulateDrive(detour, { reportsMotion }).map((fix, i) => ({
        ...fix,
        accuracyM: i % 2 === 0 ? 5 : 100,
      }))
      // Detection requires three accurate fixes more than 30 m from the route.
      expect(firstOffRouteIndex(replay(route, fixes))).toBeLessThanOrEqual(150 + 3 + 6)
    },
  )
})
