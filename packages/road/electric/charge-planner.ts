import { MinHeap } from '@fairway/geo'
import {
  type ChargePlan,
  type ChargeProblem,
  type ChargingStop,
  destinationOf,
  firstStationOf,
  type LegEnds,
  ORIGIN_NODE,
} from './charge-problem.ts'
import { type Drive, LegLists, NO_STATION } from './leg-lists.ts'
import { LowerBounds } from './lower-bounds.ts'

/**
 * Finds the charging stops with the shortest total time for driving, stopping and charging. Returns undefined if the
 * vehicle cannot reach the destination with any choice of stations. The algorithm is a shortest path search over labels
 * (station, charge on arrival, time).
 *
 * The search tries finitely many departure charges and is still exact. For a proof, consider the stations where an
 * optimal trip charges. The vehicle leaves station j with charge b(j) and uses e(j) to reach the next station. F(j) is
 * the time to charge from empty at j, a piecewise linear function. Charging takes the sum of F(j)(b(j)) − F(j)(b(j−1) −
 * e(j−1)). Therefore, b(j) contributes G(b) = F(j)(b) − F(j+1)(b − e(j)), regardless of the other charges. If all other
 * charges are fixed, two lower bounds and two upper bounds limit b(j). The charge b(j) is at least the charge on
 * arrival, and at least the charge that reaches the next station with the minimum charge. The charge b(j) is at most
 * the capacity, and at most e(j) plus the charge on departure from the next station.
 *
 * A piecewise linear function has a minimum at an end of its interval or where its slope increases. The slope increases
 * where the power of station j drops or the power of the next station rises. At the first lower bound, the vehicle does
 * not charge at station j. At the second upper bound, the vehicle does not charge at the next station. In both cases,
 * an equally good trip charges at one station fewer, because `LegLists` also lists the drives via stations without
 * charging. Repeating this step yields a trip that leaves each station with one of four charges: just enough to reach
 * the next station, a charge at which the power of this station drops, the capacity, or the charge that reaches the
 * next station where its power rises. Before the destination, just enough is best, because less charging is always
 * faster.
 */
export function planCharging(problem: ChargeProblem): ChargePlan | undefined {
  const bounds = new LowerBounds(problem)
  // The faster the best trip so far, the fewer drives need to be considered. The last search is exact and also
  // considers drives via stations without charging. There are many such drives, and they rarely help.
  let bestPlan: ChargePlan | undefined
  for (const options of searches) {
    const maxSeconds = bestPlan?.totalSeconds ?? Number.POSITIVE_INFINITY
    bestPlan = new ChargeSearch(problem, bounds, { ...options, maxSeconds }).run() ?? bestPlan
  }
  return bestPlan
}

interface SearchOptions {
  /** Upper limit for the total time of a trip. */
  readonly maxSeconds: number
  /** Factor by which the lower bounds are multiplied. With a factor above 1, the search is faster but not exact. */
  readonly greed: number
  readonly withPassedStations: boolean
}

const searches: readonly Omit<SearchOptions, 'maxSeconds'>[] = [
  { greed: 1.03, withPassedStations: false },
  { greed: 1, withPassedStations: true },
]

const NO_LABEL = -1

class ChargeSearch {
  private readonly problem: ChargeProblem
  private readonly lists: LegLists
  private readonly bounds: LowerBounds
  private readonly heap = new MinHeap()
  // These columns store the labels, indexed by label number.
  private readonly station: number[] = []
  private readonly seconds: number[] = []
  private readonly chargeKwh: number[] = []
  /** Time to charge from empty to the charge of the label at its station. */
  private readonly secondsToCharge: number[] = []
  private readonly parent: number[] = []
  private readonly drive: (Drive | undefined)[] = []
  private readonly isDominated: boolean[] = []
  /** Labels that are not dominated, by stage and station. */
  private readonly labelsByStation: number[][]
  private readonly greed: number
  private bestSeconds: number

  constructor(problem: ChargeProblem, bounds: LowerBounds, options: SearchOptions) {
    this.problem = problem
    this.bounds = bounds
    this.bestSeconds = options.maxSeconds
    this.greed = options.greed
    this.lists = new LegLists(problem, bounds, options)
    this.labelsByStation = Array.from({ length: (problem.viaCount + 1) * problem.curves.length }, () => [])
  }

  run(): ChargePlan | undefined {
    this.addLabel(NO_LABEL, undefined, 0, this.problem.startKwh, 0, 0)
    while (this.heap.size > 0) {
      const label = this.heap.pop()
      if (this.isDominated[label]) continue
      const drive = this.drive[label]
      if (drive?.station === NO_STATION) return this.toPlan(label)
      if (drive) this.leaveStation(label, drive)
      else this.leaveOrigin(label)
    }
    return undefined
  }

  private leaveOrigin(label: number): void {
    const { startKwh } = this.problem
    for (const drive of this.lists.listDrives(NO_STATION, 0)) {
      if (startKwh - drive.kwh >= this.minKwhAfter(drive)) this.arrive(label, drive, startKwh - drive.kwh, 0)
    }
  }

  /** Tries the departure charges listed in the proof of `planCharging`. */
  private leaveStation(label: number, { station, stage }: Drive): void {
    const { curves, capacityKwh, stopSeconds } = this.problem
    const { dropsKwh, dropSeconds } = curves[station]
    const arrivedKwh = this.chargeKwh[label]
    const extraStopSeconds = stopSeconds - this.secondsToCharge[label]
    for (const drive of this.lists.listDrives(station, stage)) {
      const minArrivalKwh = this.minKwhAfter(drive)
      const minKwh = minArrivalKwh + drive.kwh
      if (minKwh > capacityKwh) continue
      const maxStopSeconds = this.bestSeconds - this.seconds[label] - drive.seconds - this.bounds.drivingSeconds(drive)
      // If no charging is needed at this station, the drive via this station is listed at the previous station.
      if (minKwh >= arrivedKwh) {
        const leastSeconds = extraStopSeconds + curves[station].secondsTo(minKwh)
        if (leastSeconds >= maxStopSeconds) continue
        this.arrive(label, drive, minArrivalKwh, leastSeconds)
      }
      if (drive.station === NO_STATION) continue
      const lowestDeparture = Math.max(minKwh, arrivedKwh)
      for (let i = 0; i < dropsKwh.length && extraStopSeconds + dropSeconds[i] < maxStopSeconds; i++) {
        if (dropsKwh[i] > lowestDeparture)
          this.arrive(label, drive, dropsKwh[i] - drive.kwh, extraStopSeconds + dropSeconds[i])
      }
      for (const rise of curves[drive.station].risesKwh) {
        const depart = rise + drive.kwh
        if (depart <= lowestDeparture || depart > capacityKwh) continue
        this.arrive(label, drive, rise, extraStopSeconds + curves[station].secondsTo(depart))
      }
    }
  }

  private minKwhAfter(drive: Drive): number {
    return drive.station === NO_STATION ? this.problem.arriveKwh : this.problem.minKwh
  }

  private arrive(parent: number, drive: Drive, chargeKwh: number, stopSeconds: number): void {
    const { station, stage } = drive
    const seconds = this.seconds[parent] + stopSeconds + drive.seconds
    if (station === NO_STATION) {
      if (seconds >= this.bestSeconds) return
      this.bestSeconds = seconds
      this.addLabel(parent, drive, seconds, chargeKwh, seconds, 0)
      return
    }
    const remainingSeconds = this.bounds.remainingSeconds(station, stage, chargeKwh)
    if (!(seconds + remainingSeconds < this.bestSeconds)) return
    const { curves } = this.problem
    const toCharge = curves[station].secondsTo(chargeKwh)
    const labels = this.labelsByStation[stage * curves.length + station]
    if (!this.replaceDominated(labels, seconds, toCharge)) return
    labels.push(this.station.length)
    this.addLabel(parent, drive, seconds, chargeKwh, seconds + this.greed * remainingSeconds, toCharge)
  }

  /** Removes the labels that a new label dominates. Returns false if an existing label dominates the new one. */
  private replaceDominated(labels: number[], seconds: number, toCharge: number): boolean {
    for (const other of labels) {
      if (dominates(this.seconds[other], this.secondsToCharge[other], seconds, toCharge)) return false
    }
    let keptCount = 0
    for (const other of labels) {
      if (dominates(seconds, toCharge, this.seconds[other], this.secondsToCharge[other])) this.isDominated[other] = true
      else labels[keptCount++] = other
    }
    labels.length = keptCount
    return true
  }

  private addLabel(
    parent: number,
    drive: Drive | undefined,
    seconds: number,
    chargeKwh: number,
    bound: number,
    toCharge: number,
  ): void {
    this.heap.push(bound, this.station.length)
    this.station.push(drive?.station ?? NO_STATION)
    this.seconds.push(seconds)
    this.chargeKwh.push(chargeKwh)
    this.secondsToCharge.push(toCharge)
    this.parent.push(parent)
    this.drive.push(drive)
    this.isDominated.push(false)
  }

  /** Builds the plan by following the labels backward. Stations along a drive become stops without charging. */
  private toPlan(last: number): ChargePlan {
    const firstStation = firstStationOf(this.problem)
    const legs: LegEnds[] = []
    const stops: ChargingStop[] = []
    for (let label = last; this.parent[label] !== NO_LABEL; label = this.parent[label]) {
      const origin = this.drive[this.parent[label]]
      const departKwh = this.chargeKwh[label] + (this.drive[label]?.kwh ?? 0)
      for (let drive = this.drive[label]; drive; drive = drive.before) {
        const from = drive.before ?? origin
        legs.push({
          from: from ? firstStation + from.station : ORIGIN_NODE,
          to: drive.station === NO_STATION ? destinationOf(this.problem) : firstStation + drive.station,
          stageFrom: from?.stage ?? 0,
          stageTo: drive.stage,
        })
        if (!drive.before) continue
        const chargeKwh = departKwh - drive.before.kwh
        stops.push({ station: drive.before.station, arriveKwh: chargeKwh, departKwh: chargeKwh })
      }
      if (origin) {
        stops.push({ station: origin.station, arriveKwh: this.chargeKwh[this.parent[label]], departKwh })
      }
    }
    const [totalSeconds, arriveKwh] = [this.seconds[last], this.chargeKwh[last]]
    return { totalSeconds, legs: legs.reverse(), stops: stops.reverse(), arriveKwh }
  }
}

/**
 * Returns true if one arrival is at least as good as another arrival at the same station. A vehicle that arrives
 * earlier with less charge may charge the difference. By the time of the other arrival, it must have at least the same
 * charge. Charges are compared by the time needed to charge them.
 */
function dominates(seconds: number, toCharge: number, otherSeconds: number, otherToCharge: number): boolean {
  return seconds + (otherToCharge > toCharge ? otherToCharge - toCharge : 0) <= otherSeconds
}
