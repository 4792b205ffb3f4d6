import {
  type ChargeProblem,
  destinationOf,
  endOfStage,
  firstStationOf,
  nodeCountOf,
  ORIGIN_NODE,
} from './charge-problem.ts'
import type { ChargingCurve } from './charging-curve.ts'

/**
 * Lower bounds for the search. The first bound is the time to drive and to stop at the stations. The second bound is
 * the time to drive plus the time to charge the missing energy at the best rate of all stations.
 */
export class LowerBounds {
  private readonly problem: ChargeProblem
  /** Best charging rate, including the time of a stop. */
  private readonly secondsPerKwh: number
  private readonly driving: StationCosts
  private readonly charging: StationCosts

  constructor(problem: ChargeProblem) {
    const { curves, durationSeconds, energyKwh, stopSeconds } = problem
    const rate = Math.min(...curves.map((curve) => bestRate(curve, problem)))
    this.problem = problem
    this.secondsPerKwh = rate
    this.driving = computeCosts(problem, durationSeconds, stopSeconds)
    const combinedCost = durationSeconds.map((seconds, cell) => seconds + energyKwh[cell] * rate)
    this.charging = computeCosts(problem, combinedCost, 0)
  }

  /** Returns a lower bound for the time of the remaining trip, excluding the time to charge. */
  drivingSeconds({ station, stage }: DriveEnd): number {
    return station < 0 ? 0 : this.driving.after[stage * this.problem.curves.length + station]
  }

  /** Returns a lower bound for the time of the remaining trip after arriving at a station with the given charge. */
  remainingSeconds(station: number, stage: number, chargeKwh: number): number {
    const row = stage * this.problem.curves.length + station
    const charging = this.charging.after[row] - (chargeKwh - this.problem.arriveKwh) * this.secondsPerKwh
    const driving = this.driving.after[row]
    return Math.max(driving, charging)
  }

  /**
   * Returns a lower bound for the time of any trip that includes this drive without charging. The drive leads from a
   * station or the origin (-1) to a station or the destination (-1).
   */
  tripSeconds(from: number, stageFrom: number, to: DriveEnd, driveSeconds: number, driveKwh: number): number {
    return Math.max(
      this.byDriving(from, stageFrom, to, driveSeconds),
      this.byCharging(from, stageFrom, to, driveSeconds, driveKwh),
    )
  }

  /** Returns a lower bound for the time of any trip that stops at the end of the drive without charging there. */
  tripSecondsPassing(from: number, stageFrom: number, drive: DriveEnd & { seconds: number; kwh: number }): number {
    const stoppedSeconds = drive.seconds + this.problem.stopSeconds
    return Math.max(
      this.byDriving(from, stageFrom, drive, drive.seconds),
      this.byCharging(from, stageFrom, drive, stoppedSeconds, drive.kwh),
    )
  }

  private byDriving(from: number, stageFrom: number, to: DriveEnd, driveSeconds: number): number {
    const { driving, problem } = this
    const secondsBefore = from < 0 ? 0 : driving.before[stageFrom * problem.curves.length + from] + problem.stopSeconds
    return (
      secondsBefore + driveSeconds + (to.station < 0 ? 0 : driving.after[to.stage * problem.curves.length + to.station])
    )
  }

  private byCharging(from: number, stageFrom: number, to: DriveEnd, driveSeconds: number, driveKwh: number): number {
    const { charging, problem } = this
    const secondsBefore = from < 0 ? 0 : charging.before[stageFrom * problem.curves.length + from]
    const secondsAfter = to.station < 0 ? 0 : charging.after[to.stage * problem.curves.length + to.station]
    return (
      secondsBefore +
      driveSeconds +
      (driveKwh + problem.arriveKwh - problem.startKwh) * this.secondsPerKwh +
      secondsAfter
    )
  }
}

interface DriveEnd {
  readonly station: number
  readonly stage: number
}

/**
 * Returns the minimum number of seconds per kWh at one stop, including the time for the stop itself. The quotient is
 * lowest where both charges are at breakpoints, because it is monotonic between them.
 */
function bestRate(curve: ChargingCurve, { minKwh, stopSeconds }: ChargeProblem): number {
  const innerKnots = [...curve.dropsKwh, ...curve.risesKwh].filter((kwh) => kwh > minKwh)
  const charges = [minKwh, ...innerKnots].sort((a, b) => a - b)
  let best = Number.POSITIVE_INFINITY
  for (const [index, from] of charges.entries()) {
    for (const to of charges.slice(index + 1)) {
      if (to > from) best = Math.min(best, (stopSeconds + curve.secondsBetween(from, to)) / (to - from))
    }
  }
  return best
}

/** Lowest costs by stage and station: from the origin to the station, and from the station to the destination. */
interface StationCosts {
  readonly before: Float64Array
  readonly after: Float64Array
}

/**
 * Runs Dijkstra's algorithm on the complete graph of the stations, stage by stage. Leaving a station adds the cost of a
 * stop. Legs that need more energy than the battery can provide are ignored.
 */
function computeCosts(problem: ChargeProblem, cost: Float64Array, stopCost: number): StationCosts {
  const { viaCount, curves, capacityKwh, minKwh, energyKwh } = problem
  const [nodes, firstStation, count] = [nodeCountOf(problem), firstStationOf(problem), curves.length]
  const costOf = (from: number, to: number): number => {
    const cell = from * nodes + to
    return energyKwh[cell] <= capacityKwh - minKwh ? cost[cell] : Number.POSITIVE_INFINITY
  }
  const costBetween = new Float64Array(count * count)
  const reversedCost = new Float64Array(count * count)
  for (let from = 0; from < count; from++) {
    for (let to = 0; to < count; to++) {
      costBetween[from * count + to] = stopCost + costOf(firstStation + from, firstStation + to)
      reversedCost[to * count + from] = costBetween[from * count + to]
    }
  }
  const stages = Array.from({ length: viaCount + 1 }, (_, stage) => stage)
  const costAfter = new Float64Array(stages.length * count)
  let costAtEnd = 0
  for (const stage of stages.toReversed()) {
    const end = endOfStage(stage)
    if (end !== destinationOf(problem)) {
      const next = costAfter.subarray((stage + 1) * count, (stage + 2) * count)
      costAtEnd = lowestTotalCost(costOf(end, endOfStage(stage + 1)) + costAtEnd, next, (i) =>
        costOf(end, firstStation + i),
      )
    }
    const row = costAfter.subarray(stage * count, (stage + 1) * count)
    for (let i = 0; i < count; i++) row[i] = stopCost + costOf(firstStation + i, end) + costAtEnd
    settleAll(row, reversedCost)
  }
  const costBefore = new Float64Array(stages.length * count)
  let costAtStart = 0
  for (const stage of stages) {
    const start = stage === 0 ? ORIGIN_NODE : endOfStage(stage - 1)
    const row = costBefore.subarray(stage * count, (stage + 1) * count)
    for (let i = 0; i < count; i++) row[i] = costAtStart + costOf(start, firstStation + i)
    settleAll(row, costBetween)
    const end = endOfStage(stage)
    costAtStart = lowestTotalCost(
      costAtStart + costOf(start, end),
      row,
      (i) => stopCost + costOf(firstStation + i, end),
    )
  }
  return { before: costBefore, after: costAfter }
}

function lowestTotalCost(directCost: number, row: Float64Array, costOf: (station: number) => number): number {
  let lowestCost = directCost
  for (let i = 0; i < row.length; i++) lowestCost = Math.min(lowestCost, row[i] + costOf(i))
  return lowestCost
}

/**
 * Settles all stations of a stage. `cost[j * count + i]` is the cost of reaching `i` from the settled `j`, in the
 * direction of the search.
 */
function settleAll(row: Float64Array, cost: Float64Array): void {
  const count = row.length
  const isSettled = new Uint8Array(count)
  for (;;) {
    let next = -1
    let lowestCost = Number.POSITIVE_INFINITY
    for (let i = 0; i < count; i++) {
      if (isSettled[i] === 0 && row[i] < lowestCost) {
        next = i
        lowestCost = row[i]
      }
    }
    if (next < 0) return
    isSettled[next] = 1
    for (let i = 0; i < count; i++) {
      const costVia = lowestCost + cost[next * count + i]
      if (costVia < row[i]) row[i] = costVia
    }
  }
}
