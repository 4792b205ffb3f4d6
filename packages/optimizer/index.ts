export { findLockedViolation, type LockedViolation } from './find-locked-violation.ts'
export { type CostMatrix, toCostMatrix, UNREACHABLE } from './matrix.ts'
export { optimizeFleet } from './optimize-fleet.ts'
export type {
  Break,
  DrivingRules,
  FleetProblem,
  FleetResult,
  FleetSolution,
  FleetStop,
  Relaxation,
  StopPair,
  TimeWindow,
  Tour,
  TourViolation,
  TravelTables,
  UnassignedReason,
  UnassignedStop,
  UnexplainedSolution,
  Vehicle,
  VehicleCosts,
  VehicleObstacle,
} from './problem.ts'
export { type KeepRule, reoptimizeFleet } from './running/reoptimize-fleet.ts'
export { optimizeSplit } from './split/optimize-split.ts'
export { findSmallestCapacity, getLoadShare, splitStops } from './split/split-stops.ts'
export { improveTour } from './tour/improve-tour.ts'
