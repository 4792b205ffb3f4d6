import { expect, test } from 'vitest'
import { toProblem } from '../../../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from './failures.ts'

const explain = (failure: RoutingFailure) => toProblem(routingProblems, failure).body.detail

test('uses the singular for one field or constraint, and the plural for several', () => {
  expect(explain({ kind: 'not-upstream', fields: ['via'] })).toMatch(
    /does not support this field: via\. Leave it out\.$/,
  )
  expect(explain({ kind: 'not-upstream', fields: ['via', 'avoid'] })).toMatch(
    /does not support these fields: via, avoid\. Leave them out\.$/,
  )
  const blocked = { kind: 'blocked', from: 'from', to: 'to' } as const
  expect(explain({ ...blocked, blocks: ['avoid_areas'] })).toMatch(/relax this constraint,/)
  expect(explain({ ...blocked, blocks: ['avoid_areas', 'model'] })).toMatch(/relax these constraints,/)
})

test('names the profile only where a field uses another name for it', () => {
  const car = { field: 'profile', word: 'car', profile: 'car' }
  const foot = { field: 'mode', word: 'walking', profile: 'foot' }
  expect(explain({ kind: 'two-profiles', first: car, other: foot })).toBe(
    'profile is "car", but mode is "walking" (profile foot); give only one of them',
  )
})

test.each([
  [9, 2, 'The map has 9 charging stations, and 2 of them can be used with type2'],
  [9, 9, 'The map has 9 charging stations, and all of them can be used with type2'],
  [9, 0, 'The map has 9 charging stations, and none of them can be used with type2'],
  [1, 1, 'The map has 1 charging station, and it can be used with type2'],
  [1, 0, 'The map has 1 charging station, and it cannot be used with type2'],
  [0, 0, 'The map has no charging stations'],
])('counts %i charging stations, of which %i are usable', (onMap, usable, text) => {
  const stationCounts = { onMap, usable, restricted: 0, unknown: 0, closed: 0 }
  const detail = explain({
    kind: 'out-of-range',
    connectors: ['type2'],
    stationCounts,
    triedPlanCount: undefined,
    gap: undefined,
  })
  expect(detail).toContain(`. ${text}. `)
})
