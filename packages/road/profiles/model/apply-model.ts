import { markTouchedEdges } from '../../areas/areas.ts'
import { RoadFlag, TravelMode } from '../../network/attributes.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { NO_HEIGHT, steepestPercentOf } from '../../network/terrain.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { type ModelRule, type RuleCondition, surfaces, toFeatureFlag, toRoadClass } from './travel-model.ts'

/** Values of every arc under a model. */
export interface ModeledArcs {
  /** Duration of every arc, in shared memory because other threads read it to compute replies. */
  readonly duration: Uint32Array
  readonly weight: Uint32Array
  /** 1 if the model excludes the arc. */
  readonly excluded: Uint8Array
}

/** Time for one centimeter at 1 km/h, in hundredths of a second. */
const CS_PER_CM_AT_1_KMH = 3.6
const MAX_DURATION_CS = INFINITE_WEIGHT - 1
/**
 * Maximum ratio of a road's weight to its duration, and maximum factor by which several rules together may slow down a
 * road. With this limit, a trip of 24 hours stays below INFINITE_WEIGHT, so no model makes it impossible.
 */
const MAX_SLOWDOWN_FACTOR = 100
/** Number greater than any combination of road flags. */
const FLAG_VALUES = 2 * Math.max(...Object.values(RoadFlag))

/** Applies rules to the free-flow speeds and the weights of a network. Delays at signals and gates do not change. */
export function applyModel(network: RoadNetwork, rules: readonly ModelRule[]): ModeledArcs {
  const { arcs, edges, roads } = network
  const { edgeSide, speedLimit, delay } = arcs
  const rulesByRoad = listRulesByRoad(network, rules)
  const { factor, limitKmh, priority, excludes, minLimit, maxLimit, checksGrade, minGrade, maxGrade } = toColumns(rules)
  const areas = markAreas(network, rules)
  const grades = checksGrade.includes(1) ? listGrades(network) : new Float64Array(0)
  const duration = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  const weight = new Uint32Array(arcs.count)
  const isExcludedArc = new Uint8Array(arcs.count)
  for (let arc = 0; arc < arcs.count; arc++) {
    const edge = edgeSide[arc] >>> 1
    const road = edges.road[edge]
    const matching = rulesByRoad[road]
    const csAtOneKmh = edges.lengthCm[edge] * CS_PER_CM_AT_1_KMH
    const unmodeledCs = arcs.duration[arc]
    const movingCs = Math.max(0, unmodeledCs - delay[arc])
    let modeledCs = movingCs
    let product = 1
    for (let i = 0; i < matching.length; i++) {
      const rule = matching[i]
      if (speedLimit[arc] < minLimit[rule] || speedLimit[arc] > maxLimit[rule]) continue
      const area = areas[rule]
      if (area !== undefined && area[edge] === 0) continue
      if (checksGrade[rule] === 1 && !(grades[arc] >= minGrade[rule] && grades[arc] <= maxGrade[rule])) continue
      isExcludedArc[arc] |= excludes[rule]
      product *= priority[rule]
      modeledCs = Math.max(modeledCs / factor[rule], csAtOneKmh / limitKmh[rule])
    }
    // A single rule may set a speed as low as 1 km/h, which can exceed the maximum slowdown.
    modeledCs = Math.min(modeledCs, Math.max(MAX_SLOWDOWN_FACTOR * movingCs, csAtOneKmh))
    const isUnchanged = modeledCs === movingCs || hasFixedSpeed(roads.mode[2 * road + (edgeSide[arc] & 1)])
    const modeledDuration = isUnchanged ? unmodeledCs : Math.min(MAX_DURATION_CS, Math.round(modeledCs) + delay[arc])
    const slowdown = unmodeledCs > 0 ? modeledDuration / unmodeledCs : 1
    duration[arc] = modeledDuration
    const maxWeight = Math.min(MAX_DURATION_CS, Math.max(arcs.weight[arc], MAX_SLOWDOWN_FACTOR * unmodeledCs))
    weight[arc] = Math.min(maxWeight, Math.round((arcs.weight[arc] * slowdown) / product))
  }
  return { duration, weight, excluded: isExcludedArc }
}

/**
 * Returns the rules as columns. The default values have no effect, so the loop over all arcs needs no special cases.
 */
function toColumns(rules: readonly ModelRule[]) {
  const column = (read: (rule: ModelRule) => number) => Float64Array.from(rules, read)
  return {
    factor: column(({ speedFactor = 1 }) => speedFactor),
    limitKmh: column(({ speedLimitKmh = Number.POSITIVE_INFINITY }) => speedLimitKmh),
    priority: column(({ priorityFactor = 1 }) => priorityFactor),
    excludes: Uint8Array.from(rules, (rule) => (rule.excludes ? 1 : 0)),
    // Roads without a known limit have the value 0.
    minLimit: column(({ when: { speedLimitKmh: range } }) => (range ? Math.max(1, range.min ?? 1) : 0)),
    maxLimit: column(({ when: { speedLimitKmh: range } }) => range?.max ?? Number.POSITIVE_INFINITY),
    checksGrade: Uint8Array.from(rules, ({ when }) => (when.gradePercent ? 1 : 0)),
    minGrade: column(({ when: { gradePercent: range } }) => range?.min ?? Number.NEGATIVE_INFINITY),
    maxGrade: column(({ when: { gradePercent: range } }) => range?.max ?? Number.POSITIVE_INFINITY),
  }
}

/**
 * Returns true for modes with a fixed speed. Ferries and trains have timetables, and every bicycle is pushed at the
 * same speed.
 */
function hasFixedSpeed(mode: number): boolean {
  return mode === TravelMode.ferry || mode === TravelMode.train || mode === TravelMode.pushing
}

/**
 * Lists the rules that apply to each road. Roads have few combinations of attributes, so the rules of each combination
 * are looked up once.
 */
function listRulesByRoad({ roads }: RoadNetwork, rules: readonly ModelRule[]): (readonly number[])[] {
  const conditions = rules.map(({ when }) => compileCondition(when))
  const rulesByKind = new Map<number, readonly number[]>()
  return Array.from({ length: roads.count }, (_, road) => {
    const [roadClass, surface, flags] = [roads.roadClass[road], roads.surface[road], roads.flags[road]]
    const kind = (roadClass * surfaces.length + surface) * FLAG_VALUES + flags
    const kindRules = rulesByKind.get(kind)
    if (kindRules) return kindRules
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

/** Returns the grade of each arc in percent, or NaN where heights are unknown. */
function listGrades({ arcs, edges, terrain }: RoadNetwork): Float64Array {
  const grades = new Float64Array(arcs.count).fill(Number.NaN)
  if (!terrain) return grades
  for (let arc = 0; arc < arcs.count; arc++) {
    const edgeSide = arcs.edgeSide[arc]
    if (terrain.shapeHeight[edges.shapeFirst[edgeSide >>> 1]] === NO_HEIGHT) continue
    grades[arc] = steepestPercentOf(terrain, edgeSide)
  }
  return grades
}

/** Returns one array per rule, with 1 for the edges in its area. The entry is undefined for a rule without an area. */
function markAreas({ edges }: RoadNetwork, rules: readonly ModelRule[]): (Uint8Array | undefined)[] {
  const areas = rules.flatMap(({ when: { area } }) => (area ? [area] : []))
  const marks = markTouchedEdges(edges, areas).values()
  return rules.map(({ when: { area } }) => (area ? marks.next().value : undefined))
}
