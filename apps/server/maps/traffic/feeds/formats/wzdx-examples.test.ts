import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sharedPath } from '@fairway/geo/testing'
import { describe, expect, test } from 'vitest'
import type { FeedEvent } from '../feed-content.ts'
import { readContent, readFailure } from '../testing/reading.ts'

const folder = sharedPath('data/traffic/wzdx/examples/')
const present = existsSync(folder)
if (!present) console.warn('\n*** SKIPPED: the examples of WZDx are not beside the repository (../shared/data) ***\n')

const example = (name: string) => readFileSync(`${folder}WorkZoneFeed/${name}_example.geojson`)

function summary({ id, kind, severity, where, direction, closed, speedKmh, lanesClosed, restrictions }: FeedEvent) {
  const shape = 'line' in where ? where.line.length : 'elsewhere'
  return [id.slice(0, 8), kind, severity, shape, direction, closed, speedKmh, lanesClosed, restrictions.join(', ')]
}

const simple = (points: readonly number[]) => [
  ['af2e3f51', 'roadworks', 'moderate', points[0], 'along', false, 88.514, undefined, ''],
  ['edf2162b', 'roadworks', 'high', points[1], 'along', false, undefined, [1, 2], 'reduced-width 10 feet'],
  ['6f57aded', 'roadworks', 'moderate', points[2], 'along', false, 88.514, [1, 3], ''],
  ['8bfb0ce0', 'roadworks', 'moderate', points[3], 'along', false, 88.514, [1, 3], ''],
  ['e6c2abad', 'roadworks', 'moderate', points[4], 'along', false, 88.514, [1, 3], ''],
]

const recurring = (id: string, points: number, speedKmh?: number) => [
  id,
  'roadworks',
  'low',
  points,
  'along',
  false,
  speedKmh,
  [0, 1],
  '',
]

describe.runIf(present)('published example', () => {
  test.each([
    // The last line has 23 points, but two of them repeat the previous point.
    ['scenario1_simple_linestring', simple([6, 65, 4, 8, 21]), 0],
    ['scenario1_simple_multipoint', simple([2, 2, 2, 2, 2]), 0],
    ['scenario2_laneshift_linestring', [['85912735', 'roadworks', 'low', 16, 'along', false, 88.5, [0, 3], '']], 0],
    [
      'scenario3_shoulder_bidirectional_linestring',
      [
        ['a2183b6b', 'roadworks', 'low', 5, 'along', false, undefined, [0, 1], ''],
        ['62c5fa4b', 'roadworks', 'low', 7, 'along', false, undefined, [0, 1], 'no-passing, no-parking'],
      ],
      0,
    ],
    [
      'scenario4_detour_linestring',
      [['a15f7570', 'roadworks', 'high', 41, 'along', false, 88.5, [1, 2], 'reduced-width 11 feet']],
      3,
    ],
    [
      'scenario5_recurring_linestring',
      [recurring('a2100c5b', 10, 55), recurring('d63ab07b', 8), recurring('ff3f888f', 8), recurring('b04c1df4', 8)],
      0,
    ],
    [
      'scenario6_multi_lane_closure_linestring',
      [
        [
          '8fed746d',
          'roadworks',
          'high',
          5,
          'along',
          false,
          88.5,
          [2, 3],
          'reduced-width 16 feet, reduced-weight 156000 pounds',
        ],
      ],
      0,
    ],
    [
      'scenario7_mobileoperation_linestring',
      [
        ['01841847', 'roadworks', 'high', 86, 'along', false, undefined, [1, 2], ''],
        ['71a97769', 'roadworks', 'high', 12, 'along', false, undefined, [1, 2], ''],
      ],
      0,
    ],
    [
      'scenario8_local_access_only_bidirectional_linestring',
      [
        ['de3de57b', 'roadworks', 'low', 6, 'along', false, undefined, undefined, 'local-access-only'],
        ['defbbd71', 'roadworks', 'low', 8, 'along', false, undefined, [0, 1], 'local-access-only'],
      ],
      0,
    ],
  ])('%s is read completely', async (name, expected, omittedCount) => {
    const content = await readContent(example(name))
    expect(content.events.map(summary)).toEqual(expected)
    expect(content).toMatchObject({ omittedCount, skipped: { count: 0 } })
    expect(content.speeds.kmh).toHaveLength(0)
  })

  test('of a simple work zone has its location, dates and names', async () => {
    const { events } = await readContent(example('scenario1_simple_linestring'))
    expect(events[0]).toMatchObject({
      description: 'Single direction work zone without lane-level information.',
      startsAtMs: Date.parse('2010-01-01T01:00:00Z'),
      endsAtMs: Date.parse('2010-01-02T01:00:00Z'),
      startTimeIsVerified: false,
      endTimeIsVerified: false,
      roadNames: ['I-80', 'I-35'],
    })
    const { where } = events[0] ?? {}
    expect(where && 'line' in where && [where.line[0], where.line.at(-1), where.sparse]).toEqual([
      [41.617961698000045, -93.77668405099996],
      [41.62229722600006, -93.77668897499996],
      undefined,
    ])
  })

  test('with endpoints only is marked as having no known path between them', async () => {
    const { events } = await readContent(example('scenario1_simple_multipoint'))
    expect(events.every(({ where }) => 'line' in where && where.sparse)).toBe(true)
  })

  test('with a verified start is marked as started', async () => {
    const { events } = await readContent(example('scenario2_laneshift_linestring'))
    expect(events[0]).toMatchObject({ startTimeIsVerified: true, endTimeIsVerified: false })
  })

  test('of devices is rejected', async () => {
    for (const name of readdirSync(`${folder}DeviceFeed`)) {
      expect(await readFailure(readFileSync(`${folder}DeviceFeed/${name}`))).toEqual({ kind: 'device-feed' })
    }
  })

  test('count is nine, and all are checked', () => {
    expect(readdirSync(`${folder}WorkZoneFeed`)).toHaveLength(9)
  })
})
