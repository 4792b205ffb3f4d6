import type { FleetModel } from '../model.ts'
import { earliestStartAt, slackInWindow, TOO_LATE, type TourTiming } from './timing.ts'

/**
 * Schedules breaks with dynamic programming. It computes the earliest departure for each position and number of breaks
 * taken. The result is exact, because an earlier departure is never worse. The buffers are reused during the search.
 */
export class BreakPlanner {
  private readonly model: FleetModel
  private earliestTimes = new Float64Array(0)
  private breaksTakenBefore = new Int32Array(0)

  constructor(model: FleetModel) {
    this.model = model
  }

  simulateTour(timing: TourTiming, vehicle: number, tour: Int32Array, departure: number): boolean {
    const { width, row, service, windows, stopCount, shiftTo, breakFirst } = this.model
    const { duration } = this.model.travel[vehicle]
    const breaks = breakFirst[vehicle + 1] - breakFirst[vehicle]
    const count = tour.length
    const statesPerPosition = breaks + 1
    this.reserve((count + 1) * statesPerPosition)
    const earliestTimes = this.earliestTimes
    const hubRow = row[stopCount + vehicle]
    for (let position = 0; position <= count; position++) {
      const from = position === 0 ? hubRow : tour[position - 1]
      const to = position === count ? hubRow : tour[position]
      const driving = duration[from * width + to] + (timing.reloadLegs?.[position] ?? 0)
      const base = position * statesPerPosition
      for (let breaksTaken = 0; breaksTaken <= breaks; breaksTaken++) {
        const departureTime =
          position === 0
            ? breaksTaken === 0
              ? departure
              : TOO_LATE
            : earliestTimes[base - statesPerPosition + breaksTaken]
        if (departureTime !== TOO_LATE) this.takeBreaks(vehicle, base, breaksTaken, departureTime, driving)
      }
      let isTooLate = true
      for (let breaksTaken = 0; breaksTaken <= breaks; breaksTaken++) {
        const arrival = earliestTimes[base + breaksTaken]
        if (arrival === TOO_LATE || position === count) continue
        const serviceStart = earliestStartAt(windows, to, arrival)
        earliestTimes[base + breaksTaken] = serviceStart === TOO_LATE ? TOO_LATE : serviceStart + service[to]
        if (serviceStart !== TOO_LATE) isTooLate = false
      }
      if (isTooLate && position < count) return markLate(timing, position)
    }
    const finish = earliestTimes[count * statesPerPosition + breaks]
    if (finish === TOO_LATE || finish > shiftTo[vehicle]) return markLate(timing, count)
    this.writeTiming(timing, vehicle, tour, departure)
    return true
  }

  private reserve(size: number): void {
    if (this.earliestTimes.length < size) {
      this.earliestTimes = new Float64Array(2 * size)
      this.breaksTakenBefore = new Int32Array(2 * size)
    }
    this.earliestTimes.fill(TOO_LATE, 0, size)
  }

  /** Takes zero or more breaks on one leg. The vehicle drives until a break may begin. */
  private takeBreaks(vehicle: number, base: number, breaksTaken: number, departedAt: number, driving: number): void {
    const { breakFirst, breakDuration, breakWindows } = this.model
    const first = breakFirst[vehicle]
    const breaks = breakFirst[vehicle + 1] - first
    let restedUntil = departedAt
    let drivenUntil = departedAt + driving
    for (let takenCount = breaksTaken; ; takenCount++) {
      const arrival = Math.max(restedUntil, drivenUntil)
      if (arrival < this.earliestTimes[base + takenCount]) {
        this.earliestTimes[base + takenCount] = arrival
        this.breaksTakenBefore[base + takenCount] = breaksTaken
      }
      if (takenCount === breaks) return
      const breakStart = earliestStartAt(breakWindows, first + takenCount, restedUntil)
      if (breakStart === TOO_LATE) return
      restedUntil = breakStart + breakDuration[first + takenCount]
      drivenUntil += breakDuration[first + takenCount]
    }
  }

  /** Writes the times of the schedule with the earliest end, and how much later the tour could depart. */
  private writeTiming(timing: TourTiming, vehicle: number, tour: Int32Array, departure: number): void {
    const { width, row, service, windows, stopCount, shiftTo } = this.model
    const { duration } = this.model.travel[vehicle]
    const { breakFirst, breakDuration, breakWindows } = this.model
    const first = breakFirst[vehicle]
    const breaks = breakFirst[vehicle + 1] - first
    const count = tour.length
    let breaksAfter = breaks
    for (let position = count; position >= 0; position--) {
      const breaksBefore = this.breaksTakenBefore[position * (breaks + 1) + breaksAfter]
      for (let breaksTaken = breaksBefore; breaksTaken < breaksAfter; breaksTaken++)
        timing.breakPosition[breaksTaken] = position
      breaksAfter = breaksBefore
    }
    const hubRow = row[stopCount + vehicle]
    let time = departure
    let waiting = 0
    let slack = Number.POSITIVE_INFINITY
    let breaksTaken = 0
    for (let position = 0; position <= count; position++) {
      const from = position === 0 ? hubRow : tour[position - 1]
      const to = position === count ? hubRow : tour[position]
      let drivenUntil = time + duration[from * width + to] + (timing.reloadLegs?.[position] ?? 0)
      let restedUntil = time
      let gapDuration = 0
      for (; breaksTaken < breaks && timing.breakPosition[breaksTaken] === position; breaksTaken++) {
        const start = earliestStartAt(breakWindows, first + breaksTaken, restedUntil)
        gapDuration += start - restedUntil
        slack = Math.min(slack, slackInWindow(breakWindows, first + breaksTaken, start) + waiting + gapDuration)
        timing.breakStart[breaksTaken] = start
        restedUntil = start + breakDuration[first + breaksTaken]
        drivenUntil += breakDuration[first + breaksTaken]
      }
      const arrival = Math.max(restedUntil, drivenUntil)
      waiting += arrival - drivenUntil
      timing.arrival[position] = arrival
      if (position === count) break
      const start = earliestStartAt(windows, to, arrival)
      timing.serviceStart[position] = start
      waiting += start - arrival
      timing.waitingUntil[position] = waiting
      slack = Math.min(slack, slackInWindow(windows, to, start) + waiting)
      time = start + service[to]
      timing.serviceEnd[position] = time
    }
    timing.finish = timing.arrival[count]
    timing.waiting = waiting
    timing.slack = Math.min(slack, shiftTo[vehicle] - timing.finish + waiting)
    timing.breakCount = breaks
  }
}

function markLate(timing: TourTiming, position: number): false {
  timing.finish = TOO_LATE
  timing.latePosition = position
  return false
}
