import type { FleetProblem } from '../problem/problem.ts'
import type { TimeWindow } from '../problem/stop.ts'

/**
 * Maximum amount. With larger amounts, sums over a tour could exceed the range in which doubles or 32-bit integers are
 * exact.
 */
const MAX_AMOUNT = 2 ** 40

/** Throws if the problem is malformed. A stop that cannot be served is not an error. */
export function assertProblem(problem: FleetProblem): void {
  const { size, stops, vehicles, places, pairs = [] } = problem
  if (places) assertAmounts(places, 'places')
  if (places && places.length !== size) throw new RangeError(`places does not have ${size} entries`)
  for (const tables of [problem, ...(problem.travel ?? [])]) {
    for (const name of ['cost', 'duration', 'distance'] as const) {
      if (tables[name].length !== size * size) throw new RangeError(`${name} does not have ${size} × ${size} cells`)
    }
  }
  stops.forEach(
    (
      { location, service = 0, demand = [], windows = [], priority = 0, release = 0, setup = 0, prize = 0, softWindow },
      stop,
    ) => {
      assertIndex(location, size, `location of stop ${stop}`)
      assertAmounts([service, ...demand], `service and demand of stop ${stop}`)
      assertWindows(windows, `windows of stop ${stop}`)
      assertAmounts([release, setup], `release and setup of stop ${stop}`)
      assertRates([prize], `prize of stop ${stop}`)
      if (softWindow) assertWindows([softWindow.window], `soft window of stop ${stop}`)
      assertRates([softWindow?.earlyCost ?? 0, softWindow?.lateCost ?? 0], `soft window of stop ${stop}`)
      if (!(priority >= 0 && priority <= 100)) throw new RangeError(`priority of stop ${stop} is not between 0 and 100`)
    },
  )
  vehicles.forEach((vehicle, index) => {
    const { start = 0, end = 0, capacity = [], shift, breaks = [], mustVisit = [] } = vehicle
    if (vehicle.start !== undefined) assertIndex(start, size, `start of vehicle ${index}`)
    if (vehicle.end !== undefined) assertIndex(end, size, `end of vehicle ${index}`)
    const { maxDistance = 0, range = 0, maxDuration = 0, maxStops = 0 } = vehicle
    assertAmounts([...capacity, maxDistance, range, maxDuration, maxStops], `limits of vehicle ${index}`)
    // The end of a shift may be infinite.
    if (shift) assertWindows([[shift[0], Math.min(shift[1], MAX_AMOUNT)]], `shift of vehicle ${index}`)
    for (const { duration, windows = [] } of breaks) {
      assertAmounts([duration], `breaks of vehicle ${index}`)
      assertWindows(windows, `breaks of vehicle ${index}`)
    }
    const { fixed = 0, perDistance = 0, perDuration = 0, perOvertime = 0 } = vehicle.costs ?? {}
    assertRates([fixed, perDistance, perDuration, perOvertime], `costs of vehicle ${index}`)
    if (vehicle.travel !== undefined)
      assertIndex(vehicle.travel, problem.travel?.length ?? 0, `travel of vehicle ${index}`)
    if (vehicle.reloads) {
      assertAmounts([vehicle.reloads.maxTrips - 1, vehicle.reloads.duration], `reloads of vehicle ${index}`)
      for (const depot of vehicle.reloads.depots) assertIndex(depot, size, `depots of vehicle ${index}`)
    }
    if (vehicle.drivingRules) {
      const {
        maxDriving,
        maxDrivingBeforeBreak,
        breakDuration,
        splitBreak,
        maxDuration: maxDuty = 0,
      } = vehicle.drivingRules
      const amounts = [maxDriving, maxDrivingBeforeBreak - 1, breakDuration, maxDuty, ...(splitBreak ?? [])]
      assertAmounts(amounts, `driving-time rules of vehicle ${index}`)
      if (breaks.length > 0) throw new RangeError(`vehicle ${index} has both breaks and driving-time rules`)
    }
    for (const stop of mustVisit) assertIndex(stop, stops.length, `mustVisit of vehicle ${index}`)
  })
  const pairedStops = pairs.flatMap(({ pickup, delivery }) => [pickup, delivery])
  for (const stop of pairedStops) assertIndex(stop, stops.length, 'stop of a pair')
  if (new Set(pairedStops).size !== pairedStops.length) throw new RangeError('a stop belongs to more than one pair')
  for (const { maxDetour = 0 } of pairs) assertAmounts([maxDetour], 'detour of a pair')
  assertGroups(problem, new Set(pairedStops))
  assertLocks(problem)
  assertInitialSequences(problem)
}

function assertGroups({ stops }: FleetProblem, pairedStops: ReadonlySet<number>): void {
  const isOptionalByGroup = new Map<number, boolean>()
  for (const [stop, { group, prize }] of stops.entries()) {
    if (group === undefined) continue
    if (pairedStops.has(stop)) throw new RangeError(`stop ${stop} belongs to both a pair and a group`)
    const isOptional = prize !== undefined
    if ((isOptionalByGroup.get(group) ?? isOptional) !== isOptional)
      throw new RangeError(`only some stops of group ${group} have a prize`)
    isOptionalByGroup.set(group, isOptional)
  }
}

function assertLocks({ stops, vehicles, pairs = [] }: FleetProblem): void {
  const lockedStops = vehicles.flatMap(({ locked = [] }) => locked)
  for (const stop of lockedStops) assertIndex(stop, stops.length, 'locked stop')
  if (new Set(lockedStops).size !== lockedStops.length) throw new RangeError('a stop is locked twice')
  for (const [vehicle, { locked = [] }] of vehicles.entries()) {
    const otherStops = vehicles.flatMap(({ mustVisit = [] }, other) => (other === vehicle ? [] : mustVisit))
    if (locked.some((stop) => otherStops.includes(stop)))
      throw new RangeError(`a locked stop of vehicle ${vehicle} belongs to another vehicle`)
    for (const { pickup, delivery } of pairs) {
      const position = locked.indexOf(delivery)
      if (position >= 0 && !locked.slice(0, position).includes(pickup))
        throw new RangeError(`vehicle ${vehicle} has a locked delivery without its pickup`)
    }
  }
}

function assertInitialSequences({ initialSequences, stops, vehicles }: FleetProblem): void {
  if (!initialSequences) return
  if (initialSequences.length > vehicles.length)
    throw new RangeError('the given solution has more tours than there are vehicles')
  for (const stop of initialSequences.flat()) assertIndex(stop, stops.length, 'stop of the given solution')
}

function assertIndex(index: number, count: number, label: string): void {
  if (!(Number.isInteger(index) && index >= 0 && index < count))
    throw new RangeError(`${label}: index ${index} is invalid; expected a whole number ≥ 0 and < ${count}`)
}

function assertAmounts(amounts: readonly number[], label: string): void {
  if (!amounts.every((amount) => Number.isInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT)) {
    throw new RangeError(`${label}: expected whole numbers ≥ 0`)
  }
}

function assertRates(rates: readonly number[], label: string): void {
  if (!rates.every((rate) => rate >= 0 && rate <= MAX_AMOUNT)) throw new RangeError(`${label}: expected numbers ≥ 0`)
}

function assertWindows(windows: readonly TimeWindow[], label: string): void {
  let previousEnd = -1
  for (const [from, to] of windows) {
    assertAmounts([from, to], label)
    if (from > to || from <= previousEnd) throw new RangeError(`${label}: not in ascending order`)
    previousEnd = to
  }
}
