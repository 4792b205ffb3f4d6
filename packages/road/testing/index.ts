export { hasHof, hofMap, readHof } from '../match/testing/hof.ts'
export { pointAt, shapeOf } from '../match/testing/lines.ts'
export { addShares, noShares } from '../match/testing/shares.ts'
export { agree, blur, randomLeg, type SimulatedTrip, simulate } from '../match/testing/simulate.ts'
export { type Point, trackOf } from '../match/testing/track-of.ts'
export { randomModel } from '../profiles/model/testing/random-model.ts'
export {
  type DrawnRun,
  type DrawnTraffic,
  drawState,
  drawTypical,
  randomState,
  randomTypical,
} from '../traffic/testing/draw-state.ts'
export { slowWeights } from '../traffic/testing/slow-traffic.ts'
export { measureSegments } from './brute-snap.ts'
export { checkAlternatives } from './check-alternatives.ts'
export { checkLegs } from './check-plan.ts'
export { Dijkstra } from './dijkstra.ts'
export { checkExactness, type ExactnessReport } from './exactness.ts'
export { buildMetric, buildRoadMap } from './map-of.ts'
export { PlannerOracle } from './plan-oracle.ts'
export { randomTurnGraph } from './random-graph.ts'
export { randomNetwork } from './random-network.ts'
export { randomWeights } from './random-weights.ts'
