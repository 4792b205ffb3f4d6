import { describe, test } from 'vitest'
import type { DrawnMap } from '../../testing/drawn-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { DETOUR_PATH, drawShortcut, SHORT_PATH } from '../../testing/shapes.ts'

const SHORT_BACK = 'DCMBA'
const AROUND_BACK = 'DCFEBA'

function expectDrivable(map: DrawnMap, directions: 'both' | 'forward' | 'backward' | 'neither', depart?: string): void {
  const options = depart === undefined ? {} : { depart }
  const isAlong = directions === 'both' || directions === 'forward'
  const isAgainst = directions === 'both' || directions === 'backward'
  expectRoute(map, 'A', 'D', options).follows(isAlong ? SHORT_PATH : DETOUR_PATH)
  expectRoute(map, 'D', 'A', options).follows(isAgainst ? SHORT_BACK : AROUND_BACK)
}

describe('oneway values', () => {
  test.each([
    ['yes', 'forward'],
    ['true', 'forward'],
    ['1', 'forward'],
    ['-1', 'backward'],
    ['reverse', 'backward'],
    ['no', 'both'],
    ['false', 'both'],
    ['0', 'both'],
    ['perhaps', 'both'],
  ] as const)('oneway=%s is driven %s', async (oneway, directions) => {
    expectDrivable(await drawShortcut({ oneway }), directions)
  })

  test('close a street with reversible direction unless a timetable is known', async () => {
    expectDrivable(await drawShortcut({ oneway: 'reversible' }), 'neither')
  })

  test('allow both directions with a penalty where they alternate', async () => {
    const narrow = await drawShortcut({ oneway: 'alternating', maxspeed: '130' })
    expectDrivable(narrow, 'both')
    expectDrivable(await drawShortcut({ oneway: 'alternating' }), 'neither')
    expectRoute(await drawShortcut({ oneway: 'alternating' }), 'A', 'M').follows('ABM')
  })
})

describe('implied oneway', () => {
  test.each<[Tags, 'both' | 'forward']>([
    [{ highway: 'motorway' }, 'forward'],
    [{ highway: 'motorway', oneway: 'no' }, 'both'],
    [{ highway: 'motorway_link', maxspeed: '80' }, 'both'],
    [{ highway: 'trunk' }, 'both'],
    [{ junction: 'roundabout' }, 'forward'],
    [{ junction: 'circular' }, 'forward'],
    [{ junction: 'roundabout', oneway: 'no' }, 'both'],
  ])('%j', async (tags, directions) => {
    expectDrivable(await drawShortcut(tags), directions)
  })
})

describe('oneway by vehicle', () => {
  test.each<[Tags, 'both' | 'forward' | 'backward']>([
    [{ oneway: 'yes', 'oneway:bicycle': 'no' }, 'forward'],
    [{ oneway: 'yes', 'oneway:motor_vehicle': 'no' }, 'both'],
    [{ 'oneway:motorcar': 'yes' }, 'forward'],
    [{ oneway: 'yes', 'oneway:vehicle': '-1' }, 'backward'],
  ])('%j', async (tags, directions) => {
    expectDrivable(await drawShortcut(tags), directions)
  })
})

describe('conditional oneway', () => {
  test('applies in the rush hour only', async () => {
    const map = await drawShortcut({ 'oneway:conditional': 'yes @ (Mo-Fr 07:00-09:00)' })
    expectDrivable(map, 'forward', '2026-06-16T08:30')
    expectDrivable(map, 'both', '2026-06-16T09:30')
    expectDrivable(map, 'both', '2026-06-14T08:30')
  })

  test('follows the timetable of a reversible street', async () => {
    const map = await drawShortcut({
      oneway: 'reversible',
      'oneway:conditional': 'yes @ (Mo-Fr 05:00-12:00); -1 @ (Mo-Fr 12:00-20:00)',
    })
    expectDrivable(map, 'forward', '2026-06-16T08:30')
    expectDrivable(map, 'backward', '2026-06-16T15:00')
    expectDrivable(map, 'neither', '2026-06-16T23:00')
  })
})
