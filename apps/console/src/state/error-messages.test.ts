import { expect, test } from 'vitest'
import { rephraseForUsers } from './error-messages.ts'

test.each([
  [
    'The start (from) lies inside Carrasco (airport:SUMU), where authorization is required; choose another position, or add airport:SUMU to authorisations if you may fly there',
    'The start lies inside Carrasco (airport:SUMU), where authorization is required; choose another position, or add airport:SUMU to “Authorized zones” if you may fly there',
  ],
  [
    'The stop via[0] is within the 30 m margin of Port, where flying is prohibited',
    'Via 1 is within the 30 m margin of Port, where flying is prohibited',
  ],
  [
    'there is no terrain data for the takeoff point; altitudes are measured from that point',
    'there is no terrain data for the start; altitudes are measured from that point',
  ],
  [
    'the flight passes over or under LOW (LOW) only if the ground there is as high as at the takeoff point, which is assumed',
    'the flight passes over or under LOW (LOW) only if the ground there is as high as at the start, which is assumed',
  ],
  [
    'The destination (to) has no road within 1000 m; move it nearer to a road, or check that its coordinates are in the order [latitude, longitude]',
    'The destination has no road within 1000 m; move it nearer to a road',
  ],
  [
    'There is no road route between the start (from) and the stop via[1], because the roads there are not connected',
    'There is no road route between the start and via 2, because the roads there are not connected',
  ],
  [
    'The destination (to) cannot be reached through corridors, but corridors is "only"; use "prefer" to fly directly where there are no corridors',
    'The destination cannot be reached through corridors, but “Corridors” is “Require”; choose “Prefer” to fly directly where there are no corridors',
  ],
  ['via[0] was moved 26.0 km to the nearest navigable water', 'Via 1 was moved 26.0 km to the nearest navigable water'],
  [
    'from is "2026-01-02", but until is "2026-01-01"; from must not be after until',
    'from is "2026-01-02", but until is "2026-01-01"; from must not be after until',
  ],
])('%s', (written, said) => {
  expect(rephraseForUsers(written)).toBe(said)
})

test('explains what to do on the Nearby page, without API field names', () => {
  const unknownKind =
    'q is "xx", which is not a known kind of place; give words such as "gas station" or "farmacia", give a category, or use /v1/geocode to find places by name'
  expect(rephraseForUsers(unknownKind)).toBe(
    '“xx” is not a known kind of place; try words such as "gas station" or "farmacia", choose a category, or search for a name under Plan',
  )
  const noRoad =
    'There is no road within 1000 m of the position (lat and lon), so distances by road cannot be computed; leave out by=road, or choose a position nearer to a road'
  expect(rephraseForUsers(noRoad)).toBe(
    'There is no road within 1000 m of this position, so distances by road cannot be computed; turn off “By road”, or choose a position nearer to a road',
  )
  expect(
    rephraseForUsers(
      'The service is already computing as many distances by road as it can; try again after the number of seconds in Retry-After, or leave out by=road',
    ),
  ).toBe('The service is already computing as many distances by road as it can; wait, or turn off “By road”')
  expect(
    rephraseForUsers('The map could not be prepared for distances by road; try again shortly, or leave out by=road'),
  ).toBe('The map could not be prepared for distances by road; try again shortly, or turn off “By road”')
})
