import {
  type ChargeProblem,
  destinationOf,
  endOfStage,
  firstStationOf,
  nodeCountOf,
  ORIGIN_NODE,
} from '../charge-problem.ts'

/** Arrival times at a node by integer charge, or Infinity for an impossible charge. */
type Arrivals = readonly number[]

/** All possible moves of a trip with integer charges, including moves that cannot be optimal. */
class Moves {
  readonly problem: ChargeProblem
  private readonly nodes: number
  private readonly secondsTo: readonly (readonly number[])[]

  constructor(problem: ChargeProblem) {
    this.problem = problem
    this.nodes = nodeCountOf(problem)
    const charges = Array.from({ length: problem.capacityKwh + 1 }, (_, kwh) => kwh)
    this.secondsTo = problem.curves.map((curve) => charges.map((kwh) => curve.secondsTo(kwh)))
  }

  start(): Arrivals {
    const { capacityKwh, startKwh } = this.problem
    return Array.from({ length: capacityKwh + 1 }, (_, kwh) => (kwh === startKwh ? 0 : Number.POSITIVE_INFINITY))
  }

  /** Charges every possible amount of energy. */
  charge(station: number, arrivals: Arrivals): Arrivals {
    const { stopSeconds } = this.problem
    const secondsTo = this.secondsTo[station]
    let offset = Number.POSITIVE_INFINITY
    return arrivals.map((seconds, kwh) => {
      offset = Math.min(offset, seconds - secondsTo[kwh])
      return stopSeconds + offset + secondsTo[kwh]
    })
  }

  drive(departures: Arrivals, from: number, to: number): Arrivals {
    const { capacityKwh, minKwh, energyKwh, durationSeconds } = this.problem
    const cell = from * this.nodes + to
    const after = departures.map(() => Number.POSITIVE_INFINITY)
    for (let kwh = minKwh; kwh + energyKwh[cell] <= capacityKwh; kwh++) {
      after[kwh] = departures[kwh + energyKwh[cell]] + durationSeconds[cell]
    }
    return after
  }

  /**
   * Drives to the end of this stage and of all later stages without stations, and passes the best arrival to `record`.
   */
  finish(departures: Arrivals, from: number, stage: number, record: (seconds: number) => void): void {
    let [arrivals, node] = [departures, from]
    for (let end = endOfStage(stage); end <= destinationOf(this.problem); end++) {
      arrivals = this.drive(arrivals, node, end)
      node = end
    }
    record(Math.min(...arrivals.slice(this.problem.arriveKwh)))
  }
}

/**
 * Returns the shortest total time over all sequences of at most `maxStops` stations. Sequences of the same length that
 * end at the same station are merged by keeping the earliest arrival for each charge. Returns Infinity if no sequence
 * reaches the destination.
 */
export function bruteCharging(problem: ChargeProblem, maxStops = Number.POSITIVE_INFINITY): number {
  const moves = new Moves(problem)
  const { viaCount } = problem
  const [firstStation, count] = [firstStationOf(problem), problem.curves.length]
  let best = Number.POSITIVE_INFINITY
  const record = (seconds: number): void => {
    best = Math.min(best, seconds)
  }
  const none = moves.start().map(() => Number.POSITIVE_INFINITY)
  let round: (Arrivals | undefined)[] = []
  const known: Arrivals[] = Array.from({ length: (viaCount + 1) * count }, () => none)

  const leave = (departures: Arrivals, node: number, stage: number, next: (Arrivals | undefined)[]): void => {
    moves.finish(departures, node, stage, record)
    let [arrivals, from] = [departures, node]
    for (let at = stage; ; at++) {
      for (let station = 0; station < count; station++) {
        if (firstStation + station === from) continue
        const index = at * count + station
        const there = moves.drive(arrivals, from, firstStation + station)
        if (there.some((seconds, kwh) => seconds < known[index][kwh])) {
          known[index] = known[index].map((seconds, kwh) => Math.min(seconds, there[kwh]))
          next[index] = (next[index] ?? none).map((seconds, kwh) => Math.min(seconds, there[kwh]))
        }
      }
      if (at === viaCount) return
      arrivals = moves.drive(arrivals, from, endOfStage(at))
      from = endOfStage(at)
    }
  }

  leave(moves.start(), ORIGIN_NODE, 0, round)
  for (let stops = 1; stops <= maxStops && round.some((arrivals) => arrivals !== undefined); stops++) {
    const next: (Arrivals | undefined)[] = []
    for (const [index, arrivals] of round.entries()) {
      if (!arrivals) continue
      const station = index % count
      leave(moves.charge(station, arrivals), firstStation + station, Math.floor(index / count), next)
    }
    round = next
  }
  return best
}

/**
 * Works like `bruteCharging`, but evaluates every sequence separately. This function is suitable only for few stations
 * and stops.
 */
export function enumerateCharging(problem: ChargeProblem, maxStops: number): number {
  const moves = new Moves(problem)
  const { viaCount, curves } = problem
  const firstStation = firstStationOf(problem)
  let best = Number.POSITIVE_INFINITY
  const record = (seconds: number): void => {
    best = Math.min(best, seconds)
  }
  const leave = (departures: Arrivals, node: number, stage: number, stopsLeft: number): void => {
    moves.finish(departures, node, stage, record)
    let [arrivals, from] = [departures, node]
    for (let at = stage; stopsLeft > 0; at++) {
      for (let station = 0; station < curves.length; station++) {
        if (firstStation + station === from) continue
        const there = moves.drive(arrivals, from, firstStation + station)
        if (there.every((seconds) => seconds === Number.POSITIVE_INFINITY)) continue
        leave(moves.charge(station, there), firstStation + station, at, stopsLeft - 1)
      }
      if (at === viaCount) return
      arrivals = moves.drive(arrivals, from, endOfStage(at))
      from = endOfStage(at)
    }
  }
  leave(moves.start(), ORIGIN_NODE, 0, maxStops)
  return best
}
