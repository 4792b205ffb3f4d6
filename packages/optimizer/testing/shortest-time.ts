import type { FleetProblem } from '../problem/problem.ts'
import type { FleetStop, TimeWindow } from '../problem/stop.ts'

const INFEASIBLE = Number.POSITIVE_INFINITY

/** A tour step: driving time followed by service or a break within its windows. */
interface TourStep {
  readonly driving: number
  readonly length: number
  readonly windows: readonly TimeWindow[]
  readonly isBreak: boolean
  readonly softWindow?: FleetStop['softWindow']
}

/**
 * Finds the shortest time from departure to arrival in this order, over all break positions and all relevant
 * departures. Without `isCounted`, only feasibility is checked. Returns infinity if the tour cannot be driven.
 */
export function findShortestDuration(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
  isCounted: boolean,
  reloads: ReadonlyMap<number, number> = new Map(),
): number {
  const { opens, closes } = toShift(problem, vehicle, order)
  let shortest = INFEASIBLE
  for (const steps of listBreakArrangements(problem, vehicle, order, reloads)) {
    for (const departure of isCounted ? listDepartures(steps, opens, closes) : [opens]) {
      const finish = simulateSteps(steps, departure)
      if (finish <= closes && finish < INFEASIBLE) shortest = Math.min(shortest, finish - departure)
    }
  }
  return shortest
}

/**
 * Finds the lowest time-dependent cost of this order over all break positions and all relevant departures. The cost
 * covers duration, overtime, and service outside of soft windows.
 */
export function findLowestPrice(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
  reloads: ReadonlyMap<number, number> = new Map(),
): number {
  const { opens, closes } = toShift(problem, vehicle, order)
  const { costs, shift, maxDuration = INFEASIBLE } = problem.vehicles[vehicle] ?? {}
  const { perDuration = 0, perOvertime = 0 } = costs ?? {}
  if (perDuration === 0 && perOvertime === 0 && !order.some((stop) => problem.stops[stop]?.softWindow)) return 0
  const shiftEnd = shift?.[1] ?? INFEASIBLE
  let lowest = INFEASIBLE
  for (const steps of listBreakArrangements(problem, vehicle, order, reloads)) {
    for (const departure of listDepartures(steps, opens, closes)) {
      let softPenalty = 0
      const finish = simulateSteps(steps, departure, ({ softWindow }, start) => {
        if (!softWindow) return
        const { window, earlyCost = 0, lateCost = 0 } = softWindow
        softPenalty += earlyCost * Math.max(0, window[0] - start) + lateCost * Math.max(0, start - window[1])
      })
      if (finish > closes || finish === INFEASIBLE || finish - departure > maxDuration) continue
      const overtime = shiftEnd === INFEASIBLE ? 0 : Math.max(0, finish - shiftEnd)
      lowest = Math.min(lowest, softPenalty + perDuration * (finish - departure) + perOvertime * overtime)
    }
  }
  return lowest
}

/**
 * Returns the effective shift. Goods that are released later delay the departure, and overtime removes the end of the
 * shift.
 */
function toShift(
  { stops, vehicles }: FleetProblem,
  vehicle: number,
  order: readonly number[],
): { readonly opens: number; readonly closes: number } {
  const { shift = [0, INFEASIBLE], costs } = vehicles[vehicle] ?? {}
  const releases = order.map((stop) => stops[stop]?.release ?? 0)
  return { opens: Math.max(shift[0], ...releases), closes: costs?.perOvertime === undefined ? shift[1] : INFEASIBLE }
}

/**
 * Lists the order with the breaks in every possible position. A drive that a break interrupts belongs to the step at
 * its destination.
 */
function listBreakArrangements(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
  reloads: ReadonlyMap<number, number>,
): TourStep[][] {
  const { stops, vehicles, size, travel, places } = problem
  const { duration } = travel?.[vehicles[vehicle]?.travel ?? -1] ?? problem
  const { start, end, breaks = [], reloads: vehicleReloads } = vehicles[vehicle] ?? {}
  const drivingTime = (from: number | undefined, to: number | undefined): number =>
    from === undefined || to === undefined ? 0 : (duration[from * size + to] ?? Number.NaN)
  const placeOf = (location: number | undefined) => places?.[location ?? -1] ?? location
  const locations = [start, ...order.map((stop) => stops[stop]?.location), end]
  const fixed: TourStep[] = locations.slice(1).map((to, index) => {
    const { service = 0, windows = [], setup = 0, softWindow } = stops[order[index] ?? -1] ?? {}
    const depot = reloads.get(index)
    const before = depot ?? locations[index]
    const toDepot = depot === undefined ? 0 : drivingTime(locations[index], depot) + (vehicleReloads?.duration ?? 0)
    const driving = toDepot + drivingTime(before, to) + (placeOf(to) === placeOf(before) ? 0 : setup)
    return { driving, length: service, windows, isBreak: false, softWindow }
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
 * Lists all relevant departures. A later departure helps until an arrival reaches the edge of a window. The time until
 * that arrival depends on which drives fit into the waiting time before breaks, so all combinations are tried.
 */
function listDepartures(steps: readonly TourStep[], opens: number, closes: number): Set<number> {
  const departures = new Set([opens])
  let spent = new Set([0])
  for (const { driving, length, windows, softWindow } of steps) {
    spent = new Set([...spent].flatMap((time) => [time, time + driving]))
    for (const edge of [...windows.flat(), ...(softWindow?.window ?? [])])
      for (const time of spent) departures.add(Math.max(opens, edge - time))
    spent = new Set([...spent].map((time) => time + length))
  }
  if (closes < INFEASIBLE) for (const time of spent) departures.add(Math.max(opens, closes - time))
  return departures
}

function simulateSteps(
  steps: readonly TourStep[],
  departure: number,
  visit?: (step: TourStep, start: number) => void,
): number {
  let clock = departure
  let drivenUntil = departure
  for (const step of steps) {
    const { driving, length, windows, isBreak } = step
    const ready = isBreak ? clock : Math.max(clock, drivenUntil + driving)
    const window = windows.find(([, to]) => to >= ready)
    if (windows.length > 0 && !window) return INFEASIBLE
    const start = Math.max(ready, window?.[0] ?? 0)
    visit?.(step, start)
    clock = start + length
    drivenUntil = isBreak ? drivenUntil + length : clock
  }
  return clock
}
