import type { FleetProblem, TimeWindow } from '../problem.ts'

const NEVER = Number.POSITIVE_INFINITY

/** A tour step: driving time followed by service or a break within its windows. */
interface Step {
  readonly driving: number
  readonly length: number
  readonly windows: readonly TimeWindow[]
  readonly isBreak: boolean
}

/**
 * The shortest time from departure to arrival in this order, over all break positions and all relevant departures.
 * Without `isCounted` it only checks feasibility. Returns infinity when the tour cannot be driven.
 */
export function shortestTime(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
  isCounted: boolean,
): number {
  const [opens, closes] = problem.vehicles[vehicle]?.shift ?? [0, NEVER]
  let shortest = NEVER
  for (const steps of listArrangements(problem, vehicle, order)) {
    for (const departure of isCounted ? listDepartures(steps, opens) : [opens]) {
      const finish = follow(steps, departure)
      if (finish <= closes && finish < NEVER) shortest = Math.min(shortest, finish - departure)
    }
  }
  return shortest
}

/**
 * Lists the order with the breaks in every possible position. A drive that a break interrupts belongs to the step it
 * leads to.
 */
function listArrangements(problem: FleetProblem, vehicle: number, order: readonly number[]): Step[][] {
  const { stops, vehicles, duration, size } = problem
  const { start, end, breaks = [] } = vehicles[vehicle] ?? {}
  const way = (from: number | undefined, to: number | undefined): number =>
    from === undefined || to === undefined ? 0 : (duration[from * size + to] ?? Number.NaN)
  const places = [start, ...order.map((stop) => stops[stop]?.location), end]
  const fixed: Step[] = places.slice(1).map((to, index) => {
    const { service = 0, windows = [] } = stops[order[index] ?? -1] ?? {}
    return { driving: way(places[index], to), length: service, windows, isBreak: false }
  })
  const place = (from: number, taken: number, before: readonly Step[]): Step[][] => {
    const step = fixed[from]
    if (step === undefined) return taken === breaks.length ? [[...before]] : []
    const rest = breaks[taken]
    const now = rest && { driving: 0, length: rest.duration, windows: rest.windows ?? [], isBreak: true }
    return [...place(from + 1, taken, [...before, step]), ...(now ? place(from, taken + 1, [...before, now]) : [])]
  }
  return place(0, 0, [])
}

/**
 * A later departure helps until an arrival hits the edge of a window. The time between departure and that arrival
 * depends on which drives fit into the waiting time before breaks, so all combinations are tried.
 */
function listDepartures(steps: readonly Step[], opens: number): Set<number> {
  const departures = new Set([opens])
  let spent = new Set([0])
  for (const { driving, length, windows } of steps) {
    spent = new Set([...spent].flatMap((time) => [time, time + driving]))
    for (const edge of windows.flat()) for (const time of spent) departures.add(Math.max(opens, edge - time))
    spent = new Set([...spent].map((time) => time + length))
  }
  return departures
}

function follow(steps: readonly Step[], departure: number): number {
  let clock = departure
  let driven = departure
  for (const { driving, length, windows, isBreak } of steps) {
    const ready = isBreak ? clock : Math.max(clock, driven + driving)
    const window = windows.find(([, to]) => to >= ready)
    if (windows.length > 0 && !window) return NEVER
    const begin = Math.max(ready, window?.[0] ?? 0)
    clock = begin + length
    driven = isBreak ? driven + length : clock
  }
  return clock
}
