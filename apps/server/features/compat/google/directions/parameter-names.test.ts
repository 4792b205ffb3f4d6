import { expect, test } from 'vitest'
import { toProblem } from '../../../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../../../road/route/api/failures.ts'
import { translateParameterNames } from './parameter-names.ts'

const names = { from: 'origin', via: ['waypoints[1]', 'waypoints[0]'], to: 'destination' }
const translate = (failure: RoutingFailure) =>
  translateParameterNames(toProblem(routingProblems, failure).body.detail, names)

test.each(Object.values(routingProblems).map(({ example }) => example as RoutingFailure))(
  'reports $kind without parameter names that the caller did not use',
  (failure) => {
    expect(translate(failure)).not.toMatch(
      /^(from|to)\b (is|has)|\((from|to)\)|via\[|between from|and to\b|depart_at|arrive_by|\[latitude/,
    )
  },
)

test('names points by their request parameters, even after reordering', () => {
  expect(translate({ kind: 'not-snapped', field: 'via[0]', radiusMeters: 1000 })).toBe(
    'waypoints[1] has no road within 1000 m; move it nearer to a road, or check that its coordinates are in the order lat,lng',
  )
  expect(translate({ kind: 'no-path', from: 'from', to: 'via[1]' })).toMatch(
    /between origin and waypoints\[0\], because the roads/,
  )
  expect(translate({ kind: 'blocked', from: 'via[1]', to: 'to', blocks: ['avoid motorways'] })).toMatch(
    /between waypoints\[0\] and destination under .*avoid highways/,
  )
  expect(translate({ kind: 'not-upstream', fields: ['via', 'arrive_by'] })).toMatch(
    /does not support these fields: waypoints, arrival_time\. Leave them out\./,
  )
})
