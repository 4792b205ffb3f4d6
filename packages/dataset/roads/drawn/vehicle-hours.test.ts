import { seededRandom } from '@fairway/geo'
import {
  DistanceQuery,
  defaultProfile,
  INFINITE_WEIGHT,
  type TravelProfile,
  travelProfiles,
  turnGraphOf,
  type VehicleGroupName,
} from '@fairway/road'
import { Dijkstra } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import type { DrawnMap } from '../../testing/drawn-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { DETOUR_PATH, drawShortcut, SHORT_PATH } from '../../testing/shapes.ts'

const TUESDAY = '2026-06-16T10:00'
const SATURDAY = '2026-06-20T10:00'

const heavy: TravelProfile = { ...defaultProfile, vehicle: { ...defaultProfile.vehicle, weightTons: 3.51 } }
const van: TravelProfile = {
  ...defaultProfile,
  name: 'truck',
  vehicle: { ...defaultProfile.vehicle, weightTons: 3.5 },
}
const tanker: TravelProfile = { ...heavy, vehicle: { ...heavy.vehicle, hazardousGoods: true } }
const { motorcycle } = travelProfiles

interface TimedTags {
  readonly tags: Tags
  /** Group to which the tags apply. Undefined if they apply to all vehicles. */
  readonly group?: VehicleGroupName
  readonly closedOn: readonly string[]
}

const timedTags: readonly TimedTags[] = [
  { tags: { 'hgv:conditional': 'no @ (Sa-Su)' }, group: 'goodsVehicles', closedOn: [SATURDAY] },
  { tags: { 'hgv:conditional': 'destination @ (Sa-Su)' }, group: 'goodsVehicles', closedOn: [SATURDAY] },
  { tags: { 'hgv:conditional': 'yes @ (Sa-Su)' }, group: 'goodsVehicles', closedOn: [] },
  { tags: { hgv: 'no', 'hgv:conditional': 'yes @ (Mo-Fr)' }, group: 'goodsVehicles', closedOn: [SATURDAY] },
  {
    tags: { 'hgv:conditional': 'no @ (Mo-Su 09:00-11:00); yes @ (Tu)' },
    group: 'goodsVehicles',
    closedOn: [SATURDAY],
  },
  { tags: { 'goods:conditional': 'no @ (Sa-Su)' }, group: 'vans', closedOn: [SATURDAY] },
  { tags: { goods: 'no' }, group: 'vans', closedOn: [TUESDAY, SATURDAY] },
  { tags: { goods: 'no', 'goods:conditional': 'yes @ (Tu)' }, group: 'vans', closedOn: [SATURDAY] },
  { tags: { 'motorcycle:conditional': 'no @ (Sa-Su)' }, group: 'motorcycles', closedOn: [SATURDAY] },
  { tags: { motorcycle: 'no', 'motorcycle:conditional': 'yes @ (Tu)' }, group: 'motorcycles', closedOn: [SATURDAY] },
  { tags: { 'hazmat:conditional': 'no @ (Mo-Fr 07:00-19:00)' }, group: 'hazardousGoods', closedOn: [TUESDAY] },
  { tags: { hazmat: 'no', 'hazmat:conditional': 'yes @ (Sa-Su)' }, group: 'hazardousGoods', closedOn: [TUESDAY] },
  { tags: { 'access:conditional': 'no @ (Sa-Su)' }, closedOn: [SATURDAY] },
  {
    tags: { motor_vehicle: 'no', motorcar: 'yes', 'hgv:conditional': 'yes @ (Sa-Su)' },
    group: 'goodsVehicles',
    closedOn: [TUESDAY],
  },
]

const travelers: readonly { readonly profile: TravelProfile; readonly groups: readonly VehicleGroupName[] }[] = [
  { profile: defaultProfile, groups: [] },
  { profile: heavy, groups: ['goodsVehicles'] },
  { profile: van, groups: ['vans'] },
  { profile: tanker, groups: ['goodsVehicles', 'hazardousGoods'] },
  { profile: motorcycle, groups: ['motorcycles'] },
]

/** A truck of 40 t, whose speeds come from a model. */
const truckTraveler: (typeof travelers)[number] = { profile: travelProfiles.truck, groups: ['goodsVehicles'] }

describe('timed rules for one group of vehicles', () => {
  test.each(timedTags)('$tags', async ({ tags, group, closedOn }) => {
    // The general ban of the last row also applies to vans and motorcycles.
    const isGeneralBan = tags.motor_vehicle !== undefined
    const map = await drawShortcut(tags)
    for (const { profile, groups } of [...travelers, truckTraveler]) {
      if (isGeneralBan && !groups.includes('goodsVehicles')) continue
      for (const depart of [TUESDAY, SATURDAY]) {
        const isClosed = (group === undefined || groups.includes(group)) && closedOn.includes(depart)
        expectRoute(map, 'A', 'D', { profile, depart }).follows(isClosed ? DETOUR_PATH : SHORT_PATH)
      }
    }
  })

  test('begin and end on the minute', async () => {
    const map = await drawShortcut({ 'hgv:conditional': 'no @ (Sa 06:00-22:00)' })
    for (const [time, path] of [
      ['05:59', SHORT_PATH],
      ['06:00', DETOUR_PATH],
      ['21:59', DETOUR_PATH],
      ['22:00', SHORT_PATH],
    ] as const)
      expectRoute(map, 'A', 'D', { profile: heavy, depart: `2026-06-20T${time}` }).follows(path)
  })

  test('apply to one direction if the tag does', async () => {
    const map = await drawShortcut({ 'hgv:backward:conditional': 'no @ (Sa-Su)' })
    expectRoute(map, 'A', 'D', { profile: heavy, depart: SATURDAY }).follows(SHORT_PATH)
    expectRoute(map, 'D', 'A', { profile: heavy, depart: SATURDAY }).follows('DCFEBA')
    expectRoute(map, 'D', 'A', { profile: heavy, depart: TUESDAY }).follows('DCMBA')
  })

  test.each<[Tags]>([
    [{ 'bicycle:conditional': 'no @ (Sa-Su)' }],
    [{ bicycle: 'no', 'bicycle:conditional': 'yes @ (Mo-Fr)' }],
  ])('%j applies to bicycles', async (tags) => {
    const map = await drawShortcut({ ...tags, foot: 'no' }, {}, { network: 'bicycle' })
    const { bicycle } = travelProfiles
    expectRoute(map, 'A', 'D', { profile: bicycle, depart: TUESDAY }).follows(SHORT_PATH)
    expectRoute(map, 'A', 'D', { profile: bicycle, depart: SATURDAY }).follows(DETOUR_PATH)
  })
})

const GRID = `
  A--B--C--D
  |  |  |  |
  E--F--G--H
  |  |  |  |
  I--J--K--L
`
const gridRoads = 'AB BC CD EF FG GH IJ JK KL AE EI BF FJ CG GK DH HL'.split(' ')

/** Returns the weights of all turns without the arcs that the tags close, computed from the weights for a car. */
function slowTurnWeights(map: DrawnMap, closedRoads: ReadonlySet<string>): Int32Array {
  const { arcs, turns } = map.roads.network
  const turn = map.metricFor({}).weights.turn.slice()
  const isClosed = (arc: number) => {
    const letters = map.lettersOfEdge(arcs.edgeSide[arc] >>> 1)
    return closedRoads.has(letters) || closedRoads.has([...letters].reverse().join(''))
  }
  for (let arc = 0; arc < arcs.count; arc++) {
    for (let index = turns.first[arc]; index < turns.first[arc + 1]; index++) {
      if (isClosed(arc) || isClosed(turns.to[index])) turn[index] = INFINITE_WEIGHT
    }
  }
  return turn
}

test.each([1, 2, 3, 4])('all distances equal those of Dijkstra on a random town (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const usable = timedTags.filter(({ tags }) => tags.motor_vehicle === undefined)
  const rows = gridRoads.map((letters) => {
    const timed = random() < 0.6 ? usable[Math.floor(random() * usable.length)] : undefined
    return { letters, timed }
  })
  const roads = Object.fromEntries(rows.map(({ letters, timed }) => [letters, { highway: 'primary', ...timed?.tags }]))
  const map = await drawMap({ cellMeters: 100 }, GRID, roads)
  const dijkstra = new Dijkstra(turnGraphOf(map.roads.network))
  const distances = new DistanceQuery(map.roads.topology)
  let cutOff = 0
  for (const { profile, groups } of travelers) {
    for (const depart of [TUESDAY, SATURDAY]) {
      const closed = rows.filter(
        ({ timed }) => timed?.closedOn.includes(depart) && (timed.group === undefined || groups.includes(timed.group)),
      )
      const turn = slowTurnWeights(map, new Set(closed.map(({ letters }) => letters)))
      const { hierarchy } = map.metricFor({ profile, depart })
      for (let from = 0; from < map.roads.network.arcs.count; from++) {
        const truth = dijkstra.run(turn, from)
        for (let to = 0; to < map.roads.network.arcs.count; to++) {
          expect(distances.distance(hierarchy, from, to), `${from} to ${to} ${depart}`).toBe(truth[to])
          if ((truth[to] ?? 0) >= INFINITE_WEIGHT) cutOff++
        }
      }
    }
  }
  expect(cutOff).toBeGreaterThan(0)
})
