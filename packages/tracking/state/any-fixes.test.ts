import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import { makeAssetRoute } from '../route/asset-route.ts'
import { type LocalPoint, START_MS, toPosition } from '../testing/drawn.ts'
import type { AssetKind } from './kinds.ts'
import { advanceTracker, type TrackerState, toLiveView } from './tracker.ts'

const seed = Number(process.env.SEED ?? 20260616)

function at(point: LocalPoint, second: number, more: Partial<Fix> = {}): Fix {
  const [latitude, longitude] = toPosition(point)
  return { latitude, longitude, timeMs: START_MS + 1000 * second, accuracyM: 5, ...more }
}
const kinds = fc.constantFrom<AssetKind>('vehicle', 'robot', 'drone', 'vessel')
const drawn = fc.tuple(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -2000, max: 2000 }))
const anyFix = fc.record(
  {
    at: fc.oneof(drawn, fc.constant<[number, number]>([0, 0])),
    seconds: fc.oneof(fc.integer({ min: -5, max: 30 }), fc.integer({ min: 0, max: 4000 })),
    speedMs: fc.double({ min: 0, max: 80, noNaN: true }),
    headingDeg: fc.double({ min: 0, max: 360, noNaN: true }),
    accuracyM: fc.constantFrom(0, 3, 20, 500),
    altitudeM: fc.integer({ min: -50, max: 300 }),
  },
  { requiredKeys: ['at', 'seconds'] },
)

test('never throws or leaves its bounds on any input, and a restored state behaves identically', () => {
  const run = fc.record({
    kind: kinds,
    line: fc.array(drawn, { minLength: 1, maxLength: 12 }),
    fixes: fc.array(anyFix, { maxLength: 40 }),
  })
  fc.assert(
    fc.property(run, ({ kind, line: points, fixes }) => {
      const route = makeAssetRoute({
        kind,
        points: points.map((point) => toPosition(point)),
        altitudesM: points.map(([east]) => east / 20),
      })
      let [kept, stored]: (TrackerState | undefined)[] = []
      let second = 0
      for (const { at: point, seconds, ...more } of fixes) {
        second += seconds
        const fix = { ...at(point, second), ...more }
        kept = advanceTracker(route, kept, fix, kind)
        stored = JSON.parse(JSON.stringify(advanceTracker(route, stored, fix, kind))) as TrackerState
        expect(stored).toEqual(JSON.parse(JSON.stringify(kept)))
        const view = toLiveView(route, kept, fix.timeMs + 1500)
        expect(toLiveView(route, stored, fix.timeMs + 1500)).toEqual(view)
        expect(view.progressPct).toBeGreaterThanOrEqual(0)
        expect(view.progressPct).toBeLessThanOrEqual(100)
        expect(view.remainingM).toBeGreaterThanOrEqual(0)
        expect(view.remainingSeconds).toBeGreaterThanOrEqual(0)
        expect(view.driftM).toBeGreaterThanOrEqual(0)
        for (const value of Object.values(view)) if (typeof value === 'number') expect(value).not.toBeNaN()
      }
    }),
    { seed, numRuns: 300 },
  )
})
