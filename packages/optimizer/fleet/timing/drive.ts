import type { FleetModel } from '../model.ts'
import { earliestStartAt, slackInWindow, TOO_LATE, type TourTiming } from './timing.ts'

/**
 * Simulates a tour without breaks, as early as possible from a departure time. An earlier arrival is never worse for
 * the following stops, so the first window that is still open is always the best.
 */
export function simulateTour(
  model: FleetModel,
  timing: TourTiming,
  vehicle: number,
  tour: Int32Array,
  departure: number,
): boolean {
  const { width, row, service, windows, stopCount, shiftTo } = model
  const { duration } = model.travel[vehicle]
  const { arrival, serviceStart, serviceEnd, waitingUntil, reloadLegs } = timing
  const count = tour.length
  const hubRow = row[stopCount + vehicle]
  let time = departure
  let from = hubRow
  let waiting = 0
  let slack = Number.POSITIVE_INFINITY
  for (let position = 0; position < count; position++) {
    const stop = tour[position]
    time += duration[from * width + stop]
    if (reloadLegs) time += reloadLegs[position]
    const startTime = earliestStartAt(windows, stop, time)
    if (startTime === TOO_LATE) return markLate(timing, position)
    arrival[position] = time
    serviceStart[position] = startTime
    waiting += startTime - time
    waitingUntil[position] = waiting
    slack = Math.min(slack, slackInWindow(windows, stop, startTime) + waiting)
    time = startTime + service[stop]
    serviceEnd[position] = time
    from = stop
  }
  time += duration[from * width + hubRow]
  if (time > shiftTo[vehicle]) return markLate(timing, count)
  timing.finish = time
  timing.waiting = waiting
  timing.slack = Math.min(slack, shiftTo[vehicle] - time + waiting)
  timing.breakCount = 0
  return true
}

function markLate(timing: TourTiming, position: number): false {
  timing.finish = TOO_LATE
  timing.latePosition = position
  return false
}
