import { type FleetProblem, toCostMatrix } from '@fairway/optimizer'

/** Instance of a public set, with the cost of its published solution computed from the same matrices. */
export interface SetInstance {
  readonly problem: FleetProblem
  /** Stops of each vehicle in the published solution. */
  readonly bestSequences: readonly (readonly number[])[]
  /**
   * Returns the cost of a solution in the units of the set. Published solutions and our solutions are compared only by
   * this value.
   */
  costOf(tours: readonly SetTour[]): number
}

export interface SetTour {
  /** Index of the vehicle in the problem, as in the tours of the optimizer. */
  readonly vehicle: number
  readonly stops: readonly number[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Returns Euclidean distances in tenths of the units of the file, rounded down as in the DIMACS challenge of 2021. */
export function toTenths(points: readonly Point[]): Int32Array {
  const rows = points.map((from) => points.map((to) => Math.floor(10 * Math.hypot(from.x - to.x, from.y - to.y))))
  return toCostMatrix(rows).cost
}
