import { createAreaTest } from '../../areas/areas.ts'
import { TravelMode } from '../../network/attributes.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { type ModelRule, type RuleCondition, surfaces, toFeatureFlag, toRoadClass } from './travel-model.ts'

/** The values of every arc under a model. */
export interface ModeledArcs {
  /** In shared memory, because replies are computed from it in other threads. */
  readonly duration: Uint32Array
  readonly weight: Uint32Array
  /** 1 where the model excludes the arc. */
  readonly excluded: Uint8Array
}

/** At 1 km/h, one centimeter takes 3.6 hundredths of a second. */
const CS_PER_CM_AT_1_KMH = 3.6
const MAX_DURATION_CS = INFINITE_WEIGHT - 1

/** Applies rules to the free-flow speeds and the weights of a network. Delays at signals and gates stay as they are. */
export function applyModel(network: RoadNetwork, rules: readonly ModelRule[]): ModeledArcs {
  const { arcs, edges, roads } = network
  const rulesByRoad = listRulesByRoad(network, rules)
  const areas = rules.map(({ when }) => markEdges(network, when))
  const duration = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  const weight = new Uint32Array(arcs.count)
  const excluded = new Uint8Array(arcs.count)
  for (let arc = 0; arc < arcs.count; arc++) {
    const edgeSide = arcs.edgeSide[arc]
    const edge = edgeSide >>> 1
    const road = edges.road[edge]
    const lengthCm = edges.lengthCm[edge]
    const movingCs = Math.max(0, arcs.duration[arc] - arcs.delay[arc])
    const hasOwnSpeed = hasFixedSpeed(roads.mode[2 * road + (edgeSide & 1)])
    let modeledCs = movingCs
    let priority = 1
    for (const index of rulesByRoad[road]) {
      const rule = rules[index]
      if (!isWithin(rule.when.speedLimitKmh, arcs.speedLimit[arc]) || areas[index]?.[edge] === 0) continue
      if (rule.excludes) excluded[arc] = 1
      if (rule.priorityFactor !== undefined) priority *= rule.priorityFactor
      if (hasOwnSpeed) continue
      if (rule.speedFactor !== undefined) modeledCs /= rule.speedFactor
      if (rule.speedLimitKmh !== undefined)
        modeledCs = Math.max(modeledCs, (lengthCm * CS_PER_CM_AT_1_KMH) / rule.speedLimitKmh)
    }
    duration[arc] =
      modeledCs === movingCs ? arcs.duration[arc] : Math.min(MAX_DURATION_CS, Math.round(modeledCs) + arcs.delay[arc])
    const slowdown = arcs.duration[arc] > 0 ? duration[arc] / arcs.duration[arc] : 1
    weight[arc] = Math.min(MAX_DURATION_CS, Math.round((arcs.weight[arc] * slowdown) / priority))
  }
  return { duration, weight, excluded }
}

/** Ferries and trains have timetables, and a bicycle is pushed as fast whatever it is. */
function hasFixedSpeed(mode: number): boolean {
  return mode === TravelMode.ferry || mode === TravelMode.train || mode === TravelMode.pushing
}

function isWithin(range: RuleCondition['speedLimitKmh'], limitKmh: number): boolean {
  if (range === undefined) return true
  return limitKmh > 0 && limitKmh >= (range.min ?? 0) && limitKmh <= (range.max ?? Number.POSITIVE_INFINITY)
}

/** Roads have few combinations of attributes, so the rules of each combination are looked up once. */
function listRulesByRoad({ roads }: RoadNetwork, rules: readonly ModelRule[]): (readonly number[])[] {
  const conditions = rules.map(({ when }) => compileCondition(when))
  const rulesByKind = new Map<number, readonly number[]>()
  return Array.from({ length: roads.count }, (_, road) => {
    const [roadClass, surface, flags] = [roads.roadClass[road], roads.surface[road], roads.flags[road]]
    const kind = (roadClass * surfaces.length + surface) * 0x10000 + flags
    const existing = rulesByKind.get(kind)
    if (existing) return existing
    const matching = [...rules.keys()].filter((index) => conditions[index](roadClass, surface, flags))
    rulesByKind.set(kind, matching)
    return matching
  })
}

type RoadCondition = (roadClass: number, surface: number, flags: number) => boolean

function compileCondition({ roadClasses, surfaces: names, features = {} }: RuleCondition): RoadCondition {
  const classes = roadClasses && new Set<number>(roadClasses.map(toRoadClass))
  const surfaceIndexes = names && new Set(names.map((name) => surfaces.indexOf(name)))
  let [checked, expected] = [0, 0]
  for (const [feature, isExpected] of Object.entries(features) as [keyof typeof features, boolean][]) {
    checked |= toFeatureFlag(feature)
    if (isExpected) expected |= toFeatureFlag(feature)
  }
  return (roadClass, surface, flags) =>
    (classes?.has(roadClass) ?? true) && (surfaceIndexes?.has(surface) ?? true) && (flags & checked) === expected
}

/** 1 for the edges in the area of a condition. Undefined without an area. */
function markEdges({ edges }: RoadNetwork, { area }: RuleCondition): Uint8Array | undefined {
  if (!area) return undefined
  const touchesArea = createAreaTest(edges, [area])
  return Uint8Array.from({ length: edges.count }, (_, edge) => (touchesArea(edge) ? 1 : 0))
}
