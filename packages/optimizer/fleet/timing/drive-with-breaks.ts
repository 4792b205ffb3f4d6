import type { FleetModel } from '../model.ts'
import { beginAt, roomAt, type Timing, TOO_LATE } from './timing.ts'

/**
 * Places the breaks with dynamic programming: the earliest departure for each position and number of breaks taken. This
 * is exact, because earlier is never worse. The buffers are reused during the search.
 */
export class BreakPlanner {
  private readonly model: FleetModel
  private earliest = new Float64Array(0)
  private takenBefore = new Int32Array(0)

  constructor(model: FleetModel) {
    this.model = model
  }

  drive(timing: Timing, vehicle: number, tour: Int32Array, departure: number): boolean {
    const { width, row, duration, service, windows, stopCount, shiftTo, breakFirst } = this.model
    const breaks = breakFirst[vehicle + 1] - breakFirst[vehicle]
    const count = tour.length
    const states = breaks + 1
    this.reserve((count + 1) * states)
    const earliest = this.earliest
    const hub = row[stopCount + vehicle]
    for (let position = 0; position <= count; position++) {
      const from = position === 0 ? hub : tour[position - 1]
      const to = position === count ? hub : tour[position]
      const driving = duration[from * width + to]
      const base = position * states
      for (let taken = 0; taken <= breaks; taken++) {
        const left = position === 0 ? (taken === 0 ? departure : TOO_LATE) : earliest[base - states + taken]
        if (left !== TOO_LATE) this.rest(vehicle, base, taken, left, driving)
      }
      let late = true
      for (let taken = 0; taken <= breaks; taken++) {
        const arrival = earliest[base + taken]
        if (arrival === TOO_LATE || position === count) continue
        const begin = beginAt(windows, to, arrival)
        earliest[base + taken] = begin === TOO_LATE ? TOO_LATE : begin + service[to]
        if (begin !== TOO_LATE) late = false
      }
      if (late && position < count) return fail(timing, position)
    }
    const finish = earliest[count * states + breaks]
    if (finish === TOO_LATE || finish > shiftTo[vehicle]) return fail(timing, count)
    this.trace(timing, vehicle, tour, departure)
    return true
  }

  private reserve(size: number): void {
    if (this.earliest.length < size) {
      this.earliest = new Float64Array(2 * size)
      this.takenBefore = new Int32Array(2 * size)
    }
    this.earliest.fill(TOO_LATE, 0, size)
  }

  /** Takes zero or more breaks on one leg. The drive fills the time until a break may begin. */
  private rest(vehicle: number, base: number, taken: number, left: number, driving: number): void {
    const { breakFirst, breakDuration, breakWindows } = this.model
    const first = breakFirst[vehicle]
    const breaks = breakFirst[vehicle + 1] - first
    let rested = left
    let driven = left + driving
    for (let now = taken; ; now++) {
      const arrival = Math.max(rested, driven)
      if (arrival < this.earliest[base + now]) {
        this.earliest[base + now] = arrival
        this.takenBefore[base + now] = taken
      }
      if (now === breaks) return
      const begin = beginAt(breakWindows, first + now, rested)
      if (begin === TOO_LATE) return
      rested = begin + breakDuration[first + now]
      driven += breakDuration[first + now]
    }
  }

  /** Writes the times of the schedule with the earliest end, and how much later it could depart. */
  private trace(timing: Timing, vehicle: number, tour: Int32Array, departure: number): void {
    const { width, row, duration, service, windows, stopCount, shiftTo } = this.model
    const { breakFirst, breakDuration, breakWindows } = this.model
    const first = breakFirst[vehicle]
    const breaks = breakFirst[vehicle + 1] - first
    const count = tour.length
    let after = breaks
    for (let position = count; position >= 0; position--) {
      const before = this.takenBefore[position * (breaks + 1) + after]
      for (let taken = before; taken < after; taken++) timing.breakPosition[taken] = position
      after = before
    }
    const hub = row[stopCount + vehicle]
    let time = departure
    let waiting = 0
    let slack = Number.POSITIVE_INFINITY
    let taken = 0
    for (let position = 0; position <= count; position++) {
      const from = position === 0 ? hub : tour[position - 1]
      const to = position === count ? hub : tour[position]
      let driven = time + duration[from * width + to]
      let rested = time
      let gaps = 0
      for (; taken < breaks && timing.breakPosition[taken] === position; taken++) {
        const begin = beginAt(breakWindows, first + taken, rested)
        gaps += begin - rested
        slack = Math.min(slack, roomAt(breakWindows, first + taken, begin) + waiting + gaps)
        timing.breakStart[taken] = begin
        rested = begin + breakDuration[first + taken]
        driven += breakDuration[first + taken]
      }
      const arrival = Math.max(rested, driven)
      waiting += arrival - driven
      timing.arrival[position] = arrival
      if (position === count) break
      const begin = beginAt(windows, to, arrival)
      timing.start[position] = begin
      waiting += begin - arrival
      slack = Math.min(slack, roomAt(windows, to, begin) + waiting)
      time = begin + service[to]
      timing.leave[position] = time
    }
    timing.finish = timing.arrival[count]
    timing.waiting = waiting
    timing.slack = Math.min(slack, shiftTo[vehicle] - timing.finish + waiting)
    timing.breakCount = breaks
  }
}

function fail(timing: Timing, position: number): false {
  timing.finish = TOO_LATE
  timing.lateAt = position
  return false
}
