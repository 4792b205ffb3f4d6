import { describe, expect, test } from 'vitest'
import { readContent } from '../testing/reading.ts'
import { makeFeed, makeWorkZone, version3WorkZone } from '../testing/wzdx.ts'

async function readWorkZone(feature: unknown) {
  const { events } = await readContent(makeFeed(feature))
  return events[0]
}

const geometries = {
  line: [
    [41.6, -93.7],
    [41.61, -93.71],
  ],
}

describe('work zone', () => {
  test('of version 4.2 has all route-relevant fields, with latitude first', async () => {
    const restrictions = [{ type: 'local-access-only' }, { type: 'reduced-width', value: 10, unit: 'feet' }]
    const lanes = [
      { order: 1, status: 'closed', type: 'general', restrictions: [{ type: 'local-access-only' }, { type: 'hov-2' }] },
      { order: 2, status: 'open', type: 'general' },
      { order: 3, status: 'merge-left', type: 'general' },
      { order: 4, status: 'closed', type: 'shoulder' },
      { order: 5, status: 'open', type: 'exit-lane' },
    ]
    expect(await readWorkZone(makeWorkZone({ reduced_speed_limit_kph: 88.514, restrictions, lanes }))).toEqual({
      id: 'zone-1',
      kind: 'roadworks',
      severity: 'high',
      description: 'Paving',
      where: geometries,
      direction: 'along',
      closed: false,
      speedKmh: 88.514,
      lanesClosed: [2, 3],
      startsAtMs: Date.UTC(2026, 0, 1, 1),
      endsAtMs: Date.UTC(2026, 0, 2, 1),
      startTimeIsVerified: true,
      endTimeIsVerified: false,
      roadNames: ['I-80'],
      restrictions: ['local-access-only', 'reduced-width 10 feet', 'hov-2'],
    })
  })

  test('of version 3 has the same fields from their former locations', async () => {
    expect(await readWorkZone(version3WorkZone)).toEqual({
      id: 'old-1',
      kind: 'roadworks',
      severity: 'moderate',
      description: 'Bridge repair',
      where: geometries,
      direction: 'along',
      closed: false,
      speedKmh: expect.closeTo(48.28, 2),
      lanesClosed: [1, 3],
      startsAtMs: Date.UTC(2021, 0, 1),
      endsAtMs: Date.UTC(2021, 0, 2),
      startTimeIsVerified: false,
      endTimeIsVerified: true,
      roadNames: ['US 6', 'Hickman Road'],
      restrictions: ['no-trucks', 'reduced-width 10 feet'],
    })
  })

  test('of version 2, which had no other events, needs no event type', async () => {
    const { event_type: _, ...properties } = version3WorkZone.properties
    expect(await readWorkZone({ ...version3WorkZone, properties })).toMatchObject({ id: 'old-1', kind: 'roadworks' })
  })

  test.each([
    ['all-lanes-closed', { kind: 'closure', closed: true, severity: 'critical' }],
    ['some-lanes-closed', { kind: 'roadworks', closed: false, severity: 'moderate' }],
    ['some-lanes-closed-split', { closed: false, severity: 'moderate' }],
    ['alternating-one-way', { closed: false, severity: 'moderate' }],
    ['flagging', { closed: false, severity: 'moderate' }],
    ['all-lanes-open-shift-left', { closed: false, severity: 'low' }],
    ['unknown', { closed: false, severity: 'low' }],
    [undefined, { closed: false, severity: 'low' }],
  ])('maps the impact %s', async (vehicle_impact, expected) => {
    expect(await readWorkZone(makeWorkZone({ vehicle_impact }))).toMatchObject(expected)
  })

  test.each([
    [
      'LineString',
      [
        [-93.7, 41.6, 280],
        [-93.71, 41.61],
      ],
      geometries,
      'along',
    ],
    [
      'LineString',
      [
        [-93.7, 41.6],
        [-93.7, 41.6],
      ],
      { at: [41.6, -93.7] },
      'both',
    ],
    [
      'MultiPoint',
      [
        [-93.7, 41.6],
        [-93.71, 41.61],
      ],
      { ...geometries, sparse: true },
      'along',
    ],
    ['MultiPoint', [[-93.7, 41.6]], { at: [41.6, -93.7] }, 'both'],
    ['Point', [-93.7, 41.6], { at: [41.6, -93.7] }, 'both'],
  ])('reads a %s %j', async (type, coordinates, place, direction) => {
    expect(await readWorkZone(makeWorkZone({}, {}, { type, coordinates }))).toMatchObject({ where: place, direction })
  })

  test('with an unknown direction applies to both', async () => {
    expect((await readWorkZone(makeWorkZone({}, { direction: 'unknown' })))?.direction).toBe('both')
    expect((await readWorkZone(makeWorkZone({}, { direction: 'undefined' })))?.direction).toBe('along')
  })

  test('without a description uses its name or a generated one', async () => {
    const bare = { description: undefined }
    expect((await readWorkZone(makeWorkZone({}, { ...bare, name: 'WZ 5' })))?.description).toBe('WZ 5')
    expect((await readWorkZone(makeWorkZone({}, bare)))?.description).toBe('Road work on I-80')
    const closed = makeWorkZone({ vehicle_impact: 'all-lanes-closed' }, { ...bare, road_names: [] })
    expect((await readWorkZone(closed))?.description).toBe('Road closed for road work')
  })

  test('may lack dates; dates without a zone are UTC, and a speed limit of 0 means none', async () => {
    const event = await readWorkZone(
      makeWorkZone({ start_date: '2026-01-01T00:00:00', end_date: null, reduced_speed_limit_kph: 0 }),
    )
    expect(event).toMatchObject({ startsAtMs: Date.UTC(2026, 0, 1) })
    expect(event).not.toHaveProperty('endsAtMs')
    expect(event).not.toHaveProperty('speedKmh')
  })

  test('is kept when only descriptive fields are invalid', async () => {
    const odd = makeWorkZone(
      { lanes: 5, restrictions: [5, {}, null] },
      { road_names: 'I-80', description: {}, name: 7 },
    )
    expect(await readWorkZone(odd)).toMatchObject({ description: '7', roadNames: [], restrictions: [] })
  })
})

test('omits detours, restrictions and work that is finished or canceled', async () => {
  const content = await readContent(
    makeFeed(
      makeWorkZone({}, { event_type: 'detour' }),
      makeWorkZone({}, { event_type: 'restriction' }),
      makeWorkZone({ event_status: 'cancelled' }),
      makeWorkZone({ event_status: 'completed' }),
      makeWorkZone({ event_status: 'pending' }),
    ),
  )
  expect(content).toMatchObject({ omittedCount: 4, skipped: { count: 0 } })
  expect(content.events).toHaveLength(1)
  expect(await readContent(makeFeed(makeWorkZone({}, { event_type: 'detour' })))).toMatchObject({
    events: [],
    omittedCount: 1,
  })
})
