import { findLockedViolation } from '../find-locked-violation.ts'
import { UNREACHABLE } from '../matrix.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { FleetStop, StopPair, TimeWindow } from '../problem/stop.ts'
import type { Break, DrivingRules, Vehicle, VehicleCosts } from '../problem/vehicle.ts'

export interface RandomProblemOptions {
  readonly stops: number
  readonly vehicles: number
  /** Adds vehicle costs, prizes, groups, setup, releases, and soft windows, each in about one in three problems. */
  readonly withCosts?: boolean | undefined
  /** Adds locked stops, detour limits for pairs, and LIFO unloading, each in about one in two problems. */
  readonly withOrderRules?: boolean | undefined
  /** Replaces the breaks of most vehicles with driving-time rules. */
  readonly withDrivingRules?: boolean | undefined
  /** Gives every vehicle a tour on each of two or three days, and limits some stops to some of the days. */
  readonly withDays?: boolean | undefined
  readonly without?: { readonly breaks?: boolean; readonly balance?: boolean } | undefined
}

/** Generates a problem with a random mixture of rules. Some stops may be impossible to serve. */
export function randomProblem(random: () => number, options: RandomProblemOptions): FleetProblem {
  const int = (below: number): number => Math.floor(random() * below)
  const often = (share: number): boolean => random() < share
  const locationCount = Math.max(1, options.stops - int(3)) + 2
  const points = Array.from({ length: locationCount }, () => [int(100), int(100)] as const)
  const uneven = often(0.5) ? 0.3 : 0
  const missing = often(0.15) ? 0.08 : 0
  const matrices = {
    cost: new Int32Array(locationCount ** 2),
    duration: new Int32Array(locationCount ** 2),
    distance: new Int32Array(locationCount ** 2),
  }
  for (let cell = 0; cell < locationCount ** 2; cell++) {
    const [from, to] = [Math.floor(cell / locationCount), cell % locationCount]
    if (from === to) continue
    const [a = [0, 0], b = [0, 0]] = [points[from], points[to]]
    const straight = Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) * (1 + uneven * random()))
    const isMissing = often(missing)
    matrices.cost[cell] = isMissing ? UNREACHABLE : straight
    matrices.duration[cell] = isMissing ? UNREACHABLE : Math.round(straight * (1 + uneven * random()))
    matrices.distance[cell] = isMissing ? UNREACHABLE : straight * 10
  }
  const rule = Object.fromEntries(
    ['demand', 'windows', 'skills', 'priority', 'pairs', 'service', 'breaks', 'shift', 'limits', 'tied'].map((name) => [
      name,
      often(0.35),
    ]),
  )
  const dimensions = rule.demand || rule.pairs ? 1 + int(2) : 0
  const window = (): TimeWindow => {
    const from = int(600)
    return [from, from + 20 + int(200)]
  }
  const windows = (): TimeWindow[] => {
    const [from, to] = window()
    return often(0.3)
      ? [
          [from, to],
          [to + 10 + int(50), to + 100 + int(100)],
        ]
      : [[from, to]]
  }
  const stop = (): FleetStop => ({
    location: int(locationCount),
    ...(rule.service && { service: int(20) }),
    ...(dimensions > 0 && { demand: Array.from({ length: dimensions }, () => int(10)) }),
    ...(rule.windows && often(0.7) && { windows: windows() }),
    ...(rule.skills && often(0.3) && { skills: [int(3)] }),
    ...(rule.priority && { priority: int(4) * 10 }),
  })
  const randomBreak = (): Break => ({ duration: 5 + int(30), ...(often(0.7) && { windows: [window()] }) })
  const vehicle = (index: number): Vehicle => ({
    ...(often(0.85) && { start: often(0.7) ? 0 : int(locationCount) }),
    ...(often(0.7) && { end: often(0.7) ? 0 : int(locationCount) }),
    ...(dimensions > 0 && {
      capacity: Array.from({ length: dimensions }, () => 10 + int(20 + (10 * options.stops) / options.vehicles)),
    }),
    ...(rule.skills && { skills: [0, 1, 2].filter(() => often(0.6)) }),
    ...(rule.shift && { shift: [int(100), 400 + int(600)] as const }),
    ...(rule.breaks &&
      !options.without?.breaks &&
      often(0.7) && { breaks: often(0.3) ? [randomBreak(), randomBreak()] : [randomBreak()] }),
    ...(rule.limits && often(0.5) && { maxDistance: 1000 + int(5000) }),
    ...(rule.limits && often(0.5) && { maxDuration: 100 + int(600) }),
    ...(rule.limits && often(0.5) && { maxStops: 1 + int(options.stops) }),
    ...(rule.tied && index < options.stops && often(0.5) && { mustVisit: [index] }),
  })
  const pairs: StopPair[] = []
  for (let pickup = 0; rule.pairs && pickup + 1 < options.stops; pickup += 2) {
    if (often(0.5)) pairs.push(often(0.5) ? { pickup, delivery: pickup + 1 } : { pickup: pickup + 1, delivery: pickup })
  }
  const balance = options.without?.balance || often(0.7) ? undefined : often(0.5) ? 'stops' : 'duration'
  const problem: FleetProblem = {
    size: locationCount,
    ...matrices,
    stops: Array.from({ length: options.stops }, stop),
    vehicles: Array.from({ length: options.vehicles }, (_, index) => vehicle(index)),
    pairs,
    ...(balance && { balance }),
  }
  const priced = options.withCosts ? addCosts(random, problem) : problem
  const ruled = options.withDrivingRules ? addDrivingRules(random, priced) : priced
  const daily = options.withDays ? addDays(random, ruled) : ruled
  return options.withOrderRules ? addOrderRules(random, daily) : daily
}

/** Length of a day. The windows and shifts of the other rules end earlier. */
const DAY_DURATION = 1500
/** First skill that represents a day. The other rules use smaller numbers. */
const FIRST_DAY_SKILL = 10

/**
 * Repeats every vehicle on each day, with its shift, breaks, and windows on that day. The allowed days of a stop are
 * represented by a skill, as in requests with multiple days.
 */
function addDays(random: () => number, problem: FleetProblem): FleetProblem {
  const int = (below: number): number => Math.floor(random() * below)
  const often = (share: number): boolean => random() < share
  const days = Array.from({ length: 2 + int(2) }, (_, day) => day)
  const shiftBy = (windows: readonly TimeWindow[] | undefined, day: number): TimeWindow[] =>
    (windows ?? []).map(([from, to]) => [from + day * DAY_DURATION, to + day * DAY_DURATION])
  /** Bit sets of days that stops use, each with its skill. */
  const daySets = [...new Set(problem.stops.map(() => (often(0.5) ? 0 : 1 + int(2 ** days.length - 1))))]
  const vehicles = problem.vehicles.flatMap((vehicle) =>
    days.flatMap((day): Vehicle[] => {
      if (day > 0 && often(0.2)) return []
      const [opens, closes] = vehicle.shift ?? [0, DAY_DURATION - 1]
      const skills = daySets.filter((set) => set & (1 << day)).map((set) => FIRST_DAY_SKILL + set)
      return [
        {
          ...vehicle,
          skills: [...(vehicle.skills ?? []), ...skills],
          shift: [opens + day * DAY_DURATION, Math.min(closes, DAY_DURATION - 1) + day * DAY_DURATION],
          ...(vehicle.breaks && {
            breaks: vehicle.breaks.map((each) => ({
              ...each,
              ...(each.windows && { windows: shiftBy(each.windows, day) }),
            })),
          }),
          // Only the first tour of the vehicle can own a stop.
          ...(vehicle.mustVisit && { mustVisit: day === 0 ? vehicle.mustVisit : [] }),
        },
      ]
    }),
  )
  return {
    ...problem,
    vehicles,
    stops: problem.stops.map((stop) => {
      const set = daySets[int(daySets.length)] ?? 0
      return {
        ...stop,
        ...(stop.windows && { windows: days.flatMap((day) => shiftBy(stop.windows, day)) }),
        ...(set > 0 && { skills: [...(stop.skills ?? []), FIRST_DAY_SKILL + set] }),
      }
    }),
  }
}

function addDrivingRules(random: () => number, problem: FleetProblem): FleetProblem {
  const int = (below: number): number => Math.floor(random() * below)
  const often = (share: number): boolean => random() < share
  return {
    ...problem,
    vehicles: problem.vehicles.map((vehicle) => {
      if (often(0.2)) return vehicle
      const breakDuration = 6 + int(30)
      const first = 1 + int(Math.floor(breakDuration / 2))
      const countsAllWork = often(0.4)
      const drivingRules: DrivingRules = {
        maxDriving: 200 + int(500),
        maxDrivingBeforeBreak: 20 + int(150),
        breakDuration,
        ...(countsAllWork && { countsAllWork }),
        ...(!countsAllWork && often(0.7) && { splitBreak: [first, breakDuration - first] as const }),
        ...(often(0.4) && { maxDuration: 300 + int(600) }),
      }
      return { ...vehicle, breaks: [], drivingRules }
    }),
  }
}

/** Adds random order rules. Locks that no tour can satisfy are omitted, because the problem would have no solution. */
function addOrderRules(random: () => number, problem: FleetProblem): FleetProblem {
  const int = (below: number): number => Math.floor(random() * below)
  const often = (share: number): boolean => random() < share
  const isLifo = often(0.5)
  const hasDetours = often(0.5)
  const hasLocks = often(0.6)
  const pairs = problem.pairs?.map((pair) => ({ ...pair, ...(hasDetours && often(0.7) && { maxDetour: int(60) }) }))
  const withPairs = {
    ...problem,
    pairs,
    vehicles: problem.vehicles.map((each) => ({ ...each, lifo: isLifo && often(0.7) })),
  }
  if (!hasLocks) return withPairs
  const left = [...problem.stops.keys()].sort(() => random() - 0.5)
  const owners = new Map(
    problem.vehicles.flatMap(({ mustVisit = [] }, vehicle) => mustVisit.map((stop) => [stop, vehicle])),
  )
  const served = new Set<number>()
  const groups = new Set<number>()
  const vehicles = withPairs.vehicles.map((vehicle, index) => {
    const locked: number[] = []
    for (let wanted = int(4); wanted > 0; wanted--) {
      const stop = left.find((each) => {
        const pickup = pairs?.find(({ delivery }) => delivery === each)?.pickup
        const { group } = problem.stops[each] ?? {}
        return (
          !served.has(each) &&
          (owners.get(each) ?? index) === index &&
          (pickup === undefined || locked.includes(pickup)) &&
          (group === undefined || !groups.has(group))
        )
      })
      if (stop === undefined) break
      served.add(stop)
      const { group } = problem.stops[stop] ?? {}
      if (group !== undefined) groups.add(group)
      locked.push(stop)
    }
    while (
      locked.length > 0 &&
      findLockedViolation({ ...withPairs, vehicles: withPairs.vehicles.with(index, { ...vehicle, locked }) })
    ) {
      const dropped = locked.pop()
      const { group } = problem.stops[dropped ?? -1] ?? {}
      if (dropped !== undefined) served.delete(dropped)
      if (group !== undefined) groups.delete(group)
    }
    return { ...vehicle, locked }
  })
  return { ...withPairs, vehicles }
}

function addCosts(random: () => number, problem: FleetProblem): FleetProblem {
  const int = (below: number): number => Math.floor(random() * below)
  const often = (share: number): boolean => random() < share
  const names = [
    'costs',
    'prize',
    'group',
    'setup',
    'release',
    'soft',
    'overtime',
    'reloads',
    'travel',
    'range',
  ] as const
  const rule = Object.fromEntries(names.map((name) => [name, often(0.35)]))
  const pairedStops = new Set(problem.pairs?.flatMap(({ pickup, delivery }) => [pickup, delivery]))
  const hasPrize = problem.stops.map(() => rule.prize && often(0.5))
  const groupOf = problem.stops.map((_, stop) =>
    rule.group && !pairedStops.has(stop) && often(0.5) ? 2 * int(2) + Number(hasPrize[stop]) : undefined,
  )
  const stop = (given: FleetStop, index: number): FleetStop => {
    const from = int(500)
    return {
      ...given,
      ...(hasPrize[index] && { prize: int(150) }),
      ...(groupOf[index] !== undefined && { group: groupOf[index] }),
      ...(rule.setup && { setup: int(15) }),
      ...(rule.release && often(0.5) && { release: int(200) }),
      ...(rule.soft &&
        often(0.6) && { softWindow: { window: [from, from + int(100)], earlyCost: int(3), lateCost: int(4) } }),
    }
  }
  const hasEqualRates = often(0.5)
  const shared = { perDistance: int(3) / 10, perDuration: int(4) / 2 }
  const costs = (): VehicleCosts => ({
    fixed: int(100),
    ...(hasEqualRates ? shared : { perDistance: int(3) / 10, perDuration: int(4) / 2 }),
    ...(rule.overtime && often(0.7) && { perOvertime: int(4) }),
  })
  const scale = (matrix: Int32Array, factor: number): Int32Array =>
    matrix.map((cell) => (cell === UNREACHABLE ? cell : Math.round(cell * factor)))
  const toTravel = (factor: number) => ({
    cost: scale(problem.cost, factor),
    duration: scale(problem.duration, 1 / factor),
    distance: problem.distance,
  })
  return {
    ...problem,
    ...(rule.travel && { travel: [toTravel(0.5), toTravel(1.4)] }),
    stops: problem.stops.map(stop),
    vehicles: problem.vehicles.map((vehicle) => ({
      ...vehicle,
      ...(rule.range && often(0.7) && { range: 1000 + int(3000) }),
      ...(rule.costs && { costs: costs() }),
      ...(rule.travel && often(0.5) && { travel: int(2) }),
      ...(rule.reloads &&
        often(0.7) && { reloads: { maxTrips: 1 + int(3), depots: [0, 1].slice(int(2)), duration: int(10) } }),
    })),
    ...(rule.setup && often(0.5) && { places: Array.from({ length: problem.size }, () => int(problem.size)) }),
    // If the number of vehicles is minimized first, optional stops never justify another vehicle.
    ...(often(0.2) && !rule.prize && { fewestVehicles: true }),
  }
}
