import { createAreaTest } from '../../../areas/areas.ts'
import { RoadFlag, TravelMode } from '../../../network/attributes.ts'
import type { RoadNetwork } from '../../../network/network.ts'
import { NO_HEIGHT } from '../../../network/terrain.ts'
import { type ModelFeature, type ModelRule, type RuleCondition, roadClassNames, surfaces } from '../travel-model.ts'

/** Implements models independently and slowly, by comparing every rule with every arc. */
export function slowModel(network: RoadNetwork, rules: readonly ModelRule[]) {
  const { arcs, edges, roads } = network
  const tests = rules.map(({ when: { area } }) => (area ? createAreaTest(edges, [area]) : () => true))
  const duration = arcs.duration.slice()
  const weight = arcs.weight.slice()
  const excluded = new Uint8Array(arcs.count)
  for (let arc = 0; arc < arcs.count; arc++) {
    const edge = arcs.edgeSide[arc] >>> 1
    const matching = rules.filter(({ when }, index) => matches(network, arc, when) && tests[index](edge))
    const mode = roads.mode[2 * edges.road[edge] + (arcs.edgeSide[arc] % 2)]
    const isMoving = mode === TravelMode.driving || mode === TravelMode.walking || mode === TravelMode.cycling
    const movingCs = duration[arc] - arcs.delay[arc]
    const slowestCs = Math.max(100 * movingCs, edges.lengthCm[edge] * 3.6)
    const modeledCs = isMoving
      ? Math.min(
          slowestCs,
          matching.reduce((cs, rule) => slowDown(cs, rule, edges.lengthCm[edge]), movingCs),
        )
      : movingCs
    const factor = matching.reduce((product, { priorityFactor = 1 }) => product * priorityFactor, 1)
    duration[arc] = Math.min(2 ** 30, Math.round(modeledCs) + arcs.delay[arc])
    const modeledWeight = Math.round((arcs.weight[arc] * (duration[arc] / arcs.duration[arc])) / factor)
    weight[arc] = Math.min(2 ** 30, modeledWeight, Math.max(arcs.weight[arc], 100 * arcs.duration[arc]))
    excluded[arc] = matching.some(({ excludes }) => excludes) ? 1 : 0
  }
  return { duration, weight, excluded }
}

/** Slows down a road. One kilometer per hour is 100,000 cm in 360,000 hundredths of a second. */
function slowDown(cs: number, { speedFactor = 1, speedLimitKmh }: ModelRule, lengthCm: number): number {
  const scaledCs = cs / speedFactor
  return speedLimitKmh === undefined ? scaledCs : Math.max(scaledCs, (lengthCm * 3.6) / speedLimitKmh)
}

const flagOf: Readonly<Record<ModelFeature, number>> = {
  toll: RoadFlag.toll,
  tunnel: RoadFlag.tunnel,
  bridge: RoadFlag.bridge,
  ford: RoadFlag.ford,
  unpaved: RoadFlag.unpaved,
  hardForWheelchairs: RoadFlag.hardForWheelchairs,
}

function matches(network: RoadNetwork, arc: number, when: RuleCondition): boolean {
  const { arcs, edges, roads } = network
  const road = edges.road[arcs.edgeSide[arc] >>> 1]
  const limit = arcs.speedLimit[arc]
  const { min = 1, max = 255 } = when.speedLimitKmh ?? {}
  const features = Object.entries(when.features ?? {}) as [ModelFeature, boolean][]
  return (
    (!when.roadClasses || when.roadClasses.includes(roadClassNames[roads.roadClass[road]])) &&
    (!when.surfaces || when.surfaces.includes(surfaces[roads.surface[road]])) &&
    features.every(([feature, isExpected]) => ((roads.flags[road] & flagOf[feature]) !== 0) === isExpected) &&
    (!when.speedLimitKmh || (limit >= min && limit <= max && limit > 0)) &&
    (!when.gradePercent || hasGrade(network, arc, when.gradePercent))
  )
}

function hasGrade(
  { arcs, edges, terrain }: RoadNetwork,
  arc: number,
  { min = -1000, max = 1000 }: NonNullable<RuleCondition['gradePercent']>,
): boolean {
  const edge = Math.floor(arcs.edgeSide[arc] / 2)
  if (!terrain || terrain.shapeHeight[edges.shapeFirst[edge]] === NO_HEIGHT) return false
  const percent = (arcs.edgeSide[arc] % 2 === 0 ? 0.5 : -0.5) * terrain.steepest[edge]
  return percent >= min && percent <= max
}
