import { type Position, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import { pointAt } from '../route/along.ts'
import { makeAssetRoute } from '../route/asset-route.ts'
import { type LocalPoint, makeTestRoute, START_MS, simulateDrive } from '../testing/drawn.ts'
import { expectMonotoneProgress, lastView, listStates, replay } from '../testing/replay.ts'
import { advanceTracker, type TrackerState, toLiveView } from './tracker.ts'

const seed = Number(process.env.SEED ?? 20260616)

describe('route following', () => {
  test('handles no data, no route, on route and at the end', () => {
    expect(toLiveView(undefined, undefined, START_MS).state).toBe('no_fix')
    const line: LocalPoint[] = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
    ]
    expect(listStates(replay(undefined, simulateDrive(line)))).toEqual(['idle'])
    const stop = simulateDrive(
      [
        [1000, 1000],
        [1000, 1000.1],
      ],
      { speedMs: 0.01, startMs: START_MS + 201_000 },
    )
    const views = replay(makeTestRoute(line), [...simulateDrive(line), ...stop])
    expect(listStates(views)).toEqual(['on_route', 'arrived'])
    expectMonotoneProgress(views)
    expect(lastView(views)).toMatchObject({ progressPct: 100, remainingM: 0, remainingSeconds: 0 })
  })

  test.each([1, 5, 15])('handles a route that crosses itself, a fix every %i s', (everyS) => {
    const line: LocalPoint[] = [
      [0, 0],
      [600, 0],
      [600, 400],
      [300, 400],
      [300, -400],
      [0, -400],
    ]
    for (const reportsMotion of [true, false]) {
      const views = replay(makeTestRoute(line), simulateDrive(line, { intervalS: everyS, reportsMotion }))
      expect(listStates(views)).not.toContain('off_route')
      expectMonotoneProgress(views)
      views.forEach((view, i) => {
        expect(Math.abs((view.progressPct ?? 0) - (100 * i * everyS) / 240)).toBeLessThan(3)
      })
    }
  })

  test('handles three laps around the block, then onward', () => {
    const block: LocalPoint[] = [
      [0, 0],
      [200, 0],
      [200, 150],
      [0, 150],
    ]
    const line: LocalPoint[] = [...block, ...block, ...block, [0, 0], [-500, 0]]
    const views = replay(makeTestRoute(line), simulateDrive(line, { noiseM: 5, random: seededRandom(seed) }))
    expect(listStates(views)).not.toContain('off_route')
    views.forEach((view, i) => {
      expect(Math.abs((view.progressPct ?? 0) - (1000 * i) / 2600)).toBeLessThan(3)
    })
  })

  test('does not shorten an out-and-back on the same road', () => {
    const line: LocalPoint[] = [
      [0, 0],
      [800, 0],
      [0, 0],
    ]
    const views = replay(makeTestRoute(line), simulateDrive(line, { noiseM: 5, random: seededRandom(seed) }))
    expect(listStates(views)).not.toContain('off_route')
    expect(views[70].progressPct).toBeGreaterThan(40)
    expect(views[70].progressPct).toBeLessThan(50)
    expect(views[120].progressPct).toBeGreaterThan(70)
    expect(views[120].progressPct).toBeLessThan(80)
  })

  test.each([
    [15, 5],
    [15, 10],
    [15, 20],
    [30, 5],
    [30, 10],
    [30, 20],
  ])('handles an out-and-back on roads %i m apart with %i m of noise', (apart, noiseM) => {
    for (const reportsMotion of [true, false]) {
      const line: LocalPoint[] = [
        [0, 0],
        [1500, 0],
        [1500, apart],
        [0, apart],
      ]
      const views = replay(
        makeTestRoute(line),
        simulateDrive(line, { noiseM, reportsMotion, random: seededRandom(seed + noiseM) }),
      )
      expect(listStates(views)).not.toContain('off_route')
      expectMonotoneProgress(views)
      views.forEach((view, i) => {
        expect(Math.abs((view.progressPct ?? 0) * 30.2 - 10 * i)).toBeLessThan(100 + 6 * noiseM)
      })
    }
  })

  test('handles a tunnel without fixes', () => {
    const line: LocalPoint[] = [
      [0, 0],
      [500, 0],
      [2500, 0],
      [2500, 1000],
    ]
    const fixes = simulateDrive(line).filter(({ timeMs }) => timeMs < START_MS + 60_000 || timeMs > START_MS + 230_000)
    const route = makeTestRoute(line)
    const views = replay(route, fixes)
    expect(listStates(views)).toEqual(['on_route'])
    let state: TrackerState | undefined
    for (const fix of fixes.slice(0, 60)) state = advanceTracker(route, state, fix, 'vehicle')
    expect(toLiveView(route, state, START_MS + 179_000).state).toBe('on_route')
    expect(toLiveView(route, state, START_MS + 180_000)).toMatchObject({ state: 'stale', lastState: 'on_route' })
  })

  test('handles the antimeridian', () => {
    const origin: Position = [-17, 179.998]
    const line: LocalPoint[] = [
      [-300, 0],
      [300, 0],
      [300, 300],
    ]
    const views = replay(
      makeTestRoute(line, 'vehicle', 10, origin),
      simulateDrive(line, { origin, reportsMotion: false }),
    )
    expect(listStates(views.slice(5))).toEqual(['on_route'])
    expect(lastView(views).progressPct).toBeGreaterThan(95)
  })

  test('handles the pole', () => {
    const route = makeAssetRoute({
      kind: 'drone',
      points: [
        [89.99, 20],
        [89.99, -160],
      ],
    })
    const fixes = Array.from({ length: 148 }, (_, i): Fix => {
      const { x, y, z } = pointAt(route, 15 * i)
      const [latitude, longitude] = [Math.atan2(z, Math.hypot(x, y)), Math.atan2(y, x)]
      const degrees = 180 / Math.PI
      return { latitude: latitude * degrees, longitude: longitude * degrees, timeMs: START_MS + 1000 * i }
    })
    const views = replay(route, fixes, 'drone')
    expect(listStates(views.slice(2))).toEqual(['on_route'])
    expect(lastView(views).progressPct).toBeGreaterThan(98)
  })
})
