/** Small work zone feeds, each in the format of its version of the standard. */

export const lineGeometry = {
  type: 'LineString',
  coordinates: [
    [-93.7, 41.6],
    [-93.71, 41.61],
  ],
}

export function makeWorkZone(properties: object = {}, core: object = {}, geometry: unknown = lineGeometry) {
  return {
    id: 'zone-1',
    type: 'Feature',
    properties: {
      core_details: {
        data_source_id: '1',
        event_type: 'work-zone',
        road_names: ['I-80'],
        direction: 'northbound',
        description: 'Paving',
        ...core,
      },
      start_date: '2026-01-01T01:00:00Z',
      end_date: '2026-01-02T01:00:00Z',
      is_start_date_verified: true,
      is_end_date_verified: false,
      vehicle_impact: 'some-lanes-closed',
      ...properties,
    },
    geometry,
  }
}

export function makeFeed(...features: unknown[]) {
  return { feed_info: { publisher: 'TestDOT', version: '4.2' }, type: 'FeatureCollection', features }
}

/**
 * Work zone of version 3.0. All fields are in `properties`, the road has one name and one number, and the lane in the
 * middle is not listed.
 */
export const version3WorkZone = {
  type: 'Feature',
  properties: {
    road_event_id: 'old-1',
    event_type: 'work-zone',
    data_source_id: '1',
    road_name: 'Hickman Road',
    road_number: 'US 6',
    direction: 'eastbound',
    start_date: '2021-01-01T00:00:00Z',
    end_date: '2021-01-02T00:00:00Z',
    start_date_accuracy: 'estimated',
    end_date_accuracy: 'verified',
    event_status: 'active',
    total_num_lanes: 3,
    vehicle_impact: 'some-lanes-closed',
    reduced_speed_limit: 30,
    restrictions: ['no-trucks'],
    description: 'Bridge repair',
    lanes: [
      { order: 1, status: 'closed', type: 'left-lane' },
      {
        order: 3,
        status: 'open',
        type: 'right-shoulder',
        restrictions: [{ restriction_type: 'reduced-width', restriction_value: 10, restriction_units: 'feet' }],
      },
    ],
  },
  geometry: lineGeometry,
}

export const deviceFeature = {
  id: 'board-1',
  type: 'Feature',
  properties: { core_details: { device_type: 'arrow-board', device_status: 'ok', road_names: ['I-80'] } },
  geometry: { type: 'Point', coordinates: [-93.7, 41.6] },
}
