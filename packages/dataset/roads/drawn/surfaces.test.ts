import { describe, test } from 'vitest'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import {
  DETOUR_PATH,
  drawEqualPaths,
  drawShortcut,
  drawStreet,
  kilometerSeconds,
  LOWER_PATH,
  UPPER_PATH,
} from '../../testing/shapes.ts'

describe('speed by surface', () => {
  test.each<[Tags, number]>([
    [{ surface: 'asphalt' }, 96],
    [{ surface: 'compacted' }, 80],
    [{ surface: 'paving_stones' }, 60],
    [{ surface: 'gravel' }, 40],
    [{ surface: 'cobblestone' }, 30],
    [{ surface: 'sand' }, 20],
    [{ surface: 'mud' }, 10],
    [{ tracktype: 'grade1' }, 60],
    [{ tracktype: 'grade3' }, 30],
    [{ tracktype: 'grade5' }, 20],
    [{ smoothness: 'good' }, 96],
    [{ smoothness: 'intermediate' }, 80],
    [{ smoothness: 'bad' }, 40],
    [{ smoothness: 'very_horrible' }, 5],
    [{ surface: 'gravel', smoothness: 'very_bad', tracktype: 'grade2' }, 20],
  ])('%j', async (tags, kmh) => {
    const map = await drawStreet({ maxspeed: '120', ...tags })
    expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(kmh))
  })

  test('keeps a lower limit', async () => {
    const map = await drawStreet({ maxspeed: '30', surface: 'gravel' })
    expectRoute(map, 'A', 'B').takesSeconds(kilometerSeconds(24))
  })

  test('closes a road with an impassable surface', async () => {
    const map = await drawShortcut({ smoothness: 'impassable' })
    expectRoute(map, 'A', 'D').follows(DETOUR_PATH)
    expectRoute(map, 'A', 'M').fails()
  })
})

describe('preference between two equally long roads', () => {
  test.each<[Tags]>([
    [{ lanes: '1' }],
    [{ width: '2.5' }],
    [{ width: '3.5' }],
    [{ width: '4.5 m' }],
    [{ width: `18'` }],
    [{ lane_markings: 'no' }],
    [{ side_road: 'yes' }],
    [{ priority: 'backward' }],
    [{ oneway: 'alternating' }],
    [{ surface: 'gravel' }],
    [{ maxspeed: '60' }],
  ])('avoids the one with %j', async (tags) => {
    expectRoute(await drawEqualPaths(tags, {}), 'A', 'D').follows(LOWER_PATH)
    expectRoute(await drawEqualPaths({}, tags), 'A', 'D').follows(UPPER_PATH)
  })

  test('uses an alley for access and not for through traffic', async () => {
    const alley = { highway: 'service', service: 'alley', maxspeed: '80' }
    const street = { highway: 'service', maxspeed: '80' }
    expectRoute(await drawEqualPaths(alley, street), 'A', 'D').follows(LOWER_PATH)
    expectRoute(await drawEqualPaths(street, alley), 'A', 'D').follows(UPPER_PATH)
  })

  test('ignores a narrow width on one-way roads', async () => {
    const slower = { maxspeed: '75' }
    expectRoute(await drawEqualPaths({ width: '3', oneway: 'yes' }, slower), 'A', 'D').follows(UPPER_PATH)
    expectRoute(await drawEqualPaths({ width: '3' }, slower), 'A', 'D').follows(LOWER_PATH)
  })

  test('affects preference, not duration', async () => {
    expectRoute(await drawStreet({ width: '3' }), 'A', 'B').takesSeconds(kilometerSeconds(65))
  })
})
