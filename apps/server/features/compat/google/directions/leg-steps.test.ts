import { expect, test } from 'vitest'
import { joinLegSteps } from './leg-steps.ts'
import type { RoadStep } from './road-route.ts'

/** Creates a leg on one road with a start bearing and an end bearing. */
function leg(index: number, name: string, [leaves, ends]: readonly [number, number], meters = 300): RoadStep[] {
  const shared = { leg: index, name, mode: 'driving', driving_side: 'right' } as const
  const [from, to] = [index * 5, index * 5 + 5]
  return [
    {
      ...shared,
      maneuver: { type: 'depart', bearing_before: 0, bearing_after: leaves },
      instruction: `Head somewhere on ${name}`,
      distance_m: meters,
      duration_s: meters / 10,
      geometry_range: [from, to],
    },
    {
      ...shared,
      maneuver: { type: 'arrive', bearing_before: ends, bearing_after: 0 },
      instruction: 'You have arrived',
      distance_m: 0,
      duration_s: 0,
      geometry_range: [to, to],
    },
  ]
}

test('gives no instruction at a pass-through point when continuing on the same road', () => {
  const { steps, passings } = joinLegSteps([leg(0, 'Rambla', [90, 90]), leg(1, 'Rambla', [120, 90], 100)], 'en')
  expect(steps).toMatchObject([
    { instruction: 'Head somewhere on Rambla', meters: 400, seconds: 40, range: [0, 10], maneuver: { type: 'depart' } },
  ])
  expect(passings).toEqual([{ step: 0, share: 0.75 }])
})

test('merges several pass-through points on one road into one step', () => {
  const legs = [leg(0, 'Rambla', [90, 90], 100), leg(1, 'Rambla', [90, 90], 100), leg(2, 'Rambla', [90, 90], 200)]
  const { steps, passings } = joinLegSteps(legs, 'en')
  expect(steps).toMatchObject([{ meters: 400, range: [0, 15] }])
  expect(passings).toEqual([
    { step: 0, share: 0.25 },
    { step: 0, share: 0.5 },
  ])
})

test('gives a U-turn instruction when the route turns back', () => {
  const { steps, passings } = joinLegSteps([leg(0, 'Rambla', [90, 90]), leg(1, 'Rambla', [270, 270])], 'en')
  expect(steps).toMatchObject([
    { meters: 300 },
    { instruction: 'Make a U-turn and continue on Rambla', maneuver: { modifier: 'uturn' }, meters: 300 },
  ])
  expect(passings).toEqual([{ step: 1, share: 0 }])
})

test.each([
  [0, 'Turn left onto Italia', 'turn', 'left'],
  [180, 'Turn right onto Italia', 'turn', 'right'],
  [95, 'Continue onto Italia', 'new name', 'straight'],
])('gives an instruction for continuing on another road, at %d°: %s', (bearing, instruction, type, modifier) => {
  const { steps } = joinLegSteps([leg(0, 'Rambla', [90, 90]), leg(1, 'Italia', [bearing, bearing])], 'en')
  expect(steps).toMatchObject([{}, { instruction, maneuver: { type, modifier } }])
})

test('reports a pass-through point at the origin before the first step', () => {
  const { steps, passings } = joinLegSteps([leg(0, 'Rambla', [90, 90], 0), leg(1, 'Rambla', [270, 270])], 'en')
  expect(steps).toMatchObject([{ instruction: 'Head somewhere on Rambla', maneuver: { type: 'depart' }, meters: 300 }])
  expect(passings).toEqual([{ step: 0, share: 0 }])
})
