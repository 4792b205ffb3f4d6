export { type CostMatrix, matrixOfRows, UNREACHABLE } from './matrix.ts'
export { optimizeFleet } from './optimize-fleet.ts'
export type {
  BarePlan,
  Break,
  FleetPlan,
  FleetProblem,
  FleetResult,
  FleetStop,
  StopPair,
  TimeWindow,
  Tour,
  TourViolation,
  Unassigned,
  UnassignedReason,
  Vehicle,
  VehicleObstacle,
} from './problem.ts'
export { improveTour } from './tour/improve-tour.ts'
