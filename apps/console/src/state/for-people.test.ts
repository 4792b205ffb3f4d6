import { expect, test } from 'vitest'
import { forPeople } from './for-people.ts'

test.each([
  [
    'from lies inside Carrasco (airport:SUMU), where an authorisation is needed; choose another place, or name airport:SUMU in authorisations if you may fly there',
    'Where it starts lies inside Carrasco (airport:SUMU), where an authorisation is needed; choose another place, or name airport:SUMU under “Zones you may enter” if you may',
  ],
  [
    'via[0] is nearer than the margin of 30 m to Port, where flying is prohibited',
    'Via 1 is nearer than the margin of 30 m to Port, where flying is prohibited',
  ],
  [
    'there is no terrain data for from: altitudes are above the take-off point',
    'there is no terrain data where it starts: altitudes are above the place of take-off',
  ],
  [
    'to has no road within 1000 m; move it nearer to a road, or check that it is [latitude, longitude]',
    'Where it goes has no road within 1000 m; move it nearer to a road',
  ],
  [
    'There is no way by road between from and via[1]: the roads there are not connected',
    'There is no way by road between where it starts and via 2: the roads there are not connected',
  ],
  [
    'to cannot be reached through corridors, and corridors is "only"; use "prefer" to fly direct where there are none',
    'Where it goes cannot be reached through corridors, and “Corridors” is “Only these”; choose “Prefer” to fly direct where there are none',
  ],
  ['from is 2026-01-02, which is after until, 2026-01-01', 'from is 2026-01-02, which is after until, 2026-01-01'],
])('%s', (written, said) => {
  expect(forPeople(written)).toBe(said)
})
