import { distanceNm } from '@fairway/geo'
import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import { COST_UNITS_PER_NM, countNodes, LANDMARK_UNITS_PER_NM, type Sea, UNREACHED_LANDMARK_COST } from '../schema.ts'

/**
 * Maximum number of landmarks to evaluate for every node. More landmarks would take longer than the search effort that
 * they save.
 */
const MAX_ACTIVE_LANDMARKS = 10
const COST_UNITS_PER_LANDMARK_UNIT = COST_UNITS_PER_NM / LANDMARK_UNITS_PER_NM

/** Lower bound on the cost from a node to the goal, up to rounding. */
export class LandmarkBound {
  private readonly sea: Sea
  private readonly landmarksPerNode: number
  private activeLandmarks: number[] = []
  private goal = 0

  constructor(sea: Sea) {
    this.sea = sea
    this.landmarksPerNode = sea.landmarks.cost.length / Math.max(1, countNodes(sea))
  }

  /** Sets the goal. `landmarks` lists the valid landmarks. If there are none, the great-circle distance is the bound. */
  setGoal(start: number, goal: number, landmarks: readonly number[]): void {
    const { cost } = this.sea.landmarks
    const costDifference = (landmark: number) => {
      const a = cost[start * this.landmarksPerNode + landmark]
      const b = cost[goal * this.landmarksPerNode + landmark]
      return a === UNREACHED_LANDMARK_COST || b === UNREACHED_LANDMARK_COST ? -1 : Math.abs(a - b)
    }
    this.goal = goal
    this.activeLandmarks = landmarks
      .filter((landmark) => costDifference(landmark) >= 0)
      .sort((a, b) => costDifference(b) - costDifference(a))
      .slice(0, MAX_ACTIVE_LANDMARKS)
  }

  lowerBoundFrom(node: number): number {
    const { cost } = this.sea.landmarks
    const { latitude, longitude } = this.sea.nodes
    const goal = this.goal
    let bound =
      distanceNm(
        latitude[node] * DEGREES_PER_MICRODEGREE,
        longitude[node] * DEGREES_PER_MICRODEGREE,
        latitude[goal] * DEGREES_PER_MICRODEGREE,
        longitude[goal] * DEGREES_PER_MICRODEGREE,
      ) * COST_UNITS_PER_NM
    for (const landmark of this.activeLandmarks) {
      const nodeCost = cost[node * this.landmarksPerNode + landmark]
      if (nodeCost === UNREACHED_LANDMARK_COST) continue
      const landmarkDifference = Math.abs(nodeCost - cost[goal * this.landmarksPerNode + landmark]) - 1
      if (landmarkDifference * COST_UNITS_PER_LANDMARK_UNIT > bound)
        bound = landmarkDifference * COST_UNITS_PER_LANDMARK_UNIT
    }
    return bound
  }
}
