import type { FleetModel } from '../model.ts'
import { beginAt, roomAt, type Timing, TOO_LATE } from './timing.ts'

/**
 * Simulates a tour without breaks, as early as possible from a departure time. Earlier is never worse for the following
 * stops, so the first window that is still open is always the right one.
 */
export function drive(
  model: FleetModel,
  timing: Timing,
  vehicle: number,
  tour: Int32Array,
  departure: number,
): boolean {
  const { width, row, duration, service, windows, stopCount, shiftTo } = model
  const { arrival, start, leave } = timing
  const count = tour.length
  const hub = row[stopCount + vehicle]
  let time = departure
  let from = hub
  let waiting = 0
  let slack = Number.POSITIVE_INFINITY
  for (let position = 0; position < count; position++) {
    const stop = tour[position]
    time += duration[from * width + stop]
    const begin = beginAt(windows, stop, time)
    if (begin === TOO_LATE) return fail(timing, position)
    arrival[position] = time
    start[position] = begin
    waiting += begin - time
    slack = Math.min(slack, roomAt(windows, stop, begin) + waiting)
    time = begin + service[stop]
    leave[position] = time
    from = stop
  }
  time += duration[from * width + hub]
  if (time > shiftTo[vehicle]) return fail(timing, count)
  timing.finish = time
  timing.waiting = waiting
  timing.slack = Math.min(slack, shiftTo[vehicle] - time + waiting)
  timing.breakCount = 0
  return true
}

function fail(timing: Timing, position: number): false {
  timing.finish = TOO_LATE
  timing.lateAt = position
  return false
}
