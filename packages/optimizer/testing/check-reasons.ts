import { UNREACHABLE } from '../matrix.ts'
import type { FleetProblem, UnassignedReason, VehicleObstacle } from '../problem.ts'
import { canDrive, canServe } from './best-of-all-plans.ts'

/**
 * Checks a reason against all possible tours and returns its false claims. It shares no code with the reason finder,
 * and works for a handful of stops.
 */
export function checkReason(problem: FleetProblem, stop: number, why: UnassignedReason): string[] {
  const all = [...problem.vehicles.keys()]
  const may = all.filter((vehicle) => mayVisit(problem, vehicle, stop))
  const untrue = (isTrue: boolean, claim: string): string[] => (isTrue ? [] : [`${claim}: ${JSON.stringify(why)}`])
  const isHopeless = (other: number): boolean => !all.some((vehicle) => canServe(problem, vehicle, other))
  switch (why.kind) {
    case 'no-room':
      return untrue(
        all.some((vehicle) => canDrive(problem, vehicle, unitOf(problem, stop))),
        'nobody can alone',
      )
    case 'no-vehicle':
      return untrue(
        problem.vehicles.every(({ maxStops = 1 }) => maxStops < 1),
        'some may stop',
      )
    case 'skills': {
      const known = problem.vehicles.flatMap(({ skills = [] }) => skills)
      const asked = problem.stops[stop]?.skills ?? []
      const isMissing = why.missing.every((skill) => asked.includes(skill) && !known.includes(skill))
      return untrue(why.missing.length > 0 && isMissing, 'some have the skill')
    }
    case 'demand': {
      const sizes = may.map((vehicle) => sizeOf(problem, vehicle, why.dimension))
      const isMost = sizes.length > 0 && Math.max(...sizes) === why.capacity && why.capacity < why.demand
      return untrue(isMost && problem.stops[stop]?.demand?.[why.dimension] === why.demand, 'some hold it')
    }
    case 'pair':
      return untrue(isHopeless(why.stop) && unitOf(problem, stop).includes(why.stop), 'the other stop is possible')
    case 'together':
      return untrue(
        !all.some((vehicle) => canDrive(problem, vehicle, unitOf(problem, stop))),
        'together they are possible',
      )
    case 'various':
      return [
        ...untrue(namesAll(problem, stop, why), 'not all vehicles are listed'),
        ...why.obstacles.flatMap((obstacle) => checkObstacle(problem, stop, obstacle)),
      ]
    default:
      return may.length === 0 || !may.includes(why.vehicle)
        ? untrue(false, 'that vehicle may not visit it at all')
        : [...checkObstacle(problem, stop, why), ...checkForAll(problem, stop, why, may)]
  }
}

type OfVehicle = Extract<UnassignedReason, { vehicle: number }>

/** A reason that names one vehicle must hold for all vehicles that may visit the stop. */
function checkForAll(problem: FleetProblem, stop: number, why: OfVehicle, may: readonly number[]): string[] {
  const isOfAlone = why.kind === 'breaks' || why.kind === 'alone'
  const able = may.filter((vehicle) =>
    isOfAlone ? canDrive(problem, vehicle, [stop]) : canServe(problem, vehicle, stop),
  )
  const wrong = able.map((vehicle) => `vehicle ${vehicle} can: ${JSON.stringify(why)}`)
  if (why.kind !== 'window') return wrong
  const soonest = Math.min(
    ...may.map((vehicle) => opens(problem, vehicle) + leastTo(problem, vehicle, stop, 'duration')),
  )
  return soonest === why.soonest ? wrong : [...wrong, `soonest is ${soonest}, not ${why.soonest}`]
}

function checkObstacle(problem: FleetProblem, stop: number, obstacle: VehicleObstacle): string[] {
  return isTrueOf(problem, stop, obstacle) ? [] : [`untrue of the vehicle: ${JSON.stringify(obstacle)}`]
}

function isTrueOf(problem: FleetProblem, stop: number, obstacle: VehicleObstacle): boolean {
  const { vehicle } = obstacle
  const own = problem.vehicles[vehicle] ?? {}
  const { skills: asked = [], demand = [], windows = [], service = 0 } = problem.stops[stop] ?? {}
  const to = (of: 'duration' | 'distance') => leastTo(problem, vehicle, stop, of)
  const from = (of: 'duration' | 'distance') => leastFrom(problem, vehicle, stop, of)
  const resting = (own.breaks ?? []).reduce((sum, { duration }) => sum + duration, 0)
  const least = to('duration') + service + from('duration') + resting
  switch (obstacle.kind) {
    case 'idle':
      return own.maxStops === 0
    case 'skills':
      return (
        obstacle.missing.length > 0 &&
        obstacle.missing.every((one) => asked.includes(one) && !own.skills?.includes(one))
      )
    case 'demand':
      return (
        demand[obstacle.dimension] === obstacle.demand &&
        sizeOf(problem, vehicle, obstacle.dimension) === obstacle.capacity &&
        obstacle.demand > obstacle.capacity
      )
    case 'unreachable':
      return (obstacle.way === 'to' ? to('duration') : from('duration')) === Number.POSITIVE_INFINITY
    case 'window':
      return (
        obstacle.soonest === opens(problem, vehicle) + to('duration') &&
        windows.every(([, end]) => end < obstacle.soonest)
      )
    case 'shift':
      return (
        own.shift?.[1] === obstacle.latest && obstacle.latest < obstacle.soonest && !canServe(problem, vehicle, stop)
      )
    case 'distance':
      return (
        own.maxDistance === obstacle.most &&
        obstacle.least === to('distance') + from('distance') &&
        obstacle.least > obstacle.most
      )
    case 'duration':
      return own.maxDuration === obstacle.most && obstacle.least === least && least > obstacle.most
    case 'breaks':
      return !canDrive(problem, vehicle, [stop]) && canDrive(withoutBreaks(problem), vehicle, [stop])
    case 'alone':
      return !canDrive(problem, vehicle, [stop])
  }
}

function withoutBreaks(problem: FleetProblem): FleetProblem {
  return { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, breaks: [] })) }
}

/** Considers skills, `mustVisit` and whether the vehicle may make stops at all. */
function mayVisit(problem: FleetProblem, vehicle: number, stop: number): boolean {
  const { maxStops = 1, skills = [] } = problem.vehicles[vehicle] ?? {}
  const owner = ownerOf(problem, stop)
  const hasSkills = (problem.stops[stop]?.skills ?? []).every((skill) => skills.includes(skill))
  return maxStops > 0 && hasSkills && (owner < 0 || owner === vehicle)
}

function ownerOf({ vehicles }: FleetProblem, stop: number): number {
  return vehicles.findIndex(({ mustVisit }) => mustVisit?.includes(stop))
}

/** Every vehicle that the reason omits must be identical to one that it names. */
function namesAll(problem: FleetProblem, stop: number, why: Extract<UnassignedReason, { kind: 'various' }>): boolean {
  const owner = ownerOf(problem, stop)
  const told = why.obstacles.map(({ vehicle }) => vehicle)
  if (why.isTied || owner >= 0) return why.isTied && told.join() === String(owner)
  const likeness = (vehicle: number): string => JSON.stringify({ ...problem.vehicles[vehicle], mustVisit: [] })
  return [...problem.vehicles.keys()].every((vehicle) => told.some((one) => likeness(one) === likeness(vehicle)))
}

function unitOf({ pairs = [] }: FleetProblem, stop: number): number[] {
  const pair = pairs.find(({ pickup, delivery }) => pickup === stop || delivery === stop)
  return pair ? [pair.pickup, pair.delivery] : [stop]
}

function sizeOf({ vehicles }: FleetProblem, vehicle: number, dimension: number): number {
  return vehicles[vehicle]?.capacity?.[dimension] ?? Number.POSITIVE_INFINITY
}

function opens({ vehicles }: FleetProblem, vehicle: number): number {
  return vehicles[vehicle]?.shift?.[0] ?? 0
}

function leastTo(problem: FleetProblem, vehicle: number, stop: number, of: 'duration' | 'distance'): number {
  return least(problem, problem.vehicles[vehicle]?.start, stop, of, false)
}

function leastFrom(problem: FleetProblem, vehicle: number, stop: number, of: 'duration' | 'distance'): number {
  return least(problem, problem.vehicles[vehicle]?.end, stop, of, true)
}

/** The shortest path between a tour start or end and a stop, via any other stops. Relaxes until nothing changes. */
function least(
  { stops, size, cost, duration, distance, ...rest }: FleetProblem,
  end: number | undefined,
  stop: number,
  of: 'duration' | 'distance',
  isBack: boolean,
): number {
  if (end === undefined) return 0
  const weight = { duration, distance, ...rest }[of]
  const way = (one: number, other: number): number => {
    const cell = isBack ? other * size + one : one * size + other
    const isMissing = [cost, duration, distance].some((matrix) => matrix[cell] === UNREACHABLE)
    return one === other ? 0 : isMissing ? Number.POSITIVE_INFINITY : (weight[cell] ?? Number.NaN)
  }
  const places = stops.map(({ location }) => location)
  const found = places.map((place) => way(end, place))
  for (let round = 0; round < places.length; round++) {
    for (const [one, from] of places.entries()) {
      for (const [other, to] of places.entries()) {
        found[other] = Math.min(found[other] ?? Number.NaN, (found[one] ?? Number.NaN) + way(from, to))
      }
    }
  }
  return found[stop] ?? Number.NaN
}
