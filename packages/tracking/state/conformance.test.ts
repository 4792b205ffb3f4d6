import { expect, test } from 'vitest'
import { makeAssetRoute } from '../route/asset-route.ts'
import { START_MS, toPosition } from '../testing/drawn.ts'
import { type ConformanceState, conformanceAt, initConformance, updateConformance } from './conformance.ts'
import { advanceTracker, type TrackerState, toLiveView } from './tracker.ts'

/** Simulates one second per letter: inside (i) or outside (o). */
function fly(letters: string): ConformanceState {
  const flags = [...letters].map((letter) => letter === 'o')
  return flags
    .slice(1)
    .reduce((before, isOut, i) => updateConformance(before, 1000 * (i + 1), isOut), initConformance(0, flags[0]))
}
const after = (letters: string) => conformanceAt(fly(letters), 1000 * (letters.length - 1))
const inside = 'i'.repeat(300)

test('conforms during an excursion of ten seconds, and not during a longer one until it ends', () => {
  expect(after(inside)).toBe('conforming')
  expect(after(`${inside}${'o'.repeat(11)}`)).toBe('conforming')
  expect(after(`${inside}${'o'.repeat(12)}`)).toBe('nonconforming')
  expect(after(`${inside}${'o'.repeat(30)}i`)).toBe('conforming')
})

test('sums consecutive short excursions to more than five percent', () => {
  expect(after(`${inside}${'ooooooooiiiiii'.repeat(1)}ooo`)).toBe('conforming')
  expect(after(`${inside}${'ooooooooiiiiii'.repeat(3)}ooo`)).toBe('nonconforming')
})

test('becomes contingent after sixty seconds, and stays so', () => {
  expect(after(`${inside}${'o'.repeat(71)}`)).toBe('nonconforming')
  expect(after(`${inside}${'o'.repeat(72)}`)).toBe('contingent')
  expect(after(`${inside}${'o'.repeat(72)}${inside}`)).toBe('contingent')
})

test('keeps the last known status during silence', () => {
  const flown = fly(`${inside}o`)
  expect(conformanceAt(flown, 300_000 + 10_000)).toBe('conforming')
  expect(conformanceAt(flown, 300_000 + 10_001)).toBe('nonconforming')
  expect(conformanceAt(flown, 300_000 + 70_001)).toBe('contingent')
})

test('treats a drone that flies too high above its line as deviating', () => {
  const points = [toPosition([0, 0]), toPosition([3000, 0])]
  const route = makeAssetRoute({ kind: 'drone', points, altitudesM: [60, 60] })
  let state: TrackerState | undefined
  const views = Array.from({ length: 60 }, (_, i) => {
    const [latitude, longitude] = toPosition([15 * i, 0])
    const altitudeM = i < 20 ? 62 : 100
    state = advanceTracker(
      route,
      state,
      { latitude, longitude, altitudeM, timeMs: START_MS + 1000 * i, speedMs: 15, headingDeg: 90 },
      'drone',
    )
    return toLiveView(route, state, START_MS + 1000 * i)
  })
  expect(views[10]).toMatchObject({
    state: 'on_route',
    driftM: expect.closeTo(2, 1),
    verticalM: 2,
    conformance: 'conforming',
  })
  expect(views[25]).toMatchObject({ state: 'off_route', driftM: expect.closeTo(40, 1), conformance: 'conforming' })
  expect(views[40]).toMatchObject({ state: 'off_route', conformance: 'nonconforming' })
  expect(views[59].driftM).toBeCloseTo(40, 0)
})
