import type { FleetProblem, TravelTables } from '../problem/problem.ts'
import type { TimeWindow } from '../problem/stop.ts'
import type { Tour } from '../solution/solution.ts'

/** Replays the timetable of a tour from departure to arrival and reports every impossible time. */
export function checkSchedule(problem: FleetProblem, tour: Tour): string[] {
  const { stops, vehicles } = problem
  const vehicle = vehicles[tour.vehicle]
  const [openTime, closeTime] = vehicle?.shift ?? [0, Number.POSITIVE_INFINITY]
  const violations: string[] = []
  if (tour.departure < openTime) violations.push(`leaves at ${tour.departure}, before its shift`)
  const overtime = vehicle?.costs?.perOvertime === undefined ? 0 : Math.max(0, tour.finish - closeTime)
  if (tour.finish - overtime > closeTime) violations.push(`returns at ${tour.finish}, after its shift`)
  if (tour.overtime !== overtime) violations.push(`works ${overtime} overtime, not ${tour.overtime}`)
  for (const stop of tour.stops) {
    const { release = 0 } = stops[stop] ?? {}
    if (tour.departure < release)
      violations.push(`leaves at ${tour.departure}, before the goods for stop ${stop} are ready`)
  }
  let previousDeparture = tour.departure
  let totalWaiting = 0
  for (const [position, stop] of tour.stops.entries()) {
    const arrival = checkLeg(problem, tour, position, previousDeparture, violations)
    const [arriveTime, startTime, departed] = [
      tour.arrivals[position],
      tour.starts[position],
      tour.departures[position],
    ]
    const { windows = [], service = 0 } = stops[stop] ?? {}
    if (arriveTime === undefined || startTime === undefined || departed === undefined)
      return [...violations, 'times are missing']
    if (arriveTime !== arrival.at) violations.push(`reaches stop ${stop} at ${arrival.at}, not at ${arriveTime}`)
    if (startTime < arriveTime) violations.push(`serves stop ${stop} before it arrives`)
    if (!isWithinWindow(windows, startTime)) violations.push(`serves stop ${stop} at ${startTime}, outside its windows`)
    if (departed !== startTime + service)
      violations.push(`leaves stop ${stop} at ${departed}, not at ${startTime + service}`)
    totalWaiting += arrival.waiting + startTime - arriveTime
    previousDeparture = departed
  }
  violations.push(...checkSlacks(problem, tour))
  const finalArrival = checkLeg(problem, tour, tour.stops.length, previousDeparture, violations)
  if (tour.finish !== finalArrival.at) violations.push(`reaches its end at ${finalArrival.at}, not at ${tour.finish}`)
  return [...violations, ...checkTotals(problem, tour, totalWaiting + finalArrival.waiting)]
}

/**
 * Checks that delaying an arrival by its slack keeps all following stops on time. Any longer delay must make at least
 * one stop late. Tours with breaks are not checked, because breaks move with the stops.
 */
function checkSlacks(problem: FleetProblem, tour: Tour): string[] {
  if (tour.breaks.length > 0) return []
  return tour.slacks.flatMap((slack, position) => {
    const arrival = tour.arrivals[position] ?? Number.NaN
    const isRight =
      slack === Number.POSITIVE_INFINITY
        ? isInTimeFrom(problem, tour, position, arrival + 2 ** 40)
        : isInTimeFrom(problem, tour, position, arrival + slack) &&
          !isInTimeFrom(problem, tour, position, arrival + slack + 1)
    return isRight ? [] : [`has a slack of ${slack} at position ${position}, which is wrong`]
  })
}

function isInTimeFrom(problem: FleetProblem, tour: Tour, from: number, firstArrival: number): boolean {
  const { stops, vehicles, size } = problem
  const { duration } = getTables(problem, tour)
  const { end, shift, costs, drivingRules, ...limits } = vehicles[tour.vehicle] ?? {}
  const [maxDuration, maxDuty] = [limits.maxDuration, drivingRules?.maxDuration].map(
    (limit) => limit ?? Number.POSITIVE_INFINITY,
  )
  let clock = firstArrival
  for (let position = from; position < tour.stops.length; position++) {
    const { location = 0, service = 0, windows = [] } = stops[tour.stops[position] ?? -1] ?? {}
    const arrival = clock
    const window = windows.find(([, to]) => to >= arrival)
    if (windows.length > 0 && !window) return false
    const next = position + 1 === tour.stops.length ? end : stops[tour.stops[position + 1] ?? -1]?.location
    const reload = tour.reloads.find((tourReload) => tourReload.position === position + 1)
    const { depots = [], duration: reloading = 0 } = vehicles[tour.vehicle]?.reloads ?? {}
    const drive = listLegDrives(reload ? [location, depots[reload.depot], next] : [location, next]).reduce(
      (sum, [a, b]) => sum + (duration[a * size + b] ?? Number.NaN),
      reload ? reloading : 0,
    )
    clock = Math.max(arrival, window?.[0] ?? 0) + service + drive + (tour.setups[position + 1] ?? 0)
  }
  const closeTime =
    costs?.perOvertime === undefined ? (shift?.[1] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  return clock <= closeTime && clock - tour.departure <= Math.min(maxDuration ?? 0, maxDuty ?? 0)
}

function checkTotals({ stops, vehicles }: FleetProblem, tour: Tour, waiting: number): string[] {
  const violations: string[] = []
  const { breaks = [], drivingRules } = vehicles[tour.vehicle] ?? {}
  const totalBreakDuration = (drivingRules ? tour.breaks : breaks).reduce((sum, { duration }) => sum + duration, 0)
  const service = tour.stops.reduce((sum, stop) => sum + (stops[stop]?.service ?? 0), 0)
  if (tour.breaks.some(({ index, duration }) => index !== undefined && duration !== breaks[index]?.duration))
    violations.push('breaks have wrong durations')
  if (!drivingRules && tour.breaks.map(({ index }) => index).join() !== breaks.map((_, index) => index).join())
    violations.push('breaks are missing')
  if (tour.waiting !== waiting) violations.push(`waits ${waiting}, not ${tour.waiting}`)
  if (tour.resting !== totalBreakDuration) violations.push(`rests ${totalBreakDuration}, not ${tour.resting}`)
  if (tour.service !== service) violations.push(`serves for ${service}, not ${tour.service}`)
  if (tour.duration !== tour.finish - tour.departure)
    violations.push('has a duration other than the time from departure to arrival')
  const setup = tour.setups.reduce((sum, setupTime) => sum + setupTime, 0)
  if (tour.setup !== setup) violations.push(`has ${setup} of setup, not ${tour.setup}`)
  const reloading = tour.reloads.length * (vehicles[tour.vehicle]?.reloads?.duration ?? 0)
  if (tour.reloading !== reloading) violations.push(`reloads for ${reloading}, not ${tour.reloading}`)
  if (tour.duration !== tour.driving + setup + reloading + service + waiting + totalBreakDuration)
    violations.push('has a duration other than the sum of its parts')
  return violations
}

/**
 * Checks a leg and its breaks, starting from its departure time. Breaks must not overlap, and each must begin within
 * one of its windows. The vehicle drives before, between, and after the breaks. Any remaining time is waiting time.
 */
function checkLeg(problem: FleetProblem, tour: Tour, position: number, departTime: number, violations: string[]) {
  const { stops, vehicles, size } = problem
  const { duration } = getTables(problem, tour)
  const vehicle = vehicles[tour.vehicle]
  const locationOf = (index: number): number | undefined => stops[tour.stops[index] ?? -1]?.location
  const from = position === 0 ? vehicle?.start : locationOf(position - 1)
  const to = position === tour.stops.length ? vehicle?.end : locationOf(position)
  const reload = tour.reloads.find((tourReload) => tourReload.position === position)
  const drive = listLegDrives(reload ? [from, vehicle?.reloads?.depots[reload.depot], to] : [from, to]).reduce(
    (sum, [a, b]) => sum + (duration[a * size + b] ?? Number.NaN),
    reload ? (vehicle?.reloads?.duration ?? Number.NaN) : 0,
  )
  const setup = getSetup(problem, tour, position)
  if (position < tour.stops.length && tour.setups[position] !== setup)
    violations.push(`has a setup of ${setup} at position ${position}, not of ${tour.setups[position]}`)
  const drivingTime = drive + setup
  let breaksEnd = departTime
  let restTime = 0
  for (const tourBreak of tour.breaks.filter((takenBreak) => takenBreak.position === position)) {
    const { index, start, duration: length } = tourBreak
    const windows = vehicle?.breaks?.[index ?? -1]?.windows ?? []
    const name = index ?? tour.breaks.indexOf(tourBreak)
    if (start < breaksEnd) violations.push(`break ${name} begins at ${start}, before ${breaksEnd}`)
    if (!isWithinWindow(windows, start)) violations.push(`break ${name} begins at ${start}, outside its windows`)
    breaksEnd = start + length
    restTime += length
  }
  const arrivalTime = Math.max(breaksEnd, departTime + drivingTime + restTime)
  return { at: arrivalTime, waiting: arrivalTime - departTime - drivingTime - restTime }
}

/** Returns the travel matrices of the vehicle. */
export function getTables(problem: FleetProblem, { vehicle }: Pick<Tour, 'vehicle'>): TravelTables {
  return problem.travel?.[problem.vehicles[vehicle]?.travel ?? -1] ?? problem
}

function listLegDrives(locations: readonly (number | undefined)[]): (readonly [from: number, to: number])[] {
  return locations.slice(1).flatMap((to, index) => {
    const from = locations[index]
    return from === undefined || to === undefined ? [] : [[from, to] as const]
  })
}

/** Returns the setup time of a stop. It is 0 if the vehicle comes from the same place. */
function getSetup({ stops, vehicles, places }: FleetProblem, tour: Tour, position: number): number {
  const stop = stops[tour.stops[position] ?? -1]
  const vehicle = vehicles[tour.vehicle]
  const reload = tour.reloads.find((tourReload) => tourReload.position === position)
  const previous = position === 0 ? vehicle?.start : stops[tour.stops[position - 1] ?? -1]?.location
  const origin = reload ? vehicle?.reloads?.depots[reload.depot] : previous
  if (stop === undefined) return 0
  const isSamePlace =
    origin !== undefined && (places === undefined ? stop.location === origin : places[stop.location] === places[origin])
  return isSamePlace ? 0 : (stop.setup ?? 0)
}

function isWithinWindow(windows: readonly TimeWindow[], time: number): boolean {
  return windows.length === 0 || windows.some(([from, to]) => from <= time && time <= to)
}
