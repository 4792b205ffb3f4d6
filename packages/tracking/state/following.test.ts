import { type Position, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import { pointAt } from '../route/along.ts'
import { makePlan } from '../route/asset-route.ts'
import { type Drawn, drawPlan, drive, START_MS } from '../testing/drawn.ts'
import { expectMonotone, last, replay, statesOf } from '../testing/replay.ts'
import { advance, observe, type TrackerState } from './tracker.ts'

const seed = Number(process.env.SEED ?? 20260616)

describe('route following', () => {
  test('handles no data, no route, on route and at the end', () => {
    expect(observe(undefined, undefined, START_MS).state).toBe('no_fix')
    const line: Drawn[] = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
    ]
    expect(statesOf(replay(undefined, drive(line)))).toEqual(['idle'])
    const stop = drive(
      [
        [1000, 1000],
        [1000, 1000.1],
      ],
      { speedMs: 0.01, startMs: START_MS + 201_000 },
    )
    const views = replay(drawPlan(line), [...drive(line), ...stop])
    expect(statesOf(views)).toEqual(['on_route', 'arrived'])
    expectMonotone(views)
    expect(last(views)).toMatchObject({ progressPct: 100, remainingM: 0, remainingSeconds: 0 })
  })

  test.each([1, 5, 15])('handles a route that crosses itself, a fix every %i s', (everyS) => {
    const line: Drawn[] = [
      [0, 0],
      [600, 0],
      [600, 400],
      [300, 400],
      [300, -400],
      [0, -400],
    ]
    for (const tells of [true, false]) {
      const views = replay(drawPlan(line), drive(line, { everyS, tells }))
      expect(statesOf(views)).not.toContain('off_route')
      expectMonotone(views)
      views.forEach((view, i) => {
        expect(Math.abs((view.progressPct ?? 0) - (100 * i * everyS) / 240)).toBeLessThan(3)
      })
    }
  })

  test('handles three laps around the block, then onward', () => {
    const block: Drawn[] = [
      [0, 0],
      [200, 0],
      [200, 150],
      [0, 150],
    ]
    const line: Drawn[] = [...block, ...block, ...block, [0, 0], [-500, 0]]
    const views = replay(drawPlan(line), drive(line, { noiseM: 5, random: seededRandom(seed) }))
    expect(statesOf(views)).not.toContain('off_route')
    views.forEach((view, i) => {
      expect(Math.abs((view.progressPct ?? 0) - (1000 * i) / 2600)).toBeLessThan(3)
    })
  })

  test('does not shorten an out-and-back on the same road', () => {
    const line: Drawn[] = [
      [0, 0],
      [800, 0],
      [0, 0],
    ]
    const views = replay(drawPlan(line), drive(line, { noiseM: 5, random: seededRandom(seed) }))
    expect(statesOf(views)).not.toContain('off_route')
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
    for (const tells of [true, false]) {
      const line: Drawn[] = [
        [0, 0],
        [1500, 0],
        [1500, apart],
        [0, apart],
      ]
      const views = replay(drawPlan(line), drive(line, { noiseM, tells, random: seededRandom(seed + noiseM) }))
      expect(statesOf(views)).not.toContain('off_route')
      expectMonotone(views)
      views.forEach((view, i) => {
        expect(Math.abs((view.progressPct ?? 0) * 30.2 - 10 * i)).toBeLessThan(100 + 6 * noiseM)
      })
    }
  })

  test('handles a tunnel without fixes', () => {
    const line: Drawn[] = [
      [0, 0],
      [500, 0],
      [2500, 0],
      [2500, 1000],
    ]
    const fixes = drive(line).filter(({ timeMs }) => timeMs < START_MS + 60_000 || timeMs > START_MS + 230_000)
    const plan = drawPlan(line)
    const views = replay(plan, fixes)
    expect(statesOf(views)).toEqual(['on_route'])
    let state: TrackerState | undefined
    for (const fix of fixes.slice(0, 60)) state = advance(plan, state, fix, 'vehicle')
    expect(observe(plan, state, START_MS + 179_000).state).toBe('on_route')
    expect(observe(plan, state, START_MS + 180_000)).toMatchObject({ state: 'stale', lastState: 'on_route' })
  })

  test('handles the antimeridian', () => {
    const origin: Position = [-17, 179.998]
    const line: Drawn[] = [
      [-300, 0],
      [300, 0],
      [300, 300],
    ]
    const views = replay(drawPlan(line, 'vehicle', 10, origin), drive(line, { origin, tells: false }))
    expect(statesOf(views.slice(5))).toEqual(['on_route'])
    expect(last(views).progressPct).toBeGreaterThan(95)
  })

  test('handles the pole', () => {
    const plan = makePlan({
      kind: 'drone',
      points: [
        [89.99, 20],
        [89.99, -160],
      ],
    })
    const fixes = Array.from({ length: 148 }, (_, i): Fix => {
      const { x, y, z } = pointAt(plan, 15 * i)
      const [latitude, longitude] = [Math.atan2(z, Math.hypot(x, y)), Math.atan2(y, x)]
      const degrees = 180 / Math.PI
      return { latitude: latitude * degrees, longitude: longitude * degrees, timeMs: START_MS + 1000 * i }
    })
    const views = replay(plan, fixes, 'drone')
    expect(statesOf(views.slice(2))).toEqual(['on_route'])
    expect(last(views).progressPct).toBeGreaterThan(98)
  })
})
