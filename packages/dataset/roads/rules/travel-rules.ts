import { readRestriction, type TurnRestriction } from './access/restriction-rules.ts'
import { readNode } from './node-rules.ts'
import type { NodeRules, RoadRules, Tags, TrafficRegion } from './rules.ts'
import { carTurnSeconds } from './speed/turn-seconds.ts'
import { readWay } from './way-rules.ts'

/** How the map is interpreted for one mode of travel. A separate network is built for each mode. */
export interface TravelRules {
  /** Undefined if the way can never be used. */
  readWay(tags: Tags, region: TrafficRegion): RoadRules | undefined
  /** Undefined if the node changes nothing. */
  readNode(tags: Tags, region: TrafficRegion): NodeRules | undefined
  /** Undefined if the restriction does not apply. */
  readRestriction(tags: Tags): TurnRestriction | undefined
  /** Time lost by turning. The angle is in degrees: 0 straight on, positive to the right, ±180 back. */
  turnSeconds(angle: number, leftHandTraffic: boolean, isUturn: boolean): number
  /** Whether squares and other areas are crossed in straight lines. */
  readonly crossesAreas: boolean
}

export const carRules: TravelRules = {
  readWay,
  readNode,
  readRestriction,
  turnSeconds: carTurnSeconds,
  crossesAreas: false,
}
