import { readRestriction, type TurnRestriction } from './access/restriction-rules.ts'
import { readNode } from './node-rules.ts'
import type { NodeRules, RoadRules, Tags, TrafficRegion } from './rules.ts'
import { carTurnSeconds } from './speed/turn-seconds.ts'
import { readWay } from './way-rules.ts'

/** Interpretation of the map for one mode of travel. A separate network is built for each mode. */
export interface TravelRules {
  /** Returns undefined if the way can never be used. */
  readWay(tags: Tags, region: TrafficRegion): RoadRules | undefined
  /** Returns undefined if the node has no effect. */
  readNode(tags: Tags, region: TrafficRegion): NodeRules | undefined
  /** Returns undefined if the restriction does not apply. */
  readRestriction(tags: Tags): TurnRestriction | undefined
  /**
   * Returns the time lost in a turn. The angle is in degrees, with 0 for straight ahead, positive values to the right
   * and ±180 for a U-turn.
   */
  turnSeconds(angle: number, leftHandTraffic: boolean, isUturn: boolean): number
  /** Whether travelers cross squares and other areas in straight lines. */
  readonly crossesAreas: boolean
}

export const carRules: TravelRules = {
  readWay,
  readNode,
  readRestriction,
  turnSeconds: carTurnSeconds,
  crossesAreas: false,
}
