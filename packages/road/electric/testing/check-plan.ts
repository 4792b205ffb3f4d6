import { expect } from 'vitest'
import {
  type ChargePlan,
  type ChargeProblem,
  destinationOf,
  endOfStage,
  firstStationOf,
  type LegEnds,
  nodeCountOf,
  ORIGIN_NODE,
} from '../charge-problem.ts'

const TOLERANCE = 1e-9

/**
 * Simulates the plan from start to end. Checks that the charge stays within its limits and that the times add up to the
 * total.
 */
export function expectValidPlan(
  problem: ChargeProblem,
  { legs, stops, totalSeconds, arriveKwh }: ChargePlan,
  why: string,
) {
  let seconds = 0
  let chargeKwh = problem.startKwh
  let stage = 0
  expect(stops, why).toHaveLength(legs.length - 1)
  for (const [index, leg] of legs.entries()) {
    const stop = stops[index - 1]
    expect(leg.from, why).toBe(stop ? firstStationOf(problem) + stop.station : ORIGIN_NODE)
    expect(leg.stageFrom, why).toBe(stage)
    if (stop) {
      expect(stop.arriveKwh, why).toBeCloseTo(chargeKwh, 9)
      expect(stop.departKwh, why).toBeGreaterThanOrEqual(stop.arriveKwh)
      expect(stop.departKwh, why).toBeLessThanOrEqual(problem.capacityKwh + TOLERANCE)
      seconds += problem.stopSeconds + problem.curves[stop.station].secondsBetween(stop.arriveKwh, stop.departKwh)
      chargeKwh = stop.departKwh
    }
    const cost = costOf(problem, leg)
    seconds += cost.seconds
    chargeKwh -= cost.kwh
    stage = leg.stageTo
    expect(chargeKwh, why).toBeGreaterThanOrEqual(problem.minKwh - TOLERANCE)
  }
  expect(legs.at(-1)?.to, why).toBe(destinationOf(problem))
  expect(stage, why).toBe(problem.viaCount)
  expect(chargeKwh, why).toBeGreaterThanOrEqual(problem.arriveKwh - TOLERANCE)
  expect(arriveKwh, why).toBeCloseTo(chargeKwh, 9)
  expect(seconds, why).toBeCloseTo(totalSeconds, 6)
}

function costOf(problem: ChargeProblem, { from, to, stageFrom, stageTo }: LegEnds): { seconds: number; kwh: number } {
  const nodes = nodeCountOf(problem)
  let [node, seconds, kwh] = [from, 0, 0]
  const driveTo = (next: number): void => {
    seconds += problem.durationSeconds[node * nodes + next]
    kwh += problem.energyKwh[node * nodes + next]
    node = next
  }
  for (let stage = stageFrom; stage < stageTo; stage++) driveTo(endOfStage(stage))
  driveTo(to)
  return { seconds, kwh }
}
