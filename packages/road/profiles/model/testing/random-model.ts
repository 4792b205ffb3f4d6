import { TravelMode } from '../../../network/attributes.ts'
import type { RoadNetwork } from '../../../network/network.ts'
import type { GradeResponseName } from '../../grades.ts'
import { type ModelFeature, type ModelRule, roadClassNames, surfaces, type TravelModel } from '../travel-model.ts'

type Random = () => number

const features: readonly ModelFeature[] = ['toll', 'tunnel', 'bridge', 'ford', 'unpaved']
const ROAD_COUNT = 40
/** Travel modes of the roads. One fifth of the roads are ferries. */
const movingModes = [TravelMode.driving, TravelMode.cycling, TravelMode.walking, TravelMode.driving, TravelMode.ferry]
const responses: readonly GradeResponseName[] = ['walker', 'rider', 'electricRider', 'wheelchair']

/** Returns the network with roads of all classes, surfaces and features, and with speed limits. */
export function withRandomRoads(random: Random, network: RoadNetwork): RoadNetwork {
  const below = (count: number) => Math.floor(random() * count)
  const column = <T>(make: () => T) => Array.from({ length: ROAD_COUNT }, make)
  const none = new Uint32Array(ROAD_COUNT)
  const modes = column(() => movingModes[below(movingModes.length)])
  const roads = {
    ...network.roads,
    count: ROAD_COUNT,
    roadClass: Uint8Array.from(column(() => below(roadClassNames.length))),
    surface: Uint8Array.from(column(() => below(surfaces.length))),
    flags: Uint32Array.from(column(() => below(1 << 22))),
    mode: Uint8Array.from(modes.flatMap((mode) => [mode, mode])),
    lanes: new Uint8Array(ROAD_COUNT),
    country: none,
    name: none,
    ref: none,
  }
  const { arcs, edges } = network
  const speedLimit = arcs.speedLimit.map(() => [0, 30, 50, 80, 120][below(5)])
  const delay = arcs.delay.map((_, arc) => Math.min(arcs.duration[arc], below(3) * 100))
  return {
    ...network,
    roads,
    arcs: { ...arcs, speedLimit, delay },
    edges: { ...edges, road: edges.road.map(() => below(ROAD_COUNT)) },
  }
}

export function randomModel(random: Random, network: RoadNetwork): TravelModel {
  const rules = Array.from({ length: 1 + Math.floor(random() * 8) }, () => randomRule(random, network))
  const grades = responses[Math.floor(random() * responses.length)]
  return { key: JSON.stringify(rules), rules, ...(random() < 0.5 && { grades }) }
}

function randomRule(random: Random, network: RoadNetwork): ModelRule {
  const some = <T>(values: readonly T[], share: number) => values.filter(() => random() < share)
  const [low, high] = [20 + 100 * random(), 20 + 100 * random()].sort((a, b) => a - b)
  const chosen = some(features, 0.3).map((feature) => [feature, random() < 0.5] as const)
  return {
    when: {
      ...(random() < 0.5 && { roadClasses: some(roadClassNames, 0.4) }),
      ...(random() < 0.3 && { surfaces: some(surfaces, 0.5) }),
      ...(random() < 0.3 && { features: Object.fromEntries(chosen) }),
      ...(random() < 0.3 && {
        speedLimitKmh: { ...(random() < 0.7 && { min: low }), ...(random() < 0.7 && { max: high }) },
      }),
      ...(random() < 0.2 && { gradePercent: { ...(random() < 0.7 && { min: low / 6 - 12 }), max: high / 6 - 12 } }),
      ...(random() < 0.3 && { area: randomArea(random, network) }),
    },
    ...(random() < 0.5 && { speedFactor: random() < 0.1 ? 0.05 : 0.2 + 2 * random() }),
    ...(random() < 0.4 && { speedLimitKmh: 5 + 80 * random() }),
    ...(random() < 0.5 && { priorityFactor: random() < 0.1 ? 0.01 : 0.1 + 2 * random() }),
    ...(random() < 0.1 && { excludes: true as const }),
  }
}

/** Draws a triangle around an area of the town. */
function randomArea(random: Random, { nodes }: RoadNetwork): (readonly [number, number])[] {
  const corner = (): readonly [number, number] => {
    const node = Math.floor(random() * nodes.count)
    return [nodes.latitude[node] / 1e6, nodes.longitude[node] / 1e6]
  }
  return [corner(), corner(), corner()]
}
