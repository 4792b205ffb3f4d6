import type { FleetModel, TimeWindowTable } from '../model.ts'
import type { TourTiming } from './timing.ts'

const TOO_EARLY = Number.NEGATIVE_INFINITY

/**
 * Lists the latest arrival at each stop that keeps the remaining stops, the breaks, and the end of the tour on time.
 * Breaks stay on their legs. The arrival is infinite if nothing limits it.
 */
export function listLatestArrivals(
  model: FleetModel,
  timing: TourTiming,
  vehicle: number,
  tour: Int32Array,
  departure: number,
): number[] {
  const { width, row, service, windows, stopCount, shiftTo, maxDuration, travel } = model
  const { breakFirst, breakDuration, breakWindows } = model
  const { duration } = travel[vehicle]
  const hasRules = model.problem.vehicles[vehicle].drivingRules !== undefined
  const hubRow = row[stopCount + vehicle]
  const latest = new Array<number>(tour.length).fill(0)
  let deadline = Math.min(shiftTo[vehicle], departure + maxDuration[vehicle])
  let breakIndex = timing.breakCount - 1
  for (let position = tour.length; position > 0; position--) {
    const to = position === tour.length ? hubRow : tour[position]
    const from = tour[position - 1]
    let restFrom = deadline
    let breakTime = 0
    for (; breakIndex >= 0 && timing.breakPosition[breakIndex] === position; breakIndex--) {
      if (hasRules) {
        breakTime += timing.breakLength[breakIndex]
        continue
      }
      const owner = breakFirst[vehicle] + breakIndex
      restFrom = findLatestStart(breakWindows, owner, restFrom - breakDuration[owner])
      breakTime += breakDuration[owner]
    }
    const leg = duration[from * width + to] + (timing.reloadLegs?.[position] ?? 0)
    const latestDeparture = Math.min(restFrom, deadline - leg - breakTime)
    deadline = findLatestStart(windows, from, latestDeparture - service[from])
    latest[position - 1] = deadline
  }
  return latest
}

/** Returns the latest start of a service or break within its windows that is not after the deadline. */
export function findLatestStart({ first, from, to }: TimeWindowTable, owner: number, deadline: number): number {
  if (first[owner] === first[owner + 1]) return deadline
  for (let window = first[owner + 1] - 1; window >= first[owner]; window--) {
    if (from[window] <= deadline) return Math.min(to[window], deadline)
  }
  return TOO_EARLY
}
