import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { RoadFlag } from '../network/attributes.ts'
import { NO_ID } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { withRandomTerrain } from '../testing/random-terrain.ts'
import { type DetailName, detailNames, detailOf, listDetailRuns } from './details.ts'
import type { PlannedLeg } from './leg.ts'
import { RouteShape } from './route-shape.ts'

const SEED = 31

const network = withRandomTerrain(seededRandom(SEED), randomNetwork(seededRandom(SEED), { columns: 8, rows: 8 }))
const { edges, arcs, roads, turns } = network

function endOf(arc: number, which: 'beginning' | 'end'): Snap {
  const edge = arcs.edgeSide[arc] >>> 1
  const isHigh = (which === 'end') === ((arcs.edgeSide[arc] & 1) === 0)
  const point = isHigh ? edges.shapeFirst[edge + 1] - 1 : edges.shapeFirst[edge]
  return {
    edge,
    fraction: isHigh ? 1 : 0,
    segment: isHigh ? point - 1 : point,
    segmentShare: isHigh ? 1 : 0,
    latitude: edges.shapeLatitude[point],
    longitude: edges.shapeLongitude[point],
    distanceMeters: 0,
    sides: 3,
  }
}

function randomLeg(random: () => number, first: number, length: number): PlannedLeg {
  const list = [first]
  while (list.length < length) {
    const arc = list[list.length - 1] ?? 0
    const count = turns.first[arc + 1] - turns.first[arc]
    if (count === 0) break
    list.push(turns.to[turns.first[arc] + Math.floor(random() * count)])
  }
  const last = list[list.length - 1] ?? first
  return {
    arcs: Uint32Array.from(list),
    turns: new Uint32Array(list.length - 1).fill(NO_ID),
    startFraction: 0,
    endFraction: 1,
    weight: 0,
    start: endOf(first, 'beginning'),
    end: endOf(last, 'end'),
  }
}

test(`every section of the line has the attribute of its arc (seed ${SEED})`, () => {
  const random = seededRandom(SEED + 1)
  for (let round = 0; round < 40; round++) {
    const first = randomLeg(random, Math.floor(random() * arcs.count), 1 + Math.floor(12 * random()))
    const second = randomLeg(random, first.arcs[first.arcs.length - 1] ?? 0, 6)
    const legs = [first, second]
    const shape = new RouteShape()
    for (const leg of legs) shape.addLeg(network, leg)
    for (const name of detailNames) {
      const runs = listDetailRuns(network, legs, shape, name)
      expect(runs[0]?.from).toBe(0)
      expect(runs.at(-1)?.to).toBe(shape.length - 1)
      for (const [index, run] of runs.entries()) {
        expect(run.to).toBeGreaterThan(run.from)
        const next = runs[index + 1]
        if (next) expect([next.from, next.value === run.value]).toEqual([run.to, false])
      }
      // The expected arc of every section results from walking along the legs.
      let arcIndex = 0
      for (const leg of legs) {
        for (const arc of leg.arcs) {
          for (let point = shape.pointOfArc[arcIndex] ?? 0; point < (shape.pointOfArc[arcIndex + 1] ?? 0); point++)
            expect(runs.find(({ from, to }) => from <= point && point < to)?.value).toBe(attributeOf(arc, name))
          arcIndex++
        }
        arcIndex++
      }
    }
  }
})

/** Reads an attribute from the tables, independently of the tested function. */
function attributeOf(arc: number, name: DetailName): unknown {
  const side = arcs.edgeSide[arc]
  const road = edges.road[side >>> 1]
  const steepest = (network.terrain?.steepest[side >>> 1] ?? 0) / 2
  if (name === 'speed_limit') return arcs.speedLimit[arc] === 0 ? null : arcs.speedLimit[arc]
  if (name === 'toll') return (roads.flags[road] & RoadFlag.toll) > 0
  if (name === 'grade') return side % 2 === 0 ? steepest : -steepest
  return detailOf(network, arc, name)
}

test('names classes, surfaces and roads as the map does, and omits unknown ones', () => {
  const [arc] = Array.from({ length: arcs.count }, (_, index) => index)
  const road = edges.road[arcs.edgeSide[arc ?? 0] >>> 1]
  const changed = {
    ...network,
    terrain: undefined,
    arcs: { ...arcs, speedLimit: arcs.speedLimit.map(() => 0) },
    roads: {
      ...roads,
      roadClass: roads.roadClass.map((value, index) => (index === road ? 1 : value)),
      surface: roads.surface.map((value, index) => (index === road ? 9 : value)),
      name: roads.name.map(() => 0),
    },
  }
  const values = detailNames.map((name) => [name, detailOf(changed, arc ?? 0, name)])
  expect(Object.fromEntries(values)).toMatchObject({
    speed_limit: null,
    surface: 'gravel',
    road_class: 'motorway_link',
    grade: null,
    name: null,
  })
  const unknown = { ...changed, roads: { ...changed.roads, surface: roads.surface.map(() => 0) } }
  expect(detailOf(unknown, arc ?? 0, 'surface')).toBeNull()
})

test('a trip from a position to itself has one run', () => {
  const leg = { ...randomLeg(seededRandom(1), 0, 1), end: endOf(0, 'beginning'), endFraction: 0 }
  const shape = new RouteShape()
  shape.addLeg(network, leg)
  expect(listDetailRuns(network, [leg], shape, 'toll')).toEqual([{ from: 0, to: 1, value: expect.any(Boolean) }])
})
