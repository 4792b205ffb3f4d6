import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { Ring } from '../areas/area-shape.ts'
import { RoadClass, RoadFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { noClosures } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { closeOutside } from './close-outside.ts'
import { DomainRoads, speedLimitKmh } from './domain-roads.ts'
import { type OddMask, oddFeatures, oddRoadClasses } from './model.ts'

const square: Ring = [
  [40, -9],
  [40, -7],
  [42, -7],
  [42, -9],
]
const everywhere = [{ name: 'all', polygons: [[square]] }]

/** Draws a town with streets of all classes and kinds. */
function mixedTown(seed: number): RoadNetwork {
  const random = seededRandom(seed)
  const town = randomNetwork(random, { columns: 9, rows: 9 })
  const flags = [RoadFlag.tunnel, RoadFlag.bridge, RoadFlag.unpaved, RoadFlag.roundabout, RoadFlag.circular]
  const count = 60
  return {
    ...town,
    roads: {
      ...town.roads,
      count,
      roadClass: Uint8Array.from({ length: count }, () => Math.floor(18 * random())),
      flags: Uint32Array.from({ length: count }, () => flags.reduce((sum, one) => sum | (random() < 0.2 ? one : 0), 0)),
      name: new Uint32Array(count),
    },
    edges: { ...town.edges, road: town.edges.road.map(() => Math.floor(count * random())) },
    arcs: { ...town.arcs, speedLimit: town.arcs.speedLimit.map(() => 10 + Math.floor(90 * random())) },
    nodes: { ...town.nodes, flags: town.nodes.flags.map(() => (random() < 0.3 ? 1 : 0)) },
  }
}

function randomMask(seed: number): OddMask {
  const random = seededRandom(seed)
  return {
    key: String(seed),
    areas: everywhere,
    roads: {
      classes: oddRoadClasses.filter(() => random() < 0.7),
      maxSpeedLimitKmh: random() < 0.5 ? undefined : 20 + 60 * random(),
      exclude: oddFeatures.filter(() => random() < 0.4),
    },
  }
}

/** Implements the rules independently of the tested code. */
function isOutside({ roads, edges, arcs }: RoadNetwork, { roads: rules }: OddMask, arc: number): boolean {
  const road = edges.road[arcs.edgeSide[arc] >>> 1]
  const [kind] = Object.entries(RoadClass).find(([, value]) => value === roads.roadClass[road]) ?? ['']
  const name = kind === 'livingStreet' ? 'living_street' : kind.replace(/Link$/, '')
  const has = (flag: number) => (roads.flags[road] & flag) !== 0
  return (
    !rules.classes.some((one) => one === name) ||
    (rules.exclude.includes('tunnels') && has(RoadFlag.tunnel)) ||
    (rules.exclude.includes('bridges') && has(RoadFlag.bridge)) ||
    (rules.exclude.includes('unpaved') && has(RoadFlag.unpaved)) ||
    (rules.exclude.includes('roundabouts') && (has(RoadFlag.roundabout) || has(RoadFlag.circular)))
  )
}

test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
  'closes exactly the arcs that break a rule (seed %i)',
  (seed) => {
    const town = mixedTown(seed)
    const mask = randomMask(seed)
    const most = mask.roads.maxSpeedLimitKmh ?? Number.POSITIVE_INFINITY
    const closures = noClosures(town)
    closeOutside(town, mask, closures)
    const roads = new DomainRoads(town, mask)
    for (let arc = 0; arc < town.arcs.count; arc++) {
      const expected = isOutside(town, mask, arc) || speedLimitKmh(town, arc) > most
      expect(closures.arcs[arc] === 1, `arc ${arc}`).toBe(expected)
      // Only closed arcs violate a rule.
      expect(roads.findArcViolation(arc) !== undefined, `arc ${arc}`).toBe(expected)
    }
    if (!mask.roads.exclude.includes('unprotected_turns')) expect(closures.turns.some((one) => one === 1)).toBe(false)
  },
)

test('keeps closed arcs closed', () => {
  const town = mixedTown(1)
  const closures = noClosures(town)
  closures.arcs.fill(1)
  closeOutside(town, randomMask(2), closures)
  expect(closures.arcs.every((one) => one === 1)).toBe(true)
})
