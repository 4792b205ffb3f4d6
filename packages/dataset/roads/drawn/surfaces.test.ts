import { describe, test } from 'vitest'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { AROUND, drawRivals, drawShortcut, drawStreet, kilometreSeconds, LOWER, UPPER } from '../../testing/shapes.ts'

describe('nobody is faster than the surface lets them', () => {
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
    expectRoute(map, 'A', 'B').takesSeconds(kilometreSeconds(kmh))
  })

  test('a slower limit still counts', async () => {
    const map = await drawStreet({ maxspeed: '30', surface: 'gravel' })
    expectRoute(map, 'A', 'B').takesSeconds(kilometreSeconds(24))
  })

  test('where the surface is impassable no car drives', async () => {
    const map = await drawShortcut({ smoothness: 'impassable' })
    expectRoute(map, 'A', 'D').follows(AROUND)
    expectRoute(map, 'A', 'M').fails()
  })
})

describe('of two ways equally long, the other one is taken', () => {
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
  ])('than the one with %j', async (tags) => {
    expectRoute(await drawRivals(tags, {}), 'A', 'D').follows(LOWER)
    expectRoute(await drawRivals({}, tags), 'A', 'D').follows(UPPER)
  })

  test('an alley is used to reach a place and not for driving through', async () => {
    const alley = { highway: 'service', service: 'alley', maxspeed: '80' }
    const street = { highway: 'service', maxspeed: '80' }
    expectRoute(await drawRivals(alley, street), 'A', 'D').follows(LOWER)
    expectRoute(await drawRivals(street, alley), 'A', 'D').follows(UPPER)
  })

  test('narrowness is no matter where nobody comes the other way', async () => {
    const slower = { maxspeed: '75' }
    expectRoute(await drawRivals({ width: '3', oneway: 'yes' }, slower), 'A', 'D').follows(UPPER)
    expectRoute(await drawRivals({ width: '3' }, slower), 'A', 'D').follows(LOWER)
  })

  test('unwillingness does not make a road slower, only less wanted', async () => {
    expectRoute(await drawStreet({ width: '3' }), 'A', 'B').takesSeconds(kilometreSeconds(65))
  })
})
