import { UNREACHABLE } from '../../matrix.ts'
import { type FleetModel, NO_STOP } from '../model.ts'

/**
 * Plans the reloads of a vehicle with multiple trips for a given order of stops. It finds the cheapest split into trips
 * that fit the capacity and the range of the vehicle (Beasley 1983, route first, cluster second). Each trip except the
 * first begins with a visit to a depot.
 */
export class ReloadPlanner {
  /** Number of reloads in the last planned tour. */
  count = 0
  /** Position of the stop after each reload, and the index into the depots of the vehicle. */
  readonly position: Int32Array
  readonly depot: Int32Array
  /** Additional duration of the leg to each position because of a reload. Valid only if there are reloads. */
  readonly legDuration: Float64Array
  /** Driving times to and from the depot on the leg to each position, or -1 without a reload. */
  readonly toDepot: Float64Array
  readonly fromDepot: Float64Array
  /** Totals that the reloads of the tour add. */
  cost = 0
  distance = 0
  driving = 0
  duration = 0
  private readonly model: FleetModel
  private readonly bestCost: Float64Array
  private readonly tripStart: Int32Array
  /**
   * Choice of the depot at which the last trip of each state begins. A state is a position, a number of trips, and a
   * choice of the depot at that position.
   */
  private readonly choiceOfTrip: Int32Array
  /** Number of depots to choose from before each stop. */
  private readonly choiceCount: number
  private readonly depotAtPosition: Int32Array
  private readonly detourCost: Float64Array
  private readonly peak: Float64Array
  private readonly carriedLoad: Float64Array
  /** Position after the last stop of the trip that is being extended. */
  private end = 0

  constructor(model: FleetModel) {
    const { stopCount, dimensionCount } = model
    const maxTrips = model.maxTrips.reduce((maximum, tripCount) => Math.max(maximum, tripCount), 1)
    this.model = model
    this.position = new Int32Array(maxTrips)
    this.depot = new Int32Array(maxTrips)
    this.legDuration = new Float64Array(stopCount + 1)
    this.toDepot = new Float64Array(stopCount + 1)
    this.fromDepot = new Float64Array(stopCount + 1)
    const hasRange = model.range.some((range) => range !== Number.POSITIVE_INFINITY)
    this.choiceCount = hasRange ? model.depotRows.reduce((maximum, { length }) => Math.max(maximum, length), 1) : 1
    this.depotAtPosition = new Int32Array((stopCount + 1) * this.choiceCount)
    this.detourCost = new Float64Array(this.depotAtPosition.length)
    this.bestCost = new Float64Array((stopCount + 1) * (maxTrips + 1) * this.choiceCount)
    this.tripStart = new Int32Array(this.bestCost.length)
    this.choiceOfTrip = new Int32Array(this.bestCost.length)
    this.peak = new Float64Array(dimensionCount)
    this.carriedLoad = new Float64Array((stopCount + 1) * dimensionCount)
  }

  /** Plans the reloads of a tour. Returns false if no split fits the capacity and the range. */
  plan(vehicle: number, tour: Int32Array): boolean {
    const maxTrips = this.model.maxTrips[vehicle]
    const length = tour.length
    const width = (maxTrips + 1) * this.choiceCount
    this.clear()
    this.computeCarried(tour)
    this.chooseDepots(vehicle, tour)
    this.bestCost.fill(Number.POSITIVE_INFINITY, 0, (length + 1) * width)
    this.bestCost[0] = 0
    for (let start = 0; start < length; start++) {
      const choiceCount = start === 0 ? 1 : this.countChoices(vehicle)
      for (let choice = 0; choice < choiceCount; choice++)
        if (this.isReached(start, choice, maxTrips)) this.extendTrips(vehicle, tour, start, choice)
    }
    return this.readBack(vehicle, tour, maxTrips)
  }

  private isReached(start: number, choice: number, maxTrips: number): boolean {
    for (let tripCount = start === 0 ? 0 : 1; tripCount < maxTrips; tripCount++)
      if (this.bestCost[(start * (maxTrips + 1) + tripCount) * this.choiceCount + choice] < Number.POSITIVE_INFINITY)
        return true
    return false
  }

  /** Tries all trips that begin at this position. A trip ends at the depot before the next stop, or at the end. */
  private extendTrips(vehicle: number, tour: Int32Array, start: number, choice: number): void {
    const { width, row, stopCount, depotRows, range, maxTrips } = this.model
    const { distance } = this.model.travel[vehicle]
    const endpointRow = row[stopCount + vehicle]
    const { length } = tour
    const tripCount = maxTrips[vehicle]
    let from = start === 0 ? endpointRow : depotRows[vehicle][this.depotAtPosition[start * this.choiceCount + choice]]
    let drivenDistance = 0
    this.beginTrip(start)
    for (let end = this.addStop(vehicle, tour, start); end > start; end = this.addStop(vehicle, tour, start)) {
      const last = tour[end - 1]
      drivenDistance += distance[from * width + last]
      from = last
      if (drivenDistance > range[vehicle]) return
      const choiceCount = end === length ? 1 : this.countChoices(vehicle)
      for (let next = 0; next < choiceCount; next++) {
        const to =
          end === length ? endpointRow : depotRows[vehicle][this.depotAtPosition[end * this.choiceCount + next]]
        if (drivenDistance + distance[last * width + to] > range[vehicle]) continue
        const reloadCost = end === length ? 0 : this.detourCost[end * this.choiceCount + next]
        for (let count = start === 0 ? 0 : 1; count < tripCount; count++) {
          const cost = this.bestCost[(start * (tripCount + 1) + count) * this.choiceCount + choice] + reloadCost
          const state = (end * (tripCount + 1) + count + 1) * this.choiceCount + next
          if (cost >= this.bestCost[state]) continue
          this.bestCost[state] = cost
          this.tripStart[state] = start
          this.choiceOfTrip[state] = choice
        }
      }
    }
  }

  /** Without a range, only the cheapest depot before each stop matters. */
  private countChoices(vehicle: number): number {
    return this.model.range[vehicle] === Number.POSITIVE_INFINITY ? 1 : this.model.depotRows[vehicle].length
  }

  private chooseDepots(vehicle: number, tour: Int32Array): void {
    const choiceCount = this.countChoices(vehicle)
    for (let position = 1; position < tour.length; position++) {
      for (let choice = 0; choice < choiceCount; choice++) {
        const depot = choiceCount === 1 ? this.findCheapestDepot(vehicle, tour, position) : choice
        this.depotAtPosition[position * this.choiceCount + choice] = Math.max(0, depot)
        this.detourCost[position * this.choiceCount + choice] =
          depot < 0 ? Number.POSITIVE_INFINITY : this.computeDetour(vehicle, tour, position, depot).cost
      }
    }
  }

  clear(): void {
    this.count = 0
    this.cost = 0
    this.distance = 0
    this.driving = 0
    this.duration = 0
  }

  /** Computes the load of pairs on the leg to each position. Goods of pairs stay on board during reloads. */
  private computeCarried(tour: Int32Array): void {
    const { dimensionCount, demand, partner, isPickup } = this.model
    this.carriedLoad.fill(0, 0, dimensionCount)
    for (let position = 0; position < tour.length; position++) {
      const stop = tour[position]
      const sign = partner[stop] === NO_STOP ? 0 : isPickup[stop] ? 1 : -1
      const source = sign < 0 ? partner[stop] : stop
      for (let d = 0; d < dimensionCount; d++)
        this.carriedLoad[(position + 1) * dimensionCount + d] =
          this.carriedLoad[position * dimensionCount + d] + sign * demand[source * dimensionCount + d]
    }
  }

  private beginTrip(start: number): void {
    const { dimensionCount } = this.model
    for (let d = 0; d < dimensionCount; d++) this.peak[d] = this.carriedLoad[start * dimensionCount + d]
    this.end = start
  }

  /** Adds one more stop to the trip. Returns the position after the stop, or `start` if the stop does not fit. */
  private addStop(vehicle: number, tour: Int32Array, start: number): number {
    const { dimensionCount, demand, capacity, partner } = this.model
    if (this.end >= tour.length) return start
    const stop = tour[this.end++]
    for (let d = 0; d < dimensionCount; d++) {
      // Goods for this stop are on board on all earlier legs of the trip.
      if (partner[stop] === NO_STOP) this.peak[d] += demand[stop * dimensionCount + d]
      this.peak[d] = Math.max(this.peak[d], this.carriedLoad[this.end * dimensionCount + d])
      if (this.peak[d] > capacity[vehicle * dimensionCount + d]) return start
    }
    return this.end
  }

  private findCheapestDepot(vehicle: number, tour: Int32Array, position: number): number {
    const { depotRows } = this.model
    let cheapest = -1
    let lowestCost = Number.POSITIVE_INFINITY
    for (let depot = 0; depot < depotRows[vehicle].length; depot++) {
      const { cost } = this.computeDetour(vehicle, tour, position, depot)
      if (cost >= lowestCost) continue
      lowestCost = cost
      cheapest = depot
    }
    return cheapest
  }

  /** Computes the detour for a reload before the stop at this position. Infinite if the depot cannot be reached. */
  private computeDetour(vehicle: number, tour: Int32Array, position: number, depot: number) {
    const { width, travel, depotRows, reloadTime, paidWaiting } = this.model
    const { cost, distance, driving, duration } = travel[vehicle]
    const row = depotRows[vehicle][depot]
    const to = tour[position - 1] * width + row
    const from = row * width + tour[position]
    const directCell = tour[position - 1] * width + tour[position]
    const isReachable = cost[to] !== UNREACHABLE && cost[from] !== UNREACHABLE
    return {
      cost: isReachable
        ? cost[to] + cost[from] - cost[directCell] + paidWaiting[vehicle] * reloadTime[vehicle]
        : Number.POSITIVE_INFINITY,
      distance: distance[to] + distance[from] - distance[directCell],
      driving: driving[to] + driving[from] - driving[directCell],
      duration: duration[to] + duration[from] - duration[directCell] + reloadTime[vehicle],
      toDepot: driving[to],
      fromDepot: driving[from],
    }
  }

  private readBack(vehicle: number, tour: Int32Array, maxTrips: number): boolean {
    const { choiceCount } = this
    const toState = (position: number, tripCount: number, choice: number): number =>
      (position * (maxTrips + 1) + tripCount) * choiceCount + choice
    let tripCount = -1
    for (let count = 1; count <= maxTrips; count++) {
      const cost = this.bestCost[toState(tour.length, count, 0)]
      if (cost < (tripCount < 0 ? Number.POSITIVE_INFINITY : this.bestCost[toState(tour.length, tripCount, 0)]))
        tripCount = count
    }
    if (tripCount < 0) return false
    this.legDuration.fill(0, 0, tour.length + 1)
    this.toDepot.fill(-1, 0, tour.length + 1)
    this.count = tripCount - 1
    let state = toState(tour.length, tripCount, 0)
    for (let remainingTrips = tripCount; remainingTrips > 1; remainingTrips--) {
      const start = this.tripStart[state]
      const choice = this.choiceOfTrip[state]
      const depot = this.depotAtPosition[start * choiceCount + choice]
      const detour = this.computeDetour(vehicle, tour, start, depot)
      this.position[remainingTrips - 2] = start
      this.depot[remainingTrips - 2] = depot
      this.legDuration[start] = detour.duration
      this.toDepot[start] = detour.toDepot
      this.fromDepot[start] = detour.fromDepot
      this.cost += detour.cost
      this.distance += detour.distance
      this.driving += detour.driving
      this.duration += detour.duration
      state = toState(start, remainingTrips - 1, choice)
    }
    return true
  }
}
