import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { NativeStep } from './native-route.ts'
import { summarizeSteps } from './steps.ts'

const toStep = (name: string, duration_s: number, ref?: string): NativeStep => ({
  leg: 0,
  maneuver: { type: 'turn', bearing_before: 0, bearing_after: 0, at: [0, 0] },
  name,
  ...(ref !== undefined && { ref }),
  mode: 'driving',
  driving_side: 'right',
  distance_m: 1,
  duration_s,
})

test.each([
  ['no name', [toStep('', 5)], ''],
  ['one name', [toStep('A', 5), toStep('A', 0)], 'A'],
  ['the two longest in their order', [toStep('A', 5), toStep('B', 1), toStep('C', 9)], 'A, C'],
  ['parts of a road together', [toStep('A', 3), toStep('B', 4), toStep('C', 5), toStep('A', 3)], 'A, C'],
  ['the number of a road without a name', [toStep('', 5, 'R1'), toStep('B', 1)], 'R1, B'],
  ['the first of equals', [toStep('A', 1), toStep('B', 1), toStep('C', 1)], 'A, B'],
])('a summary has %s', (_title, steps, summary) => {
  expect(summarizeSteps(steps)).toBe(summary)
})

test('a summary equals sorting all names by their time (seed 5)', () => {
  const random = seededRandom(5)
  for (let round = 0; round < 100; round++) {
    const steps = Array.from({ length: 12 }, () => toStep('ABCDEF'[Math.floor(random() * 6)] ?? '', random()))
    const seconds = new Map<string, number>()
    for (const { name, duration_s } of steps) seconds.set(name, (seconds.get(name) ?? 0) + duration_s)
    const sorted = [...seconds].sort((a, b) => b[1] - a[1]).slice(0, 2)
    const names = [...seconds.keys()].filter((name) => sorted.some(([each]) => each === name))
    expect(summarizeSteps(steps)).toBe(names.join(', '))
  }
})
