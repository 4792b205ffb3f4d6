import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeAssetRoute } from '../route/asset-route.ts'
import { START_MS, toPosition } from '../testing/drawn.ts'
import type { AssetKind } from './kinds.ts'
import type { Progress, TrackerState } from './state.ts'
import { decodeState, encodeState } from './state-bytes.ts'
import { advanceTracker } from './tracker.ts'

const seed = Number(process.env.SEED ?? 20261118)
const throughJson = (state: TrackerState) => JSON.parse(JSON.stringify(state)) as TrackerState

type Complete<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]-?: Complete<T[K]> } : T

/** State with every field. The types require all fields, so this test does not compile until it covers a new field. */
const fix: Required<TrackerState['fix']> = {
  latitude: 41.1496,
  longitude: -8.6109,
  timeMs: START_MS + 0.25,
  aheadMs: 1500,
  speedMs: 13.9,
  headingDeg: 271.5,
  batteryPct: 81,
  altitudeM: -3.5,
  accuracyM: 4,
}
const progress: Complete<Progress> = {
  planId: 'straße',
  phase: 'off',
  alongM: 1234.5678901234567,
  blurM: 3,
  alongMs: START_MS,
  leastM: 1200,
  seenMs: START_MS + 1000,
  driftM: 55.5,
  verticalM: -12.25,
  beyondFixCount: 2.5,
  beyondSinceMs: START_MS,
  offRouteSinceMs: START_MS - 5000,
  wrongWay: true,
  backM: 17,
  rest: { donePct: 12.5, alongM: 8000, plannedS: 640, toPlanM: 55 },
  rejoin: { alongM: 2000, timeMs: START_MS, fixCount: 2, sinceMs: START_MS },
  origin: { latitude: 41, longitude: -8, driftM: 2 },
  followsFromM: 10,
  nearEndSinceMs: START_MS,
  awayFixCount: 3,
  pace: { takenS: 100, plannedS: 90 },
  conformity: {
    timeMs: START_MS,
    outsideSinceMs: START_MS,
    nonconformingSinceMs: START_MS,
    isContingent: true,
    outsideS: 3,
    observedS: 60,
  },
}
const complete: Complete<TrackerState> = {
  version: 1,
  kind: 'drone',
  fix,
  last: 'jump',
  suspect: { ...fix, latitude: 41.2 },
  motion: {
    speedMs: 13.9,
    courseDeg: 270.5,
    courseOverM: 25,
    trail: [
      [41, -8, START_MS, 5],
      [41.001, -8, START_MS + 1000],
    ],
    movedMs: START_MS,
  },
  progress,
  visits: { plan: 3, visits: { 0: { enterMs: START_MS, hasDwelled: true, leaveMs: START_MS + 60_000 } } },
}

test('a state with every field is decoded unchanged', () => {
  expect(decodeState(encodeState(complete))).toEqual(complete)
})

test('nulls and absent fields stay distinct', () => {
  const { speedMs: _, aheadMs: __, ...shortFix } = fix
  const { blurM, backM, rest, followsFromM, ...required } = progress
  const nulls = { verticalM: null, offRouteSinceMs: null, nearEndSinceMs: null, rejoin: null, conformity: null }
  const motion = { ...complete.motion, courseDeg: null, trail: [] }
  const { visits: ___, ...state } = { ...complete, fix: shortFix, suspect: null, motion }
  for (const changed of [
    { ...state, progress: null },
    { ...state, progress: { ...required, ...nulls } },
    { ...state, progress: { ...required, ...nulls, followsFromM: null, rest, blurM: 0 } },
  ]) {
    expect(decodeState(encodeState(changed))).toStrictEqual(changed)
  }
})

test('a state with a long trail is decoded unchanged, also from bytes that are not aligned', () => {
  const trail = Array.from({ length: 500 }, (_, at) => [41 + at / 1e4, -8, START_MS + at, 5] as const)
  const encoded = encodeState({ ...complete, motion: { ...complete.motion, trail } })
  const shifted = new Uint8Array(encoded.length + 1)
  shifted.set(encoded, 1)
  expect(decodeState(shifted.subarray(1)).motion.trail).toEqual(trail)
  expect(decodeState(encodeState(complete))).toEqual(complete)
})

test('rejects bytes of another encoding', () => {
  const encoded = encodeState(complete)
  encoded[0] = 9
  expect(() => decodeState(encoded)).toThrow('the state has encoding 9; only 1 can be decoded')
})

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

test('any state of the tracker is decoded as from JSON, and tracking continues in the same way', () => {
  const run = fc.record({
    kind: fc.constantFrom<AssetKind>('vehicle', 'robot', 'drone', 'vessel'),
    line: fc.array(drawn, { maxLength: 12 }),
    fixes: fc.array(anyFix, { maxLength: 40 }),
  })
  fc.assert(
    fc.property(run, ({ kind, line, fixes }) => {
      const points = line.map((point) => toPosition(point))
      const altitudesM = line.map(([east]) => east / 20)
      const route = points.length > 0 ? makeAssetRoute({ kind, points, altitudesM }) : undefined
      let [fromJson, fromBytes]: (TrackerState | undefined)[] = []
      let second = 0
      for (const { at, seconds, ...more } of fixes) {
        second += seconds
        const [latitude, longitude] = toPosition(at)
        const received = { latitude, longitude, timeMs: START_MS + 1000 * second, ...more }
        fromJson = throughJson(advanceTracker(route, fromJson, received, kind))
        fromBytes = decodeState(encodeState(advanceTracker(route, fromBytes, received, kind)))
        expect(throughJson(fromBytes)).toStrictEqual(fromJson)
      }
    }),
    { seed, numRuns: 300 },
  )
})
