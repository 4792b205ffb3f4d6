import { expect, test } from 'vitest'
import { describeReroute } from './reroute-text.ts'

test('a reroute without a new line offers to return to the planned route', () => {
  expect(describeReroute({ kind: 'unchanged' }, undefined)).toEqual({
    explanation: 'The planned route is still the best.',
    action: 'Return to route',
  })
})

test('a new line is offered with the size of its update', () => {
  const delta = { ops: [{ op: 'insert' }, { op: 'keep', from: 3, to: 12 }, { op: 'keep', from: 20, to: 20 }] }
  const text = { explanation: 'The new route is dashed on the map.', action: 'Use new route' }
  expect(describeReroute({ kind: 'delta', delta }, { reroute: { kind: 'delta' } })).toEqual({
    ...text,
    size: 'The update keeps 11 points of the old route and is 16 bytes long.',
  })
  expect(describeReroute({ kind: 'full' }, undefined)).toEqual({ ...text, size: 'A completely new route.' })
})
