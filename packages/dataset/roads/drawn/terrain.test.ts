import { type Position, seededRandom, type Terrain } from '@fairway/geo'
import { NO_HEIGHT, type RoadNetwork, travelProfiles, withModel } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import { fromRoadSections, toRoadSections } from '../sections.ts'

/** Northwest corner of the drawings, in degrees. A degree is about 111 km. */
const [NORTH, WEST] = [-1, -155]
const METERS_PER_DEGREE = 111_000

const ground = (height: (south: number, east: number) => number | undefined): Terrain => ({
  heightAt: ([latitude, longitude]: Position) =>
    height((NORTH - latitude) * METERS_PER_DEGREE, (longitude - WEST) * METERS_PER_DEGREE),
})
/** Ground that rises by 5 % to the east. */
const slope = ground((_, east) => 1000 + 0.05 * east)
const street = { highway: 'residential' }

function terrainOf({ terrain }: RoadNetwork) {
  if (!terrain) throw new Error('the network has no heights')
  return terrain
}
const steepestPercent = (network: RoadNetwork) =>
  Math.max(...terrainOf(network).steepest.map((grade) => Math.abs(grade))) / 2

describe('heights of roads', () => {
  test('follow an even slope', async () => {
    const { roads } = await drawMap({ cellMeters: 200, terrain: slope }, 'A---------B---------C', { ABC: street })
    const { ascentDm, descentDm, risingShare } = terrainOf(roads.network)
    const climbed = [...ascentDm, ...descentDm].reduce((sum, value) => sum + value, 0) / 10
    // Smoothing flattens the ends of the road.
    expect(climbed).toBeGreaterThan(180)
    expect(climbed).toBeLessThan(201)
    expect(steepestPercent(roads.network)).toBe(5)
    expect([0, 255]).toContain(risingShare[0])
  })

  test('do not turn noise of a few meters into grades on short streets', async () => {
    const random = seededRandom(5)
    const noise = new Map<string, number>()
    const noisy = ground((south, east) => {
      const key = `${Math.round(south / 30)},${Math.round(east / 30)}`
      const meters = noise.get(key) ?? 100 + 6 * (random() - 0.5)
      noise.set(key, meters)
      return meters
    })
    const letters = ['A-B-C-D-E-F', '| | | | | |', 'G-H-I-J-K-L', '| | | | | |', 'M-N-O-P-Q-R']
    const ways = ['ABCDEF', 'GHIJKL', 'MNOPQR', 'AGM', 'BHN', 'CIO', 'DJP', 'EKQ', 'FLR']
    const drawn = Object.fromEntries(ways.map((way) => [way, street]))
    const { roads } = await drawMap({ cellMeters: 15, terrain: noisy }, letters.join('\n'), drawn)
    expect(steepestPercent(roads.network)).toBeLessThan(5)
  })

  test('are straight between the ends of a bridge and of a tunnel', async () => {
    // The terrain has a gorge 200 m deep with steep sides and a hill 200 m high.
    const rough = ground((_, east) => (east > 1100 && east < 1900 ? 300 : east > 3100 && east < 3900 ? 700 : 500))
    const map = await drawMap(
      { cellMeters: 100, terrain: rough },
      'A---------B---X-----C---------D---Y-----E---------F',
      {
        AB: street,
        BXC: { ...street, bridge: 'yes' },
        CD: street,
        DYE: { ...street, tunnel: 'yes' },
        EF: street,
      },
    )
    const { network } = map.roads
    const { shapeHeight } = terrainOf(network)
    expect(Math.max(...shapeHeight.map((height) => Math.abs(height / 4 - 500)))).toBeLessThan(1)
  })

  test('are interpolated across small voids, and unknown on roads that end on unknown ground', async () => {
    const gaps = ground((_, east) => ((east > 380 && east < 620) || east > 1500 ? undefined : 100))
    const { roads } = await drawMap(
      { cellMeters: 100, terrain: gaps },
      'A---------B---------C\n          |\n          D',
      {
        AB: street,
        BC: street,
        BD: street,
      },
    )
    const { edges } = roads.network
    const { shapeHeight, ascentDm } = terrainOf(roads.network)
    const heights = [...shapeHeight].map((height) => (height === NO_HEIGHT ? 'unknown' : height / 4))
    expect(heights.filter((height) => height === 'unknown')).toHaveLength(2)
    expect(heights.filter((height) => height === 100)).toHaveLength(4)
    expect(edges.count).toBe(3)
    expect([...ascentDm]).toEqual([0, 0, 0])
  })

  test('are absent where all ground is unknown, and the map equals one without terrain', async () => {
    const drawing = ['A-B\n|\nC', { AB: street, AC: street }] as const
    const flat = await drawMap({}, ...drawing)
    const unknown = await drawMap({ terrain: ground(() => undefined) }, ...drawing)
    expect(unknown.roads).toEqual(flat.roads)
    expect([...toRoadSections(flat.roads)].some(([name]) => name.startsWith('terrain'))).toBe(false)
  })

  test('survive being written to a dataset', async () => {
    const { roads } = await drawMap({ terrain: slope }, 'A-B\n|\nC', { AB: street, AC: street })
    expect(fromRoadSections(new Map(toRoadSections(roads))).network.terrain).toEqual(roads.network.terrain)
  })
})

describe('travelers', () => {
  const drawing = 'A---------B'
  const secondsOf = async (network: 'car' | 'bicycle' | 'foot', terrain?: Terrain) => {
    const options = { cellMeters: 200, network, ...(terrain && { terrain }) }
    const { roads } = await drawMap(options, drawing, { AB: street })
    const { arcs, edges } = roads.network
    const sideOf = (letterIsWest: boolean) => {
      const isEastward = edges.shapeLongitude[0] < edges.shapeLongitude[edges.shapeFirst[1] - 1]
      return arcs.duration[edges.arc[letterIsWest === isEastward ? 0 : 1]] / 100
    }
    return { up: sideOf(true), down: sideOf(false) }
  }

  test('by bicycle and on foot are slower uphill; cars are not', async () => {
    const [bicycle, level] = [await secondsOf('bicycle', slope), await secondsOf('bicycle')]
    expect(bicycle.up / level.up).toBeGreaterThan(1.5)
    expect(bicycle.up / level.up).toBeLessThan(1.65)
    expect(bicycle.down / level.down).toBeGreaterThan(0.75)
    expect(bicycle.down / level.down).toBeLessThan(0.82)
    const [foot, levelFoot] = [await secondsOf('foot', slope), await secondsOf('foot')]
    expect(foot.up / levelFoot.up).toBeCloseTo(Math.exp(3.5 * 0.05), 1)
    expect(foot.down / levelFoot.down).toBeCloseTo(Math.exp(-3.5 * 0.05), 1)
    expect(await secondsOf('car', slope)).toEqual(await secondsOf('car'))
  })

  // The terrain has a hill 60 m high between A and C, and a level detour.
  const hill = ground((south, east) => (south < 350 ? 60 * Math.exp(-(((east - 600) / 250) ** 2)) : 0))
  const detour =
    'A-----B-----C\n|           |\n|           |\n|           |\n|           |\n|           |\nD-----E-----F'
  const ways = { ABC: { highway: 'footway', name: 'Hill' }, ADEFC: { highway: 'footway', name: 'Around' } }
  const drawHill = () => drawMap({ cellMeters: 100, network: 'foot', terrain: hill }, detour, ways)

  test('in wheelchairs avoid a steep hill that walkers climb', async () => {
    const map = await drawHill()
    expectRoute(map, 'A', 'C', { profile: travelProfiles.foot }).follows('ABC')
    expectRoute(map, 'A', 'C', { profile: travelProfiles.wheelchair }).follows('ADEFC')
  })

  test('avoid steep roads if their model says so', async () => {
    const map = await drawHill()
    const rules = [{ when: { gradePercent: { min: 8 } }, priorityFactor: 0.1 }]
    const profile = withModel(travelProfiles.foot, { key: 'flat', rules })
    expectRoute(map, 'A', 'C', { profile }).follows('ADEFC')
    const downhill = withModel(travelProfiles.foot, {
      key: 'steeper',
      rules: [{ when: { gradePercent: { min: 60 } }, priorityFactor: 0.1 }],
    })
    expectRoute(map, 'A', 'C', { profile: downhill }).follows('ABC')
  })
})
