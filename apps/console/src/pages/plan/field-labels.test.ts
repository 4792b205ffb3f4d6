import { expect, test } from 'vitest'
import { replaceFieldNames } from './field-labels.ts'

test.each([
  [
    'sea',
    'depths were not checked because vessel.draft_m is not given',
    'depths were not checked because “Draft” is not given',
  ],
  [
    'sea',
    'bridge clearances were not checked because vessel.air_draft_m is not given',
    'bridge clearances were not checked because “Air draft” is not given',
  ],
  ['drone', 'aircraft.range_km is 0; it must be at least 1', '“Range” is 0; it must be at least 1'],
  ['road', 'depart_at is "soon"; it must be a time (Departure)', '“Leave at” is "soon"; it must be a time'],
] as const)('in %s messages, labels replace field names: %s', (mode, message, shown) => {
  expect(replaceFieldNames(message, mode)).toBe(shown)
})

test.each([
  // Both “Battery” and “Electric bicycle” set this field.
  'via has 30 points, but at most 23 are supported with vehicle.electric; leave some out',
  'depths were not checked because vessel.draft_m is not given',
  'see europe/monaco.osm.pbf and map.example.com',
])('the message stays the same if no single option of the page has the field: %s', (message) => {
  expect(replaceFieldNames(message, 'road')).toBe(message)
})
