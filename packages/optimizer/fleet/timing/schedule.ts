import type { FleetModel } from '../model.ts'
import { simulateTour } from './drive.ts'
import { RulePlanner } from './drive-by-rules.ts'
import { BreakPlanner } from './drive-with-breaks.ts'
import { ReloadPlanner } from './reloads.ts'
import { computeSoftPenalty } from './soft-windows.ts'
import { createTiming, type TourTiming } from './timing.ts'

/**
 * Maximum number of departure intervals to try. Windows and breaks divide the departure times into intervals. A tour
 * usually has few of them, and the limit keeps an unusual tour from stalling the search.
 */
const MAX_DEPARTURE_INTERVALS = 64

/** Computes the departure and the timetable of a tour, exact for a given order of stops. */
export class Schedule {
  readonly timing: TourTiming
  departure = 0
  private readonly model: FleetModel
  private readonly breakPlanner: BreakPlanner
  /** Undefined if no vehicle has driving-time rules. */
  private readonly rulePlanner: RulePlanner | undefined
  private readonly delays: Float64Array
  /** Reloads of the last planned tour. Undefined if no vehicle makes multiple trips. */
  readonly reloads: ReloadPlanner | undefined

  constructor(model: FleetModel) {
    this.model = model
    this.breakPlanner = new BreakPlanner(model)
    this.rulePlanner = model.hasDrivingRules ? new RulePlanner(model) : undefined
    this.timing = createTiming(model)
    this.reloads = model.hasReloads ? new ReloadPlanner(model) : undefined
    this.delays = new Float64Array(model.softWindows ? 3 * model.stopCount + 3 : 2)
  }

  simulateFrom(vehicle: number, tour: Int32Array, departure: number): boolean {
    const { breakFirst, problem } = this.model
    if (this.rulePlanner) {
      if (problem.vehicles[vehicle].drivingRules)
        return this.rulePlanner.simulateTour(this.timing, vehicle, tour, departure)
      this.timing.resting = 0
      this.timing.restWhileWaiting = 0
    }
    return breakFirst[vehicle] === breakFirst[vehicle + 1]
      ? simulateTour(this.model, this.timing, vehicle, tour, departure)
      : this.breakPlanner.simulateTour(this.timing, vehicle, tour, departure)
  }

  /** Plans where the vehicle reloads. Returns false if the goods do not fit into its trips. */
  planReloads(vehicle: number, tour: Int32Array): boolean {
    const { reloads } = this
    if (!reloads) return true
    this.timing.reloadLegs = undefined
    this.timing.reloadDrives = undefined
    reloads.clear()
    if (this.model.maxTrips[vehicle] <= 1) return true
    if (!reloads.plan(vehicle, tour)) return false
    if (reloads.count > 0) {
      this.timing.reloadLegs = reloads.legDuration
      this.timing.reloadDrives = reloads
    }
    return true
  }

  isOnTime(vehicle: number, tour: Int32Array): boolean {
    if (!this.planReloads(vehicle, tour)) return false
    return this.simulateFrom(vehicle, tour, this.findEarliestDeparture(vehicle, tour))
  }

  /** Returns the start of the shift, or the latest release time of the tour's goods if that is later. */
  private findEarliestDeparture(vehicle: number, tour: Int32Array): number {
    const { shiftFrom, release, hasReleases } = this.model
    let departure = shiftFrom[vehicle]
    if (hasReleases)
      for (let position = 0; position < tour.length; position++)
        departure = Math.max(departure, release[tour[position]])
    return departure
  }

  /**
   * Chooses the departure for a tour that is on time and returns its duration. If times have a price and durations are
   * not balanced, chooses the cheapest departure. Otherwise, chooses the departure with the shortest duration.
   */
  chooseDeparture(vehicle: number, tour: Int32Array): number {
    if (!this.planReloads(vehicle, tour)) return Number.POSITIVE_INFINITY
    const isCheapest = this.hasTimePrices(vehicle) && this.model.problem.balance !== 'duration'
    return isCheapest ? this.findCheapestDeparture(vehicle, tour) : this.findShortestDuration(vehicle, tour)
  }

  hasTimePrices(vehicle: number): boolean {
    return (
      this.model.softWindows !== undefined ||
      this.model.overtimeCost[vehicle] > 0 ||
      this.model.maxTrips[vehicle] > 1 ||
      this.isRestPaid(vehicle)
    )
  }

  /** Returns whether the breaks that driving-time rules require have a price. */
  private isRestPaid(vehicle: number): boolean {
    const { hasDrivingRules, problem, paidWaiting } = this.model
    return hasDrivingRules && problem.vehicles[vehicle].drivingRules !== undefined && paidWaiting[vehicle] > 0
  }

  /**
   * Computes the cost of the last simulated tour beyond the cost of its legs. This cost covers reloads, overtime,
   * breaks that driving-time rules require, and service outside of soft windows.
   */
  computePenalty(vehicle: number, tour: Int32Array): number {
    return (
      (this.reloads?.cost ?? 0) +
      this.model.paidWaiting[vehicle] * this.timing.resting +
      this.computeSoftPenalty(tour) +
      this.model.overtimeCost[vehicle] * this.computeOvertime(vehicle)
    )
  }

  computeOvertime(vehicle: number): number {
    return Math.max(0, this.timing.finish - this.model.overtimeFrom[vehicle])
  }

  computeSoftPenalty(tour: Int32Array): number {
    const { softWindows } = this.model
    let penalty = 0
    if (softWindows)
      for (let position = 0; position < tour.length; position++)
        penalty += computeSoftPenalty(softWindows, tour[position], this.timing.serviceStart[position])
    return penalty
  }

  /**
   * Finds the cheapest departure. The price is piecewise linear in the departure, so its minimum is where waiting ends
   * or a service reaches the edge of a soft window.
   */
  private findCheapestDeparture(vehicle: number, tour: Int32Array): number {
    const { timing } = this
    const maxDuration = this.model.maxDuration[vehicle]
    let departure = this.findEarliestDeparture(vehicle, tour)
    let lowestPrice = Number.POSITIVE_INFINITY
    let shortestDuration = Number.POSITIVE_INFINITY
    for (let interval = 0; interval < MAX_DEPARTURE_INTERVALS; interval++) {
      if (!this.simulateFrom(vehicle, tour, departure)) break
      const count = this.collectDelays(tour)
      for (let index = 0; index < count; index++) {
        const delay = this.delays[index]
        const duration = timing.finish - departure - Math.min(delay, timing.waiting)
        if (duration > maxDuration) continue
        const price = this.computePriceAfter(vehicle, tour, delay)
        if (price > lowestPrice || (price === lowestPrice && duration >= shortestDuration)) continue
        lowestPrice = price
        shortestDuration = duration
        this.departure = departure + delay
      }
      if (timing.waiting <= timing.slack && timing.restWhileWaiting === 0) break
      departure += this.findNextDelay()
    }
    return shortestDuration
  }

  /**
   * Returns how much later the tour must depart to reach the next interval of departure times. A break that replaces
   * waiting may become unnecessary if the vehicle departs so late that it never waits.
   */
  private findNextDelay(): number {
    const { waiting, slack, restWhileWaiting } = this.timing
    const untilNoWaiting = Math.min(slack, waiting + restWhileWaiting)
    return untilNoWaiting > waiting ? untilNoWaiting : slack + 1
  }

  /** Collects the delays after which waiting ends or a service reaches the edge of its soft window. */
  private collectDelays(tour: Int32Array): number {
    const { softWindows } = this.model
    const { serviceStart, waitingUntil, waiting, slack } = this.timing
    const { delays } = this
    let count = 0
    delays[count++] = 0
    if (waiting > 0) delays[count++] = Math.min(waiting, slack)
    if (!softWindows) return count
    if (slack > 0 && slack !== Number.POSITIVE_INFINITY) delays[count++] = slack
    for (let position = 0; position < tour.length; position++) {
      const stop = tour[position]
      const toWaitingEnd = waitingUntil[position]
      const toStart = toWaitingEnd + softWindows.from[stop] - serviceStart[position]
      const toEnd = toWaitingEnd + softWindows.to[stop] - serviceStart[position]
      if (toWaitingEnd > 0 && toWaitingEnd < slack) delays[count++] = toWaitingEnd
      if (toStart > 0 && toStart <= slack) delays[count++] = toStart
      if (toEnd > 0 && toEnd <= slack && toEnd !== Number.POSITIVE_INFINITY) delays[count++] = toEnd
    }
    return count
  }

  /** Computes the price of the last simulated tour if it departs later, with every service in the same window. */
  private computePriceAfter(vehicle: number, tour: Int32Array, delay: number): number {
    const { softWindows, overtimeCost, overtimeFrom, paidWaiting, waitingCost } = this.model
    const { finish, waiting, serviceStart, waitingUntil } = this.timing
    const waitingPrice = (paidWaiting[vehicle] + waitingCost) * Math.max(0, waiting - delay)
    const overtime = Math.max(0, finish + Math.max(0, delay - waiting) - overtimeFrom[vehicle])
    let price = waitingPrice + overtimeCost[vehicle] * overtime + paidWaiting[vehicle] * this.timing.resting
    if (softWindows)
      for (let position = 0; position < tour.length; position++) {
        const start = serviceStart[position] + Math.max(0, delay - waitingUntil[position])
        price += computeSoftPenalty(softWindows, tour[position], start)
      }
    return price
  }

  /**
   * Finds the departure with the shortest duration. Ties go to the earliest arrival. While all services and breaks stay
   * in their windows, a later departure reduces waiting until none is left (Savelsbergh 1992, forward slack). Then the
   * next interval of departure times is tried. Requires a tour that is on time.
   */
  findShortestDuration(vehicle: number, tour: Int32Array): number {
    const { timing } = this
    if (!this.planReloads(vehicle, tour)) return Number.POSITIVE_INFINITY
    let departure = this.findEarliestDeparture(vehicle, tour)
    let shortestDuration = Number.POSITIVE_INFINITY
    for (
      let interval = 0;
      interval < MAX_DEPARTURE_INTERVALS && this.simulateFrom(vehicle, tour, departure);
      interval++
    ) {
      const departureDelay = Math.min(timing.slack, timing.waiting)
      const duration = timing.finish - departure - departureDelay
      if (duration < shortestDuration) {
        shortestDuration = duration
        this.departure = departure + departureDelay
      }
      const isWithoutWaiting = timing.waiting === departureDelay && timing.restWhileWaiting === 0
      if (isWithoutWaiting) break
      departure += this.findNextDelay()
    }
    return shortestDuration
  }
}
