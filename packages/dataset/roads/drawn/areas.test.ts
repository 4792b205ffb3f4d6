import { describe, expect, test } from 'vitest'
import type { DrawingOptions } from '../../testing/draw-map.ts'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { listEdges } from '../../testing/list-edges.ts'
import type { DrawnRelation, Tags } from '../../testing/osm-writer.ts'

const footway = { highway: 'footway' }
const square = { highway: 'pedestrian', area: 'yes', name: 'Square' }
const foot: DrawingOptions = { cellMeters: 20, network: 'foot' }
const bicycle: DrawingOptions = { cellMeters: 20, network: 'bicycle' }
const WALKING_METERS_PER_SECOND = 5 / 3.6

const plaza = `
  X---A-------B
      |       |
      |       |
      |       |
      D-------C---Y
`
const drawPlaza = (options: DrawingOptions, tags: Tags, others: Record<string, Tags> = { XA: footway, CY: footway }) =>
  drawMap(options, plaza, { ABCDA: tags, ...others })

describe('areas', () => {
  test('are crossed in a straight line between two entrances', async () => {
    const map = await drawPlaza(foot, square)
    const diagonalMeters = 20 * Math.hypot(8, 4)
    expectRoute(map, 'X', 'Y')
      .follows('XACY')
      .takesSeconds((20 * 8 + diagonalMeters) / WALKING_METERS_PER_SECOND, 1)
    expectRoute(map, 'Y', 'X').follows('YCAX')
  })

  test('keep their outline', async () => {
    const map = await drawPlaza(foot, square)
    expectRoute(map, 'X', 'B').follows('XAB')
    expectRoute(map, 'D', 'Y').follows('DCY')
  })

  test.each<[string, Tags]>([
    ['a parking lot', { amenity: 'parking' }],
    ['a parking lot above ground', { amenity: 'parking', parking: 'surface' }],
    ['a railway platform', { railway: 'platform' }],
    ['a platform of public transport', { public_transport: 'platform' }],
    ['a pier', { man_made: 'pier', area: 'yes' }],
    ['a square', { highway: 'pedestrian', place: 'square' }],
    ['a yard', { highway: 'service', area: 'yes' }],
  ])('are crossed if they are %s', async (_, tags) => {
    expectRoute(await drawPlaza(foot, tags), 'X', 'Y').follows('XACY')
  })

  test.each<[string, Tags]>([
    ['a loop', { highway: 'pedestrian' }],
    ['a loop by its tag', { railway: 'platform', area: 'no' }],
    ['a pier along its edge', { man_made: 'pier' }],
    ['a garage under the ground', { amenity: 'parking', parking: 'underground' }],
    ['a building', { amenity: 'parking', building: 'parking' }],
  ])('are not crossed if the way is %s', async (_, tags) => {
    expectRoute(await drawPlaza(foot, tags), 'X', 'Y').takesSeconds((20 * (8 + 12)) / WALKING_METERS_PER_SECOND, 1)
  })

  test('with one entrance stay unchanged', async () => {
    const ways = { ABCDA: square, XA: footway }
    const map = await drawMap(foot, plaza, ways)
    const loop = await drawMap(foot, plaza, { ...ways, ABCDA: { highway: 'pedestrian', name: 'Square' } })
    expect(map.roads.network.edges.count).toBe(loop.roads.network.edges.count)
  })

  test('have no entrance where a street only follows their outline', async () => {
    const street = { highway: 'residential' }
    const map = await drawPlaza(foot, square, { XABCY: street })
    const edges = listEdges(map)
    expect(edges).toContain('AC')
    expect(edges).not.toContain('BD')
  })

  test('are crossed from one to the next where they touch', async () => {
    const map = await drawMap(
      foot,
      `
        X---A-------B-------E
            |       |       |
            |       |       |
            D-------C-------F---Y
      `,
      { ABCDA: square, BEFCB: { highway: 'pedestrian', area: 'yes', name: 'Other' }, XA: footway, FY: footway },
    )
    // A straight line is impossible, because it would cross the common side at a point without a node.
    const seconds = (20 * 8 + 20 * Math.hypot(8, 3) + 20 * 8) / WALKING_METERS_PER_SECOND
    expectRoute(map, 'X', 'Y').takesSeconds(seconds, 1)
  })

  test('that cars drive along are not crossed by cars', async () => {
    const map = await drawMap({ cellMeters: 20 }, plaza, {
      ABCDA: { highway: 'service', area: 'yes' },
      XADCY: { highway: 'residential' },
    })
    expectRoute(map, 'X', 'Y').follows('XADCY')
  })

  test('give no instructions to people who only walk past them', async () => {
    const street = { highway: 'residential', name: 'Street' }
    const map = await drawMap(
      foot,
      `
        X---A---B---C---Y
            |       |
            |       |
            F---E---D
            |   |   |
            f   e   d
      `,
      { XABCY: street, ABCDEFA: square, Ff: footway, Ee: footway, Dd: footway },
    )
    expect(listEdges(map)).toContain('AE')
    expectRoute(map, 'X', 'Y').follows('XABCY').announces(['depart', 'arrive'])
    expectRoute(map, 'X', 'e').follows('XAEe').announces(['depart', 'turn slight right', 'turn right', 'arrive'])
  })

  test('are closed if their tags say so', async () => {
    expectRoute(await drawPlaza(foot, { ...square, foot: 'no', access: 'no' }), 'X', 'Y').fails()
  })

  test('are crossed against the direction of their outline', async () => {
    const map = await drawPlaza(bicycle, { highway: 'service', area: 'yes', oneway: 'yes' }, { XA: road, CY: road })
    expectRoute(map, 'Y', 'X').follows('YCAX')
  })

  test('for pedestrians are crossed by pushing the bicycle', async () => {
    const map = await drawPlaza(bicycle, square, { XA: road, CY: road })
    expectRoute(map, 'X', 'Y').follows('XACY')
    const pushed = await drawPlaza(bicycle, square, { XA: road, CY: road })
    const ridden = await drawPlaza(bicycle, { ...square, bicycle: 'yes' }, { XA: road, CY: road })
    expect(expectRoute(pushed, 'X', 'Y').seconds).toBeGreaterThan(expectRoute(ridden, 'X', 'Y').seconds + 60)
  })
})

const road = { highway: 'residential' }

const withFountain = `
  X---A-----------B
      |   E---F   |
      |   |   |   |
      |   H---G   |
      D-----------C---Y
`
const relation: DrawnRelation = {
  tags: { type: 'multipolygon', highway: 'pedestrian', name: 'Square' },
  members: [
    ['outer', 'way', 'ABC'],
    ['outer', 'way', 'ADC'],
    ['inner', 'way', 'EFGHE'],
  ],
}
const wayTags = { ABC: {}, ADC: { barrier: 'kerb' }, EFGHE: { amenity: 'fountain' }, XA: footway, CY: footway }

describe('multipolygons', () => {
  test('are crossed around their holes', async () => {
    const map = await drawMap(foot, withFountain, wayTags, { relations: [relation] })
    const [one, other] = [expectRoute(map, 'X', 'Y'), 20 * (Math.hypot(8, 1) + Math.hypot(4, 3))]
    one.takesSeconds((20 * 8 + other) / WALKING_METERS_PER_SECOND, 1)
  })

  test('are crossed straight if nothing is in the way', async () => {
    const members = relation.members.slice(0, 2)
    const map = await drawMap(foot, withFountain, wayTags, { relations: [{ ...relation, members }] })
    expectRoute(map, 'X', 'Y').follows('XACY')
  })

  test('can be walked along their outline', async () => {
    const map = await drawMap(foot, withFountain, wayTags, { relations: [relation] })
    expectRoute(map, 'B', 'Y').follows('BCY')
    expectRoute(map, 'E', 'X').follows('EFAX')
  })

  test('whose outer way has the tags too are crossed around their holes', async () => {
    const ways = { ABCDA: square, EFGHE: {}, XA: footway, CY: footway }
    const members = [
      ['outer', 'way', 'ABCDA'],
      ['inner', 'way', 'EFGHE'],
    ] as const
    const map = await drawMap(foot, withFountain, ways, { relations: [{ ...relation, members }] })
    const meters = 20 * (Math.hypot(8, 1) + Math.hypot(4, 3))
    expectRoute(map, 'X', 'Y').takesSeconds((20 * 8 + meters) / WALKING_METERS_PER_SECOND, 1)
  })

  test.each<[string, DrawnRelation]>([
    ['do not close', { ...relation, members: [['outer', 'way', 'ABC']] }],
    ['are not for walking', { ...relation, tags: { type: 'multipolygon', landuse: 'grass' } }],
  ])('that %s are not crossed', async (_, other) => {
    const map = await drawMap(
      foot,
      withFountain,
      { ...wayTags, XA: footway, AD: footway, DC: footway },
      { relations: [other] },
    )
    expectRoute(map, 'X', 'Y').follows('XADCY')
  })

  test('that the border of the extract cuts are not crossed', async () => {
    const members = [
      ['outer', 'way', 'AZC'],
      ['outer', 'way', 'ADC'],
    ] as const
    const map = await drawMap(
      foot,
      withFountain,
      { AZC: {}, ADC: {}, XA: footway, CY: footway, AD: footway, DC: footway },
      { relations: [{ ...relation, members }], missing: 'Z' },
    )
    expectRoute(map, 'X', 'Y').follows('XADCY')
  })
})
