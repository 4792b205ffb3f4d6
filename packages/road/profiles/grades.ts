import { RoadClass, TravelMode } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { ascentDmOf, MAX_RISING_SHARE, type TerrainTable } from '../network/terrain.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

/** Response of a traveler to a grade. The grade is the rise over the distance and is negative downhill. */
export interface GradeResponse {
  /** Returns the speed on a grade as a multiple of the speed on level ground. */
  speedFactor(grade: number): number
  /** Returns the factor, at least 1, by which the duration on a grade is multiplied for choosing the path. */
  penalty(grade: number): number
}

/**
 * Maximum grade. On steeper roads, speeds do not decrease further, because the heights are probably wrong or the path
 * is unsuitable for these travelers.
 */
const MAX_GRADE = 0.35

/**
 * Exponent from W. Tobler, Three presentations on geographical analysis and modeling, 1993. Walking is fastest at a
 * slope of 5 % downhill.
 */
const TOBLER_EXPONENT = 3.5
const TOBLER_BEST_GRADE = 0.05

const walker: GradeResponse = {
  speedFactor: (grade) => Math.exp(-TOBLER_EXPONENT * (Math.abs(grade + TOBLER_BEST_GRADE) - TOBLER_BEST_GRADE)),
  penalty: () => 1,
}

/**
 * Response of a cyclist. Uphill, a rider with constant power slows down in proportion to 1 / (1 + k · grade). Downhill,
 * riders are up to 30 % faster, and they brake on grades steeper than 8 %. Steep climbs have an additional penalty.
 */
const rider: GradeResponse = {
  speedFactor: (grade) => (grade >= 0 ? 1 / (1 + 12 * grade) : rollingFactor(-grade, 6)),
  penalty: (grade) => 1 + 8 * Math.max(0, grade - 0.04),
}

/**
 * Response of a cyclist with a motor. The motor does most of the work on climbs, and riders gain less speed downhill.
 */
const electricRider: GradeResponse = {
  speedFactor: (grade) => (grade >= 0 ? 1 / (1 + 3 * grade) : rollingFactor(-grade, 4)),
  penalty: (grade) => 1 + 4 * Math.max(0, grade - 0.08),
}

/**
 * Response of a wheelchair user. Accessible ramps have a grade of at most 6 %. Steeper ramps are slow and should be
 * avoided both uphill and downhill.
 */
const wheelchair: GradeResponse = {
  speedFactor: (grade) => (grade >= 0 ? 1 / (1 + 15 * grade) : 1 / (1 + 8 * Math.max(0, -grade - 0.04))),
  penalty: (grade) => 1 + 60 * Math.max(0, Math.abs(grade) - 0.06),
}

export const gradeResponses = { walker, rider, electricRider, wheelchair }
export type GradeResponseName = keyof typeof gradeResponses

/**
 * Returns the speed factor for downhill grades. The factor rises with the grade up to 5 %, stays constant up to 8 %,
 * and falls to 1 at 15 %.
 */
function rollingFactor(fall: number, gain: number): number {
  if (fall <= 0.05) return 1 + gain * fall
  const maxLoss = 0.05 * gain
  return 1 + maxLoss * Math.max(0, Math.min(1, (0.15 - fall) / 0.07))
}

/**
 * Returns the response that the durations of the network include. Cars have no response, and stairs have their own
 * speed.
 */
function ownResponse({ roads, edges }: RoadNetwork, edgeSide: number): GradeResponse | undefined {
  const road = edges.road[edgeSide >>> 1]
  if (roads.roadClass[road] === RoadClass.steps) return undefined
  const mode = roads.mode[2 * road + (edgeSide & 1)]
  if (mode === TravelMode.cycling) return rider
  return mode === TravelMode.walking || mode === TravelMode.pushing ? walker : undefined
}

/** Returns the network with durations and weights that include the travelers' response to the grades. */
export function withGrades(network: RoadNetwork, terrain: TerrainTable): RoadNetwork {
  return scaleArcs(network, (edgeSide) => {
    const response = ownResponse(network, edgeSide)
    return response && gradeFactorsOf(terrain, edgeSide, network.edges.lengthCm[edgeSide >>> 1], response)
  })
}

/**
 * Returns the network for a traveler who responds to grades differently. Returns the same network if it has no heights.
 */
export function withGradeResponse(network: RoadNetwork, name: GradeResponseName): RoadNetwork {
  const { terrain } = network
  if (!terrain) return network
  return scaleArcs(network, (edgeSide) => {
    const ownGrades = ownResponse(network, edgeSide)
    const road = network.edges.road[edgeSide >>> 1]
    if (!ownGrades || network.roads.mode[2 * road + (edgeSide & 1)] === TravelMode.pushing) return undefined
    const lengthCm = network.edges.lengthCm[edgeSide >>> 1]
    const ownFactors = gradeFactorsOf(terrain, edgeSide, lengthCm, ownGrades)
    const profileFactors = gradeFactorsOf(terrain, edgeSide, lengthCm, gradeResponses[name])
    return {
      duration: profileFactors.duration / ownFactors.duration,
      weight: profileFactors.weight / ownFactors.weight,
    }
  })
}

interface ArcFactors {
  readonly duration: number
  readonly weight: number
}

/**
 * Returns the factors for an edge. The factors use the mean grades of its rising and falling sections, weighted by
 * their shares of the length.
 */
export function gradeFactorsOf(
  terrain: TerrainTable,
  edgeSide: number,
  lengthCm: number,
  { speedFactor, penalty }: GradeResponse,
): ArcFactors {
  const risingAlong = terrain.risingShare[edgeSide >>> 1] / MAX_RISING_SHARE
  const rising = (edgeSide & 1) === 0 ? risingAlong : 1 - risingAlong
  const upGrade = toGrade(ascentDmOf(terrain, edgeSide), rising, lengthCm)
  const downGrade = -toGrade(ascentDmOf(terrain, edgeSide ^ 1), 1 - rising, lengthCm)
  const [slowUp, slowDown] = [rising / speedFactor(upGrade), (1 - rising) / speedFactor(downGrade)]
  return { duration: slowUp + slowDown, weight: slowUp * penalty(upGrade) + slowDown * penalty(downGrade) }
}

function toGrade(heightDm: number, fraction: number, lengthCm: number): number {
  return heightDm === 0 || fraction === 0 ? 0 : Math.min(MAX_GRADE, (10 * heightDm) / (fraction * lengthCm))
}

/** Scales the durations and weights of all arcs. Delays at signals and gates do not change. */
function scaleArcs(network: RoadNetwork, find: (edgeSide: number) => ArcFactors | undefined): RoadNetwork {
  const { arcs } = network
  const duration = arcs.duration.slice()
  const weight = arcs.weight.slice()
  for (let arc = 0; arc < arcs.count; arc++) {
    const factors = find(arcs.edgeSide[arc])
    if (!factors) continue
    const delay = arcs.delay[arc]
    duration[arc] = scaleDuration(arcs.duration[arc], delay, factors.duration)
    weight[arc] = scaleDuration(arcs.weight[arc], delay, factors.weight)
  }
  return { ...network, arcs: { ...arcs, duration, weight } }
}

function scaleDuration(cs: number, delay: number, factor: number): number {
  return Math.min(INFINITE_WEIGHT - 1, Math.max(1, Math.round(Math.max(0, cs - delay) * factor) + Math.min(cs, delay)))
}
