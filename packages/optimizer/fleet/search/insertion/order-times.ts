import type { FleetModel } from '../../model.ts'
import { findLatestStart } from '../../timing/latest-arrivals.ts'
import { earliestStartAt, TOO_LATE } from '../../timing/timing.ts'

const TOO_EARLY = Number.NEGATIVE_INFINITY

/**
 * Tracks the earliest and latest times of one order for each number of breaks taken so far. With these times, the
 * search can check whether a stop fits into a slot without simulating the tour. A stop fits if its earliest departure,
 * for some number of breaks, is not after the latest departure that reaches the next stop in time.
 */
export class OrderTimes {
  /** Earliest departure of the selected vehicle to each position, by number of breaks taken. */
  private earliestDeparture: Float64Array
  /**
   * Latest arrival at each position, by number of breaks taken. The entry after the last stop is the end of the tour.
   */
  private latestArrival: Float64Array
  /**
   * Times of each vehicle, valid until its tour changes. Recomputing them for every attempt would dominate the search
   * time.
   */
  private readonly timesOfVehicle: { readonly earliestDeparture: Float64Array; readonly latestArrival: Float64Array }[]
  private readonly isCurrent: Uint8Array
  /** Earliest departure from the inserted stops, by number of breaks taken. */
  private readonly departureFromInserted: Float64Array
  private readonly departureToInserted: Float64Array
  private readonly model: FleetModel
  private readonly stateCount: number
  private duration: Int32Array
  private firstBreak = 0
  private breakCount = 0

  constructor(model: FleetModel) {
    const { breakFirst, vehicleCount } = model
    let maxBreaks = 0
    for (let vehicle = 1; vehicle < breakFirst.length; vehicle++)
      maxBreaks = Math.max(maxBreaks, breakFirst[vehicle] - breakFirst[vehicle - 1])
    this.model = model
    this.duration = model.duration
    this.stateCount = maxBreaks + 1
    this.earliestDeparture = new Float64Array(0)
    this.latestArrival = new Float64Array(0)
    this.timesOfVehicle = Array.from({ length: vehicleCount }, () => allocateTimes(0))
    this.isCurrent = new Uint8Array(vehicleCount)
    this.departureFromInserted = new Float64Array(this.stateCount)
    this.departureToInserted = new Float64Array(this.stateCount)
  }

  /** Invalidates the times of a vehicle after its tour has changed. */
  invalidate(vehicle: number): void {
    this.isCurrent[vehicle] = 0
  }

  /** Selects the vehicle and its current order for the following calls. */
  select(vehicle: number, order: Int32Array, length: number): void {
    const { breakFirst } = this.model
    const size = (length + 1) * this.stateCount
    if (this.timesOfVehicle[vehicle].latestArrival.length < size) this.timesOfVehicle[vehicle] = allocateTimes(2 * size)
    this.earliestDeparture = this.timesOfVehicle[vehicle].earliestDeparture
    this.latestArrival = this.timesOfVehicle[vehicle].latestArrival
    this.duration = this.model.travel[vehicle].duration
    this.firstBreak = breakFirst[vehicle]
    this.breakCount = breakFirst[vehicle + 1] - this.firstBreak
    if (this.isCurrent[vehicle] === 0) this.computeTimes(vehicle, order, length)
    this.isCurrent[vehicle] = 1
  }

  private computeTimes(vehicle: number, order: Int32Array, length: number): void {
    const { width, row, service, windows, stopCount, shiftFrom, shiftTo } = this.model
    const { earliestDeparture, latestArrival, stateCount, duration } = this
    const endpointRow = row[stopCount + vehicle]
    earliestDeparture.fill(TOO_LATE, 0, stateCount)
    earliestDeparture[0] = shiftFrom[vehicle]
    for (let position = 0, from = endpointRow; position < length; from = order[position++]) {
      const firstDepartureIndex = position * stateCount
      const driving = duration[from * width + order[position]]
      this.visit(
        earliestDeparture,
        firstDepartureIndex,
        driving,
        order[position],
        earliestDeparture,
        firstDepartureIndex + stateCount,
      )
    }
    latestArrival.fill(TOO_EARLY, length * stateCount, (length + 1) * stateCount)
    latestArrival[length * stateCount + this.breakCount] = shiftTo[vehicle]
    for (let position = length - 1, to = endpointRow; position >= 0; to = order[position--]) {
      const stop = order[position]
      const driving = duration[stop * width + to]
      for (let breaksTaken = 0; breaksTaken <= this.breakCount; breaksTaken++) {
        const deadline = this.findLatestDeparture(breaksTaken, driving, position + 1) - service[stop]
        latestArrival[position * stateCount + breaksTaken] = findLatestStart(windows, stop, deadline)
      }
    }
  }

  /** Returns whether the stop fits before the stop at this position. */
  fits(stop: number, previous: number, next: number, position: number): boolean {
    this.leaveOrderFor(stop, previous, position)
    return this.reaches(stop, next, position)
  }

  /** Returns whether both stops, one directly after the other, fit before the stop at this position. */
  fitsWithNext(stop: number, followingStop: number, previous: number, next: number, position: number): boolean {
    const { width } = this.model
    this.leaveOrderFor(stop, previous, position)
    this.departureToInserted.set(this.departureFromInserted)
    const driving = this.duration[stop * width + followingStop]
    this.visit(this.departureToInserted, 0, driving, followingStop, this.departureFromInserted, 0)
    return this.reaches(followingStop, next, position)
  }

  /** Computes the departure from the stop if the vehicle visits it instead of the stop at this position. */
  private leaveOrderFor(stop: number, previous: number, position: number): void {
    const { width } = this.model
    const driving = this.duration[previous * width + stop]
    this.visit(this.earliestDeparture, position * this.stateCount, driving, stop, this.departureFromInserted, 0)
  }

  private reaches(stop: number, next: number, position: number): boolean {
    const { width } = this.model
    const driving = this.duration[stop * width + next]
    for (let breaksTaken = 0; breaksTaken <= this.breakCount; breaksTaken++) {
      const departure = this.departureFromInserted[breaksTaken]
      if (departure !== TOO_LATE && departure <= this.findLatestDeparture(breaksTaken, driving, position)) return true
    }
    return false
  }

  /** Drives to the stop, with any number of breaks on the leg, and serves it. */
  private visit(
    departures: Float64Array,
    departureOffset: number,
    driving: number,
    stop: number,
    target: Float64Array,
    targetOffset: number,
  ): void {
    const { windows, service, breakDuration, breakWindows } = this.model
    const { breakCount, firstBreak } = this
    if (breakCount === 0) {
      const departure = departures[departureOffset]
      target[targetOffset] =
        departure === TOO_LATE ? TOO_LATE : earliestStartAt(windows, stop, departure + driving) + service[stop]
      return
    }
    for (let breaksTaken = 0; breaksTaken <= breakCount; breaksTaken++) target[targetOffset + breaksTaken] = TOO_LATE
    for (let takenBefore = 0; takenBefore <= breakCount; takenBefore++) {
      let restedUntil = departures[departureOffset + takenBefore]
      if (restedUntil === TOO_LATE) continue
      let drivenUntil = restedUntil + driving
      for (let breaksTaken = takenBefore; ; breaksTaken++) {
        const arrival = Math.max(restedUntil, drivenUntil)
        if (arrival < target[targetOffset + breaksTaken]) target[targetOffset + breaksTaken] = arrival
        if (breaksTaken === breakCount) break
        const breakStart = earliestStartAt(breakWindows, firstBreak + breaksTaken, restedUntil)
        if (breakStart === TOO_LATE) break
        restedUntil = breakStart + breakDuration[firstBreak + breaksTaken]
        drivenUntil += breakDuration[firstBreak + breaksTaken]
      }
    }
    for (let breaksTaken = 0; breaksTaken <= breakCount; breaksTaken++) {
      const arrival = target[targetOffset + breaksTaken]
      if (arrival !== TOO_LATE)
        target[targetOffset + breaksTaken] = earliestStartAt(windows, stop, arrival) + service[stop]
    }
  }

  /**
   * Returns the latest departure, after this many breaks, that reaches the position in time with any number of further
   * breaks.
   */
  private findLatestDeparture(takenBefore: number, driving: number, position: number): number {
    const { breakDuration, breakWindows } = this.model
    const { breakCount, firstBreak } = this
    const firstArrivalIndex = position * this.stateCount
    let latest = this.latestArrival[firstArrivalIndex + takenBefore] - driving
    if (breakCount === 0) return latest
    let breakTime = 0
    for (let breaksTaken = takenBefore + 1; breaksTaken <= breakCount; breaksTaken++) {
      breakTime += breakDuration[firstBreak + breaksTaken - 1]
      const deadline = this.latestArrival[firstArrivalIndex + breaksTaken]
      if (deadline - driving - breakTime <= latest) continue
      let restFrom = deadline
      for (let index = firstBreak + breaksTaken - 1; index >= firstBreak + takenBefore; index--)
        restFrom = findLatestStart(breakWindows, index, restFrom - breakDuration[index])
      latest = Math.max(latest, Math.min(restFrom, deadline - driving - breakTime))
    }
    return latest
  }
}

function allocateTimes(size: number) {
  return { earliestDeparture: new Float64Array(size), latestArrival: new Float64Array(size) }
}
