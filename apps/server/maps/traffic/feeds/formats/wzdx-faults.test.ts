import { describe, expect, test } from 'vitest'
import { readContent, readFailure } from '../testing/reading.ts'
import { deviceFeature, lineGeometry, makeFeed, makeWorkZone } from '../testing/wzdx.ts'

describe('invalid feature', () => {
  test.each<[unknown, string]>([
    [null, 'it is missing; allowed: a GeoJSON feature'],
    [{ type: 'Feature', geometry: lineGeometry }, 'properties is missing; allowed: an object'],
    [{ properties: { core_details: 5 } }, 'core_details is 5; allowed: an object'],
    [{ properties: {}, geometry: lineGeometry }, 'event_type is missing; allowed: work-zone, detour, restriction'],
    [makeWorkZone({}, { event_type: 'party' }), 'event_type is "party"; allowed: work-zone, detour, restriction'],
    [
      makeWorkZone({ event_status: 'done' }),
      'event_status is "done"; allowed: planned, pending, active, cancelled, completed',
    ],
    [
      makeWorkZone({ start_date: 'soon' }),
      'start_date is "soon"; allowed: a date and time such as 2026-11-15T08:00:00Z',
    ],
    [
      makeWorkZone({ end_date: '2025-01-01T00:00:00Z' }),
      'end_date is "2025-01-01T00:00:00.000Z"; allowed: not before start_date',
    ],
    [
      makeWorkZone({ reduced_speed_limit_kph: 'slow' }),
      'reduced_speed_limit_kph is "slow"; allowed: above 0 and up to 500 km/h',
    ],
    [makeWorkZone({}, {}, null), 'geometry is missing; allowed: a LineString or a MultiPoint'],
    [makeWorkZone({}, {}, { type: 'Polygon' }), 'geometry.type is "Polygon"; allowed: LineString, MultiPoint'],
    [
      makeWorkZone({}, {}, { type: 'LineString', coordinates: [[1, 2]] }),
      'coordinates is a list of length 1; allowed: a list of at least 2 positions',
    ],
    [
      makeWorkZone(
        {},
        {},
        {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [41.6, -93.7],
          ],
        },
      ),
      'coordinates[1] is "[41.6, -93.7]"; allowed: [longitude, latitude]',
    ],
    [deviceFeature, 'it is a device; allowed: road events'],
  ])('%j', async (feature, what) => {
    const { events, skipped } = await readContent(makeFeed(makeWorkZone(), feature))
    expect(skipped).toEqual({ count: 1, first: [`feature 2: ${what}`] })
    expect(events).toHaveLength(1)
  })

  test('with an unknown impact is skipped, because it might be a closure', async () => {
    const { skipped } = await readContent(makeFeed(makeWorkZone(), makeWorkZone({ vehicle_impact: 'all-lanes-close' })))
    expect(skipped.first[0]).toMatch(/^feature 2: vehicle_impact is "all-lanes-close"; allowed: all-lanes-closed, /)
  })
})

test('explains the rejection of a device feed', async () => {
  expect(await readFailure(makeFeed(deviceFeature, deviceFeature))).toEqual({ kind: 'device-feed' })
})
