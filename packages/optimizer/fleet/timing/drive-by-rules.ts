import type { DrivingRules } from '../../problem/vehicle.ts'
import type { FleetModel } from '../model.ts'
import { earliestStartAt, slackInWindow, TOO_LATE, type TourTiming } from './timing.ts'

/** Number of values of a label in the list of labels. */
const LABEL_SIZE = 7
const [LABEL_TIME, LABEL_DRIVING, LABEL_PART, LABEL_PARENT, REST_BEFORE, REST_AFTER, REST_AT_DEPOT] = [
  0, 1, 2, 3, 4, 5, 6,
]

/**
 * Maximum number of labels per stop. Usually a stop has fewer than five. The limit keeps an unusual tour from stalling
 * the search. Labels beyond it are dropped, which may delay a tour but never violates a rule.
 */
const MAX_LABELS = 32

/**
 * Schedules the breaks that driving-time rules require (Goel 2009, labels of driver states). A label of a stop is a
 * departure time, the driving time since the last break, and whether the first part of a split break was taken. No
 * label of a stop is at least as good as another one in all three.
 *
 * A break during a leg is taken as late as the rules allow. An earlier break on the same leg would end the leg at the
 * same time with more driving since the break. A break at a stop is taken before service, where it may replace waiting.
 * Where all work counts as a break, each stop counts for itself, even if the next one is at the same location.
 */
export class RulePlanner {
  private readonly model: FleetModel
  private labels = new Float64Array(0)
  private size = 0
  private firstOfLayer = new Int32Array(0)
  /** Driving time after each position. */
  private drivingAfter = new Float64Array(0)
  private chain = new Int32Array(0)
  private rules: DrivingRules
  /** Driver state during the simulation of a leg. */
  private time = 0
  private drivingTime = 0
  private part = 0
  /** Timetable in which breaks are recorded. Undefined while labels are computed. */
  private recordedTiming: TourTiming | undefined

  constructor(model: FleetModel) {
    this.model = model
    this.rules = { maxDriving: 0, maxDrivingBeforeBreak: 1, breakDuration: 0 }
  }

  simulateTour(timing: TourTiming, vehicle: number, tour: Int32Array, departure: number): boolean {
    const rules = this.model.problem.vehicles[vehicle].drivingRules
    if (!rules) throw new Error(`vehicle ${vehicle} has no driving-time rules`)
    const count = tour.length
    this.rules = rules
    this.reserve(count)
    this.recordedTiming = undefined
    if (this.sumDrivingAfter(timing, vehicle, tour) > rules.maxDriving) return markLate(timing, count)
    this.size = 0
    this.writeLabel(0, departure, 0, 0, -1, 0, 0, 0)
    this.size = 1
    this.firstOfLayer[0] = 0
    for (let position = 0; position < count; position++) {
      const end = this.size
      this.firstOfLayer[position + 1] = end
      for (let label = this.firstOfLayer[position]; label < end; label++) {
        this.extend(timing, vehicle, tour, position, label, 0)
        const restAtDepot = this.findRestAtDepot(timing, vehicle, position, label)
        if (restAtDepot > 0) this.extend(timing, vehicle, tour, position, label, restAtDepot)
      }
      if (this.size === end) return markLate(timing, position)
    }
    const bestLabel = this.findFirstToFinish(timing, vehicle, tour)
    if (bestLabel < 0) return markLate(timing, count)
    this.writeTiming(timing, vehicle, tour, bestLabel)
    return true
  }

  private reserve(count: number): void {
    const size = ((count + 1) * MAX_LABELS + 1) * LABEL_SIZE
    if (this.labels.length < size) this.labels = new Float64Array(2 * size)
    if (this.firstOfLayer.length >= count + 2) return
    this.firstOfLayer = new Int32Array(2 * count + 2)
    this.chain = new Int32Array(2 * count + 2)
    this.drivingAfter = new Float64Array(2 * count + 2)
  }

  /** Computes the driving time after each position and returns the driving time of the tour. */
  private sumDrivingAfter(timing: TourTiming, vehicle: number, tour: Int32Array): number {
    let sum = 0
    for (let position = tour.length; position >= 0; position--) {
      this.drivingAfter[position] = sum
      sum += this.getDriving(timing, vehicle, tour, position)
    }
    return sum
  }

  private getDriving(timing: TourTiming, vehicle: number, tour: Int32Array, position: number): number {
    const { driving } = this.model.travel[vehicle]
    const toDepot = timing.reloadDrives?.toDepot[position] ?? -1
    if (toDepot >= 0) return toDepot + (timing.reloadDrives?.fromDepot[position] ?? 0)
    return driving[this.getCell(vehicle, tour, position)]
  }

  private getCell(vehicle: number, tour: Int32Array, position: number): number {
    const { width, row, stopCount } = this.model
    const hubRow = row[stopCount + vehicle]
    const from = position === 0 ? hubRow : tour[position - 1]
    const to = position === tour.length ? hubRow : tour[position]
    return from * width + to
  }

  /** Returns the time between arrival at the stop and service that is not waiting, such as time for parking. */
  private getSetup(timing: TourTiming, vehicle: number, tour: Int32Array, position: number): number {
    const cell = this.getCell(vehicle, tour, position)
    const reload = timing.reloadDrives && timing.reloadDrives.toDepot[position] >= 0
    const leg = this.model.travel[vehicle].duration[cell] + (timing.reloadLegs?.[position] ?? 0)
    const reloading = reload ? this.model.reloadTime[vehicle] : 0
    return leg - this.getDriving(timing, vehicle, tour, position) - reloading
  }

  /**
   * Returns the rest that extends a reload to a break, or 0 if reloads do not count as breaks or no more rest is
   * needed.
   */
  private findRestAtDepot(timing: TourTiming, vehicle: number, position: number, label: number): number {
    if (!this.rules.countsAllWork || !timing.reloadDrives || timing.reloadDrives.toDepot[position] < 0) return 0
    const drivingTime = this.labels[label * LABEL_SIZE + LABEL_DRIVING] + timing.reloadDrives.toDepot[position]
    const isNeeded = drivingTime + timing.reloadDrives.fromDepot[position] > this.rules.maxDrivingBeforeBreak
    return isNeeded ? Math.max(0, this.rules.breakDuration - this.model.reloadTime[vehicle]) : 0
  }

  /** Drives to a stop from the state of a label and adds the states in which the vehicle may leave the stop. */
  private extend(
    timing: TourTiming,
    vehicle: number,
    tour: Int32Array,
    position: number,
    label: number,
    restAtDepot: number,
  ): void {
    const { breakDuration, splitBreak, maxDrivingBeforeBreak, countsAllWork } = this.rules
    this.driveLeg(timing, vehicle, tour, position, label, restAtDepot)
    const { time, drivingTime, part } = this
    const setup = this.getSetup(timing, vehicle, tour, position)
    const stop = tour[position]
    const add = (restBefore: number, restAfter: number, drivenAfter: number, partAfter: number): void => {
      const start = earliestStartAt(this.model.windows, stop, time + restBefore + setup)
      if (start === TOO_LATE) return
      const end = start + this.model.service[stop] + restAfter
      this.addLabel(
        this.firstOfLayer[position + 1],
        end,
        drivenAfter,
        partAfter,
        label,
        restBefore,
        restAfter,
        restAtDepot,
      )
    }
    if (countsAllWork) {
      const remainingBreakDuration = breakDuration - setup - this.model.service[stop]
      if (remainingBreakDuration <= 0) return add(0, 0, 0, 0)
      add(0, 0, drivingTime, 0)
      if (drivingTime + this.drivingAfter[position] <= maxDrivingBeforeBreak) return
      add(remainingBreakDuration, 0, 0, 0)
      const start = earliestStartAt(this.model.windows, stop, time + setup)
      const duringWaiting = Math.min(remainingBreakDuration, start - time - setup)
      if (start !== TOO_LATE && duringWaiting < remainingBreakDuration)
        add(duringWaiting, remainingBreakDuration - duringWaiting, 0, 0)
      return
    }
    add(0, 0, drivingTime, part)
    if (drivingTime + this.drivingAfter[position] <= maxDrivingBeforeBreak) return
    if (part > 0 && splitBreak) return add(splitBreak[1], 0, 0, 0)
    add(breakDuration, 0, 0, 0)
    // The first part of a split break belongs to a driving period, so it cannot be taken before driving.
    if (splitBreak && drivingTime > 0) add(splitBreak[0], 0, drivingTime, 1)
  }

  /** Drives a leg from the state of a label, with all breaks that are due during the drive. */
  private driveLeg(
    timing: TourTiming,
    vehicle: number,
    tour: Int32Array,
    position: number,
    label: number,
    restAtDepot: number,
  ): void {
    const base = label * LABEL_SIZE
    this.time = this.labels[base + LABEL_TIME]
    this.drivingTime = this.labels[base + LABEL_DRIVING]
    this.part = this.labels[base + LABEL_PART]
    const { reloadDrives } = timing
    if (!reloadDrives || reloadDrives.toDepot[position] < 0)
      return this.drive(position, this.getDriving(timing, vehicle, tour, position))
    this.drive(position, reloadDrives.toDepot[position])
    const reloading = this.model.reloadTime[vehicle]
    this.time += reloading
    this.rest(position, restAtDepot)
    if (this.rules.countsAllWork && reloading + restAtDepot >= this.rules.breakDuration) this.drivingTime = 0
    this.drive(position, reloadDrives.fromDepot[position])
  }

  private drive(position: number, driving: number): void {
    const { maxDrivingBeforeBreak, breakDuration, splitBreak } = this.rules
    let remainingDriving = driving
    while (remainingDriving > maxDrivingBeforeBreak - this.drivingTime) {
      const untilBreak = maxDrivingBeforeBreak - this.drivingTime
      remainingDriving -= untilBreak
      this.time += untilBreak
      this.rest(position, this.part > 0 && splitBreak ? splitBreak[1] : breakDuration)
      this.drivingTime = 0
      this.part = 0
    }
    this.time += remainingDriving
    this.drivingTime += remainingDriving
  }

  private rest(position: number, duration: number): void {
    if (duration > 0 && this.recordedTiming) recordBreak(this.recordedTiming, position, this.time, duration)
    this.time += duration
  }

  /** Adds a label to the last layer unless another one is at least as good, and removes those that it beats. */
  private addLabel(
    layer: number,
    time: number,
    drivingTime: number,
    part: number,
    parent: number,
    restBefore: number,
    restAfter: number,
    restAtDepot: number,
  ): void {
    const { labels } = this
    for (let label = layer; label < this.size; label++) {
      const base = label * LABEL_SIZE
      if (
        labels[base + LABEL_TIME] <= time &&
        labels[base + LABEL_DRIVING] <= drivingTime &&
        labels[base + LABEL_PART] >= part
      )
        return
    }
    for (let label = layer; label < this.size; ) {
      const base = label * LABEL_SIZE
      const isBeaten =
        time <= labels[base + LABEL_TIME] &&
        drivingTime <= labels[base + LABEL_DRIVING] &&
        part >= labels[base + LABEL_PART]
      if (!isBeaten) label++
      else labels.copyWithin(base, --this.size * LABEL_SIZE, (this.size + 1) * LABEL_SIZE)
    }
    if (this.size - layer >= MAX_LABELS) return
    this.writeLabel(this.size++, time, drivingTime, part, parent, restBefore, restAfter, restAtDepot)
  }

  private writeLabel(
    label: number,
    time: number,
    drivingTime: number,
    part: number,
    parent: number,
    restBefore: number,
    restAfter: number,
    restAtDepot: number,
  ): void {
    const { labels } = this
    const base = label * LABEL_SIZE
    labels[base + LABEL_TIME] = time
    labels[base + LABEL_DRIVING] = drivingTime
    labels[base + LABEL_PART] = part
    labels[base + LABEL_PARENT] = parent
    labels[base + REST_BEFORE] = restBefore
    labels[base + REST_AFTER] = restAfter
    labels[base + REST_AT_DEPOT] = restAtDepot
  }

  /** Returns the label of the last stop from which the vehicle reaches its end earliest, or -1 if that is too late. */
  private findFirstToFinish(timing: TourTiming, vehicle: number, tour: Int32Array): number {
    let bestLabel = -1
    let finish = Number.POSITIVE_INFINITY
    for (let label = this.firstOfLayer[tour.length]; label < this.size; label++) {
      this.driveLeg(timing, vehicle, tour, tour.length, label, 0)
      if (this.time > this.model.shiftTo[vehicle] || this.time >= finish) continue
      finish = this.time
      bestLabel = label
    }
    return bestLabel
  }

  /** Writes the times of the schedule that ends in this label, and how much later the tour could depart with it. */
  private writeTiming(timing: TourTiming, vehicle: number, tour: Int32Array, last: number): void {
    const { service, windows, shiftTo } = this.model
    const count = tour.length
    for (let position = count, label = last; position >= 0; position--) {
      this.chain[position] = label
      label = this.labels[label * LABEL_SIZE + LABEL_PARENT]
    }
    this.recordedTiming = timing
    timing.breakCount = 0
    timing.resting = 0
    timing.restWhileWaiting = 0
    let waiting = 0
    let slack = Number.POSITIVE_INFINITY
    for (let position = 0; position < count; position++) {
      const base = this.chain[position + 1] * LABEL_SIZE
      const stop = tour[position]
      this.driveLeg(timing, vehicle, tour, position, this.chain[position], this.labels[base + REST_AT_DEPOT])
      const arrival = this.time + this.getSetup(timing, vehicle, tour, position)
      const restBefore = this.labels[base + REST_BEFORE]
      this.rest(position, restBefore)
      const readyTime = arrival + restBefore
      const start = earliestStartAt(windows, stop, readyTime)
      timing.restWhileWaiting += Math.min(restBefore, earliestStartAt(windows, stop, arrival) - arrival)
      timing.arrival[position] = readyTime
      timing.serviceStart[position] = start
      waiting += start - readyTime
      timing.waitingUntil[position] = waiting
      slack = Math.min(slack, slackInWindow(windows, stop, start) + waiting)
      this.time = start + service[stop]
      timing.serviceEnd[position] = this.time
      this.rest(position + 1, this.labels[base + REST_AFTER])
    }
    this.driveLeg(timing, vehicle, tour, count, last, 0)
    this.recordedTiming = undefined
    timing.finish = this.time
    timing.waiting = waiting
    timing.slack = Math.min(slack, shiftTo[vehicle] - timing.finish + waiting)
  }
}

function recordBreak(timing: TourTiming, position: number, start: number, duration: number): void {
  const index = timing.breakCount++
  timing.resting += duration
  if (index === timing.breakPosition.length || timing.breakLength.length < timing.breakPosition.length) {
    const capacity = 2 * index + 8
    timing.breakPosition = growArray(timing.breakPosition, new Int32Array(capacity))
    timing.breakStart = growArray(timing.breakStart, new Float64Array(capacity))
    timing.breakLength = growArray(timing.breakLength, new Float64Array(capacity))
  }
  timing.breakPosition[index] = position
  timing.breakStart[index] = start
  timing.breakLength[index] = duration
}

function growArray<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}

function markLate(timing: TourTiming, position: number): false {
  timing.finish = TOO_LATE
  timing.latePosition = position
  return false
}
