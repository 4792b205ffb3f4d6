import type { ChargingCurve } from './charging-curve.ts'

/**
 * A trip of an electric vehicle with a set of charging stations. Nodes are numbered in this order: the origin, the via
 * points, the destination, and the stations.
 */
export interface ChargeProblem {
  readonly capacityKwh: number
  readonly startKwh: number
  /** Minimum charge during the whole trip. */
  readonly minKwh: number
  /** Minimum charge at the destination, at least `minKwh`. */
  readonly arriveKwh: number
  /** Time for a stop in addition to charging, such as parking, plugging in and paying. */
  readonly stopSeconds: number
  readonly viaCount: number
  readonly curves: readonly ChargingCurve[]
  /**
   * Duration from every node (row) to every node (column), or Infinity if there is no path. Durations and energies are
   * not negative.
   */
  readonly durationSeconds: Float64Array
  readonly energyKwh: Float64Array
  /** Known costs of legs, which replace the sums of the cells; see `toLegKey`. */
  readonly measuredLegs?: ReadonlyMap<number, LegCost>
}

export interface LegCost {
  readonly durationSeconds: number
  readonly energyKwh: number
}

/** A leg from the origin or a station to a station or the destination, through the via points in between. */
export interface LegEnds {
  readonly from: number
  readonly to: number
  /** Number of via points passed before the beginning and before the end of the leg. */
  readonly stageFrom: number
  readonly stageTo: number
}

export interface ChargePlan {
  readonly totalSeconds: number
  readonly legs: readonly LegEnds[]
  /** Charging stops between the legs, one fewer than `legs`. */
  readonly stops: readonly ChargingStop[]
  readonly arriveKwh: number
}

export interface ChargingStop {
  readonly station: number
  readonly arriveKwh: number
  readonly departKwh: number
}

export const ORIGIN_NODE = 0

export function destinationOf({ viaCount }: ChargeProblem): number {
  return viaCount + 1
}
export function firstStationOf({ viaCount }: ChargeProblem): number {
  return viaCount + 2
}
export function nodeCountOf(problem: ChargeProblem): number {
  return firstStationOf(problem) + problem.curves.length
}

/** Returns the node that ends a stage, which is the next via point or the destination. */
export function endOfStage(stage: number): number {
  return stage + 1
}

export function toLegKey(problem: ChargeProblem, { from, to, stageFrom, stageTo }: LegEnds): number {
  const nodeCount = nodeCountOf(problem)
  const stageCount = problem.viaCount + 1
  return ((from * nodeCount + to) * stageCount + stageFrom) * stageCount + stageTo
}
