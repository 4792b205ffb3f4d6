import { describe, expect, test } from 'vitest'
import { readContent } from '../testing/reading.ts'
import { feedOf, oldWorkZone, workZone } from '../testing/wzdx.ts'

async function readOne(feature: unknown) {
  const { events } = await readContent(feedOf(feature))
  return events[0]
}

const where = {
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
    expect(await readOne(workZone({ reduced_speed_limit_kph: 88.514, restrictions, lanes }))).toEqual({
      id: 'zone-1',
      kind: 'roadworks',
      severity: 'high',
      description: 'Paving',
      where,
      direction: 'along',
      closed: false,
      speedKmh: 88.514,
      lanesClosed: [2, 3],
      startsAtMs: Date.UTC(2026, 0, 1, 1),
      endsAtMs: Date.UTC(2026, 0, 2, 1),
      startIsVerified: true,
      endIsVerified: false,
      roadNames: ['I-80'],
      restrictions: ['local-access-only', 'reduced-width 10 feet', 'hov-2'],
    })
  })

  test('of version 3 has the same fields from their former locations', async () => {
    expect(await readOne(oldWorkZone)).toEqual({
      id: 'old-1',
      kind: 'roadworks',
      severity: 'moderate',
      description: 'Bridge repair',
      where,
      direction: 'along',
      closed: false,
      speedKmh: expect.closeTo(48.28, 2),
      lanesClosed: [1, 3],
      startsAtMs: Date.UTC(2021, 0, 1),
      endsAtMs: Date.UTC(2021, 0, 2),
      startIsVerified: false,
      endIsVerified: true,
      roadNames: ['US 6', 'Hickman Road'],
      restrictions: ['no-trucks', 'reduced-width 10 feet'],
    })
  })

  test('of version 2, which had no other events, needs no event type', async () => {
    const { event_type: _, ...properties } = oldWorkZone.properties
    expect(await readOne({ ...oldWorkZone, properties })).toMatchObject({ id: 'old-1', kind: 'roadworks' })
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
    expect(await readOne(workZone({ vehicle_impact }))).toMatchObject(expected)
  })

  test.each([
    [
      'LineString',
      [
        [-93.7, 41.6, 280],
        [-93.71, 41.61],
      ],
      where,
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
      { ...where, sparse: true },
      'along',
    ],
    ['MultiPoint', [[-93.7, 41.6]], { at: [41.6, -93.7] }, 'both'],
    ['Point', [-93.7, 41.6], { at: [41.6, -93.7] }, 'both'],
  ])('reads a %s %j', async (type, coordinates, place, direction) => {
    expect(await readOne(workZone({}, {}, { type, coordinates }))).toMatchObject({ where: place, direction })
  })

  test('with an unknown direction applies to both', async () => {
    expect((await readOne(workZone({}, { direction: 'unknown' })))?.direction).toBe('both')
    expect((await readOne(workZone({}, { direction: 'undefined' })))?.direction).toBe('along')
  })

  test('without a description uses its name or a generated one', async () => {
    const bare = { description: undefined }
    expect((await readOne(workZone({}, { ...bare, name: 'WZ 5' })))?.description).toBe('WZ 5')
    expect((await readOne(workZone({}, bare)))?.description).toBe('Roadworks on I-80')
    const closed = workZone({ vehicle_impact: 'all-lanes-closed' }, { ...bare, road_names: [] })
    expect((await readOne(closed))?.description).toBe('Road closed by roadworks')
  })

  test('may lack dates; dates without a zone are UTC, and a speed limit of 0 means none', async () => {
    const event = await readOne(
      workZone({ start_date: '2026-01-01T00:00:00', end_date: null, reduced_speed_limit_kph: 0 }),
    )
    expect(event).toMatchObject({ startsAtMs: Date.UTC(2026, 0, 1) })
    expect(event).not.toHaveProperty('endsAtMs')
    expect(event).not.toHaveProperty('speedKmh')
  })

  test('is kept when only descriptive fields are invalid', async () => {
    const odd = workZone({ lanes: 5, restrictions: [5, {}, null] }, { road_names: 'I-80', description: {}, name: 7 })
    expect(await readOne(odd)).toMatchObject({ description: '7', roadNames: [], restrictions: [] })
  })
})

test('omits detours, restrictions and work that is finished or canceled', async () => {
  const content = await readContent(
    feedOf(
      workZone({}, { event_type: 'detour' }),
      workZone({}, { event_type: 'restriction' }),
      workZone({ event_status: 'cancelled' }),
      workZone({ event_status: 'completed' }),
      workZone({ event_status: 'pending' }),
    ),
  )
  expect(content).toMatchObject({ leftOut: 4, skipped: { count: 0 } })
  expect(content.events).toHaveLength(1)
  expect(await readContent(feedOf(workZone({}, { event_type: 'detour' })))).toMatchObject({ events: [], leftOut: 1 })
})
