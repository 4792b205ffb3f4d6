import type { FleetProblem, TimeWindow } from '../problem.ts'

const INFEASIBLE = Number.POSITIVE_INFINITY

/** A tour step: driving time followed by service or a break within its windows. */
interface TourStep {
  readonly driving: number
  readonly length: number
  readonly windows: readonly TimeWindow[]
  readonly isBreak: boolean
}

/**
 * The shortest time from departure to arrival in this order, over all break positions and all relevant departures.
 * Without `isCounted` it only checks feasibility. Returns infinity when the tour cannot be driven.
 */
export function findShortestDuration(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
  isCounted: boolean,
): number {
  const [opens, closes] = problem.vehicles[vehicle]?.shift ?? [0, INFEASIBLE]
  let shortest = INFEASIBLE
  for (const steps of listBreakArrangements(problem, vehicle, order)) {
    for (const departure of isCounted ? listDepartures(steps, opens) : [opens]) {
      const finish = simulateSteps(steps, departure)
      if (finish <= closes && finish < INFEASIBLE) shortest = Math.min(shortest, finish - departure)
    }
  }
  return shortest
}

/**
 * Lists the order with the breaks in every possible position. A drive that a break interrupts belongs to the step it
 * leads to.
 */
function listBreakArrangements(problem: FleetProblem, vehicle: number, order: readonly number[]): TourStep[][] {
  const { stops, vehicles, duration, size } = problem
  const { start, end, breaks = [] } = vehicles[vehicle] ?? {}
  const drivingTime = (from: number | undefined, to: number | undefined): number =>
    from === undefined || to === undefined ? 0 : (duration[from * size + to] ?? Number.NaN)
  const locations = [start, ...order.map((stop) => stops[stop]?.location), end]
  const fixed: TourStep[] = locations.slice(1).map((to, index) => {
    const { service = 0, windows = [] } = stops[order[index] ?? -1] ?? {}
    return { driving: drivingTime(locations[index], to), length: service, windows, isBreak: false }
  })
  const insertBreaks = (from: number, breaksTaken: number, before: readonly TourStep[]): TourStep[][] => {
    const step = fixed[from]
    if (step === undefined) return breaksTaken === breaks.length ? [[...before]] : []
    const nextBreak = breaks[breaksTaken]
    const now = nextBreak && { driving: 0, length: nextBreak.duration, windows: nextBreak.windows ?? [], isBreak: true }
    return [
      ...insertBreaks(from + 1, breaksTaken, [...before, step]),
      ...(now ? insertBreaks(from, breaksTaken + 1, [...before, now]) : []),
    ]
  }
  return insertBreaks(0, 0, [])
}

/**
 * A later departure helps until an arrival hits the edge of a window. The time between departure and that arrival
 * depends on which drives fit into the waiting time before breaks, so all combinations are tried.
 */
function listDepartures(steps: readonly TourStep[], opens: number): Set<number> {
  const departures = new Set([opens])
  let spent = new Set([0])
  for (const { driving, length, windows } of steps) {
    spent = new Set([...spent].flatMap((time) => [time, time + driving]))
    for (const edge of windows.flat()) for (const time of spent) departures.add(Math.max(opens, edge - time))
    spent = new Set([...spent].map((time) => time + length))
  }
  return departures
}

function simulateSteps(steps: readonly TourStep[], departure: number): number {
  let clock = departure
  let drivenUntil = departure
  for (const { driving, length, windows, isBreak } of steps) {
    const ready = isBreak ? clock : Math.max(clock, drivenUntil + driving)
    const window = windows.find(([, to]) => to >= ready)
    if (windows.length > 0 && !window) return INFEASIBLE
    const start = Math.max(ready, window?.[0] ?? 0)
    clock = start + length
    drivenUntil = isBreak ? drivenUntil + length : clock
  }
  return clock
}
