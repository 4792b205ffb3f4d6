export { hasHof, hofMap, readHof } from '../match/testing/hof.ts'
export { placeAt, shapeOf } from '../match/testing/lines.ts'
export { addShares, noShares } from '../match/testing/shares.ts'
export { agree, randomLeg, type SimulatedDrive, simulate } from '../match/testing/simulate.ts'
export { type Point, trackOf } from '../match/testing/track-of.ts'
export {
  type DrawnRun,
  type DrawnTraffic,
  drawState,
  drawTypical,
  randomState,
  randomTypical,
} from '../traffic/testing/draw-state.ts'
export { slowWeights } from '../traffic/testing/slow-traffic.ts'
export { measurePieces } from './brute-snap.ts'
export { faultsOfAlternatives } from './check-alternatives.ts'
export { faultsOfLegs } from './check-plan.ts'
export { Dijkstra } from './dijkstra.ts'
export { checkExactness, type Exactness } from './exactness.ts'
export { mapOfNetwork, metricOf } from './map-of.ts'
export { PlanOracle } from './plan-oracle.ts'
export { randomTurnGraph } from './random-graph.ts'
export { randomNetwork } from './random-network.ts'
export { randomWeights } from './random-weights.ts'
