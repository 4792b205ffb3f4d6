import type { DrivingRules, FleetProblem, Tour } from '../problem.ts'

/** A stretch of a tour. Waiting that is not reported as a break counts as rest only where all work does. */
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

/** Only rest counts. A break has its full duration, or two parts of which the second is the longer one. */
function checkBreaks(rules: DrivingRules, activities: readonly Activity[]): string[] {
  const violations: string[] = []
  let driven = 0
  let hasFirstPart = false
  let rested = 0
  let isSameRest = false
  for (const { kind, duration } of activities) {
    if (duration === 0) continue
    rested = kind === 'rest' ? rested + duration : 0
    if (kind !== 'rest') isSameRest = false
    if (kind === 'drive') driven += duration
    if (driven > rules.maxDrivingBeforeBreak)
      violations.push(`drives for ${driven} without a break, more than ${rules.maxDrivingBeforeBreak}`)
    const [first, second] = rules.splitBreak ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    if (rested >= rules.breakDuration || (hasFirstPart && !isSameRest && rested >= second)) {
      driven = 0
      hasFirstPart = false
    } else if (rested >= first && !hasFirstPart && driven > 0) {
      hasFirstPart = true
      isSameRest = true
    }
  }
  return violations
}

/** Any time without driving counts. */
function checkInterruptions(rules: DrivingRules, activities: readonly Activity[]): string[] {
  const violations: string[] = []
  let driven = 0
  let interrupted = 0
  for (const { kind, duration } of activities) {
    if (duration === 0) continue
    interrupted = kind === 'drive' ? 0 : interrupted + duration
    if (kind === 'drive') driven += duration
    if (driven > rules.maxDrivingBeforeBreak)
      violations.push(`drives for ${driven} without a break, more than ${rules.maxDrivingBeforeBreak}`)
    if (interrupted >= rules.breakDuration) driven = 0
  }
  return violations
}

function listActivities(problem: FleetProblem, tour: Tour): Activity[] {
  const activities: Activity[] = []
  let leaving = tour.departure
  for (let position = 0; position <= tour.stops.length; position++) {
    activities.push(...listLegActivities(problem, tour, position, leaving))
    const [arrival, start, end] = [tour.arrivals[position], tour.starts[position], tour.departures[position]]
    if (arrival === undefined || start === undefined || end === undefined) break
    activities.push({ kind: 'wait', duration: start - arrival }, { kind: 'work', duration: end - start })
    leaving = end
  }
  return activities
}

/** Cuts the activities of a leg where its breaks begin. */
function listLegActivities(problem: FleetProblem, tour: Tour, position: number, leaving: number): Activity[] {
  const left = listLegParts(problem, tour, position)
  const activities: Activity[] = []
  let clock = leaving
  for (const taken of tour.breaks.filter((each) => each.position === position)) {
    while (clock < taken.start) {
      const part = left.shift()
      if (!part) return [...activities, { kind: 'wait', duration: Number.NaN }]
      const duration = Math.min(part.duration, taken.start - clock)
      activities.push({ kind: part.kind, duration })
      clock += duration
      if (duration < part.duration) left.unshift({ kind: part.kind, duration: part.duration - duration })
    }
    activities.push({ kind: 'rest', duration: taken.duration })
    clock += taken.duration
  }
  return [...activities, ...left]
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
  const reload = tour.reloads.find((each) => each.position === position)
  const depot = reload && vehicle?.reloads?.depots[reload.depot]
  const setup: Activity = { kind: 'work', duration: tour.setups[position] ?? 0 }
  if (depot === undefined) return [toDrive(from, to), setup]
  return [toDrive(from, depot), { kind: 'work', duration: vehicle?.reloads?.duration ?? 0 }, toDrive(depot, to), setup]
}
