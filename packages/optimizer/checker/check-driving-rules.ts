import type { FleetProblem } from '../problem/problem.ts'
import type { DrivingRules } from '../problem/vehicle.ts'
import type { Tour } from '../solution/solution.ts'

/**
 * A stretch of a tour. Waiting that is not reported as a break counts toward a break only under rules that count any
 * time without driving.
 */
interface Activity {
  readonly kind: 'drive' | 'work' | 'rest' | 'wait'
  readonly duration: number
}

/** Replays what the driver does during a tour and reports every violation of the driving-time rules. */
export function checkDrivingRules(problem: FleetProblem, tour: Tour): string[] {
  const rules = problem.vehicles[tour.vehicle]?.drivingRules
  if (!rules) return []
  const activities = listActivities(problem, tour)
  const violations = rules.countsAllWork ? checkInterruptions(rules, activities) : checkBreaks(rules, activities)
  const driving = activities.reduce((sum, { kind, duration }) => sum + (kind === 'drive' ? duration : 0), 0)
  if (driving > rules.maxDriving) violations.push(`drives for ${driving}, more than ${rules.maxDriving}`)
  const elapsed = tour.finish - tour.departure
  if (rules.maxDuration !== undefined && elapsed > rules.maxDuration)
    violations.push(`is on duty for ${elapsed}, more than ${rules.maxDuration}`)
  const total = activities.reduce((sum, { duration }) => sum + duration, 0)
  if (total !== elapsed) violations.push(`has activities of ${total} in a tour of ${elapsed}`)
  return violations
}

/**
 * Checks the breaks under rules that count only rest. A break has its full duration, or two parts of which the second
 * is the longer one.
 */
function checkBreaks(rules: DrivingRules, activities: readonly Activity[]): string[] {
  const violations: string[] = []
  let drivingTime = 0
  let hasFirstPart = false
  let restTime = 0
  let isSameRest = false
  for (const { kind, duration } of activities) {
    if (duration === 0) continue
    restTime = kind === 'rest' ? restTime + duration : 0
    if (kind !== 'rest') isSameRest = false
    if (kind === 'drive') drivingTime += duration
    if (drivingTime > rules.maxDrivingBeforeBreak)
      violations.push(`drives for ${drivingTime} without a break, more than ${rules.maxDrivingBeforeBreak}`)
    const [first, second] = rules.splitBreak ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    if (restTime >= rules.breakDuration || (hasFirstPart && !isSameRest && restTime >= second)) {
      drivingTime = 0
      hasFirstPart = false
    } else if (restTime >= first && !hasFirstPart && drivingTime > 0) {
      hasFirstPart = true
      isSameRest = true
    }
  }
  return violations
}

/** Checks the breaks under rules that count any time without driving. */
function checkInterruptions(rules: DrivingRules, activities: readonly Activity[]): string[] {
  const violations: string[] = []
  let drivingTime = 0
  let interrupted = 0
  for (const { kind, duration } of activities) {
    if (duration === 0) continue
    interrupted = kind === 'drive' ? 0 : interrupted + duration
    if (kind === 'drive') drivingTime += duration
    if (drivingTime > rules.maxDrivingBeforeBreak)
      violations.push(`drives for ${drivingTime} without a break, more than ${rules.maxDrivingBeforeBreak}`)
    if (interrupted >= rules.breakDuration) drivingTime = 0
  }
  return violations
}

function listActivities(problem: FleetProblem, tour: Tour): Activity[] {
  const activities: Activity[] = []
  let departTime = tour.departure
  for (let position = 0; position <= tour.stops.length; position++) {
    activities.push(...listLegActivities(problem, tour, position, departTime))
    const [arrival, start, end] = [tour.arrivals[position], tour.starts[position], tour.departures[position]]
    if (arrival === undefined || start === undefined || end === undefined) break
    activities.push({ kind: 'wait', duration: start - arrival }, { kind: 'work', duration: end - start })
    departTime = end
  }
  return activities
}

/** Cuts the activities of a leg where its breaks begin. */
function listLegActivities(problem: FleetProblem, tour: Tour, position: number, departTime: number): Activity[] {
  const remainingParts = listLegParts(problem, tour, position)
  const activities: Activity[] = []
  let clock = departTime
  for (const taken of tour.breaks.filter((tourBreak) => tourBreak.position === position)) {
    while (clock < taken.start) {
      const part = remainingParts.shift()
      if (!part) return [...activities, { kind: 'wait', duration: Number.NaN }]
      const duration = Math.min(part.duration, taken.start - clock)
      activities.push({ kind: part.kind, duration })
      clock += duration
      if (duration < part.duration) remainingParts.unshift({ kind: part.kind, duration: part.duration - duration })
    }
    activities.push({ kind: 'rest', duration: taken.duration })
    clock += taken.duration
  }
  return [...activities, ...remainingParts]
}

function listLegParts(
  { stops, vehicles, size, travel, duration }: FleetProblem,
  tour: Tour,
  position: number,
): Activity[] {
  const vehicle = vehicles[tour.vehicle]
  const table = travel?.[vehicle?.travel ?? -1]?.duration ?? duration
  const locationOf = (index: number): number | undefined => stops[tour.stops[index] ?? -1]?.location
  const from = position === 0 ? vehicle?.start : locationOf(position - 1)
  const to = position === tour.stops.length ? vehicle?.end : locationOf(position)
  const toDrive = (a: number | undefined, b: number | undefined): Activity => ({
    kind: 'drive',
    duration: a === undefined || b === undefined ? 0 : (table[a * size + b] ?? Number.NaN),
  })
  const reload = tour.reloads.find((tourReload) => tourReload.position === position)
  const depot = reload && vehicle?.reloads?.depots[reload.depot]
  const setup: Activity = { kind: 'work', duration: tour.setups[position] ?? 0 }
  if (depot === undefined) return [toDrive(from, to), setup]
  return [toDrive(from, depot), { kind: 'work', duration: vehicle?.reloads?.duration ?? 0 }, toDrive(depot, to), setup]
}
