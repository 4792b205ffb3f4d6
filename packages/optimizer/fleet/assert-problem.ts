import type { FleetProblem, TimeWindow } from '../problem.ts'

/** Beyond this, sums over a tour could exceed exact doubles or the 32-bit range of the kernels. */
const MAX_AMOUNT = 2 ** 40

/** Throws on caller errors. A stop that cannot be served is not an error. */
export function assertProblem(problem: FleetProblem): void {
  const { size, stops, vehicles, pairs = [] } = problem
  for (const name of ['cost', 'duration', 'distance'] as const) {
    if (problem[name].length !== size * size) throw new RangeError(`${name} does not have ${size} × ${size} cells`)
  }
  stops.forEach(({ location, service = 0, demand = [], windows = [], priority = 0 }, stop) => {
    assertIndex(location, size, `location of stop ${stop}`)
    assertAmounts([service, ...demand], `service and demand of stop ${stop}`)
    assertWindows(windows, `windows of stop ${stop}`)
    if (!(priority >= 0 && priority <= 100)) throw new RangeError(`priority of stop ${stop} is not between 0 and 100`)
  })
  vehicles.forEach((vehicle, index) => {
    const { start = 0, end = 0, capacity = [], shift, breaks = [], mustVisit = [] } = vehicle
    if (vehicle.start !== undefined) assertIndex(start, size, `start of vehicle ${index}`)
    if (vehicle.end !== undefined) assertIndex(end, size, `end of vehicle ${index}`)
    const { maxDistance = 0, maxDuration = 0, maxStops = 0 } = vehicle
    assertAmounts([...capacity, maxDistance, maxDuration, maxStops], `limits of vehicle ${index}`)
    if (shift) assertWindows([shift], `shift of vehicle ${index}`)
    for (const { duration, windows = [] } of breaks) {
      assertAmounts([duration], `breaks of vehicle ${index}`)
      assertWindows(windows, `breaks of vehicle ${index}`)
    }
    for (const stop of mustVisit) assertIndex(stop, stops.length, `mustVisit of vehicle ${index}`)
  })
  const pairedStops = pairs.flatMap(({ pickup, delivery }) => [pickup, delivery])
  for (const stop of pairedStops) assertIndex(stop, stops.length, 'stop of a pair')
  if (new Set(pairedStops).size !== pairedStops.length) throw new RangeError('a stop belongs to more than one pair')
  assertInitialOrders(problem)
}

function assertInitialOrders({ initialOrders, stops, vehicles }: FleetProblem): void {
  if (!initialOrders) return
  if (initialOrders.length > vehicles.length)
    throw new RangeError('the given solution has more tours than there are vehicles')
  for (const stop of initialOrders.flat()) assertIndex(stop, stops.length, 'stop of the given solution')
}

function assertIndex(index: number, count: number, label: string): void {
  if (!(Number.isInteger(index) && index >= 0 && index < count))
    throw new RangeError(`${label}: no ${index} of ${count}`)
}

function assertAmounts(amounts: readonly number[], label: string): void {
  if (!amounts.every((amount) => Number.isInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT)) {
    throw new RangeError(`${label}: whole numbers ≥ 0 are expected`)
  }
}

function assertWindows(windows: readonly TimeWindow[], label: string): void {
  let previousEnd = -1
  for (const [from, to] of windows) {
    assertAmounts([from, to], label)
    if (from > to || from <= previousEnd) throw new RangeError(`${label}: not in ascending order`)
    previousEnd = to
  }
}
