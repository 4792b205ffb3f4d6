import { UNREACHABLE } from '../matrix.ts'
import type { Unassigned, UnassignedReason } from '../problem.ts'
import { examineTour } from './examine-tour.ts'
import { type LeastWays, leastWays } from './least-ways.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { Schedule } from './timing/schedule.ts'
import { beginAt, TOO_LATE } from './timing/timing.ts'

/** Why each stop without a tour has none. What it says holds by lower bounds over every way to and from the stop. */
export function explainUnassigned(model: FleetModel, visited: Uint8Array): Unassigned[] {
  const explainer = new Explainer(model)
  const unassigned: Unassigned[] = []
  for (let stop = 0; stop < model.stopCount; stop++) {
    if (!visited[stop]) unassigned.push({ stop, why: explainer.explain(stop) })
  }
  return unassigned
}

/** A vehicle that could be the one, with the way there and back at least. */
interface Candidate {
  readonly vehicle: number
  readonly ways: LeastWays
}

class Explainer {
  readonly #model: FleetModel
  readonly #schedule: Schedule
  readonly #ways = new Map<number, LeastWays>()
  /** One vehicle of each kind that may stop at all: the others would only say the same. */
  readonly #vehicles: readonly number[]

  constructor(model: FleetModel) {
    this.#model = model
    this.#schedule = new Schedule(model)
    const { kind, maxStops } = model
    const isFirst = (vehicle: number) => kind.indexOf(kind[vehicle]) === vehicle
    this.#vehicles = [...kind.keys()].filter((vehicle) => isFirst(vehicle) && maxStops[vehicle] >= 1)
  }

  explain(stop: number): UnassignedReason {
    const { partner, isPickup } = this.#model
    const other = partner[stop]
    const alone = other === NO_STOP ? [stop] : isPickup[stop] ? [stop, other] : [other, stop]
    if (this.#isPossible(alone)) return { kind: 'no-room' }
    const own = this.#findReason(stop)
    if (own) return own
    if (other !== NO_STOP && this.#findReason(other)) return { kind: 'pair', stop: other }
    const vehicle = this.#findHinderedByBreaks(stop)
    if (vehicle >= 0) return { kind: 'breaks', vehicle }
    return other === NO_STOP ? { kind: 'alone' } : { kind: 'together', stop: other }
  }

  /** A vehicle with straight ways there and back that could, were it not for its breaks; -1 when there is none. */
  #findHinderedByBreaks(stop: number): number {
    const { breakFirst, row, cost, width, stopCount, allowed, partner } = this.#model
    const found = this.#vehicles.find((vehicle) => {
      const hub = row[stopCount + vehicle]
      const hasWays = cost[hub * width + stop] !== UNREACHABLE && cost[stop * width + hub] !== UNREACHABLE
      const hasBreaks = breakFirst[vehicle] < breakFirst[vehicle + 1]
      return partner[stop] === NO_STOP && hasBreaks && hasWays && Boolean(allowed[vehicle * stopCount + stop])
    })
    return found ?? -1
  }

  #isPossible(stops: readonly number[]): boolean {
    const tour = Int32Array.from(stops)
    return this.#vehicles.some((vehicle) => !('kind' in examineTour(this.#model, this.#schedule, vehicle, tour)))
  }

  #findReason(stop: number): UnassignedReason | undefined {
    if (this.#vehicles.length === 0) return { kind: 'no-vehicle' }
    const { problem, row, stopCount } = this.#model
    const isTied = (vehicle: number): boolean => Boolean(problem.vehicles[vehicle].mustVisit?.includes(stop))
    const tied = this.#vehicles.filter(isTied)
    const vehicles = tied.length > 0 ? tied : this.#vehicles
    const skilled = vehicles.filter((vehicle) => this.#missingSkills(stop, vehicle).length === 0)
    if (skilled.length === 0) return { kind: 'skills', missing: this.#fewestMissingSkills(stop, vehicles) }
    const large = skilled.filter((vehicle) => this.#lacking(stop, vehicle) < 0)
    if (large.length === 0) return this.#tooMuch(stop, skilled)
    const candidates = large.map((vehicle) => ({ vehicle, ways: this.#waysOf(row[stopCount + vehicle]) }))
    return this.#findWayReason(stop, candidates)
  }

  #missingSkills(stop: number, vehicle: number): readonly number[] {
    const { stops, vehicles } = this.#model.problem
    return (stops[stop].skills ?? []).filter((skill) => !(vehicles[vehicle].skills ?? []).includes(skill))
  }

  #fewestMissingSkills(stop: number, vehicles: readonly number[]): readonly number[] {
    const all = vehicles.map((vehicle) => this.#missingSkills(stop, vehicle))
    return all.reduce((fewest, missing) => (missing.length < fewest.length ? missing : fewest))
  }

  /** The first dimension in which the vehicle is too small for this stop, or -1. */
  #lacking(stop: number, vehicle: number): number {
    const { dimensions, demand, capacity } = this.#model
    for (let d = 0; d < dimensions; d++) {
      if (demand[stop * dimensions + d] > capacity[vehicle * dimensions + d]) return d
    }
    return -1
  }

  #tooMuch(stop: number, vehicles: readonly number[]): UnassignedReason {
    const { dimensions, demand, capacity } = this.#model
    const dimension = this.#lacking(stop, vehicles[0])
    const largest = Math.max(...vehicles.map((vehicle) => capacity[vehicle * dimensions + dimension]))
    const wanted = demand[stop * dimensions + dimension]
    return wanted > largest ? { kind: 'demand', dimension, demand: wanted, capacity: largest } : { kind: 'alone' }
  }

  #waysOf(hub: number): LeastWays {
    const known = this.#ways.get(hub) ?? leastWays(this.#model, hub)
    this.#ways.set(hub, known)
    return known
  }

  /** Vehicle after vehicle drops out; the reason is that of the last ones. */
  #findWayReason(stop: number, all: readonly Candidate[]): UnassignedReason | undefined {
    const { shiftTo, maxDistance, maxDuration, windows, problem } = this.#model
    const arriving = all.filter(({ ways }) => ways.durationTo[stop] < TOO_LATE)
    if (arriving.length === 0) return { kind: 'unreachable', way: 'to' }
    const returning = arriving.filter(({ ways }) => ways.durationFrom[stop] < TOO_LATE)
    if (returning.length === 0) return { kind: 'unreachable', way: 'from' }
    const soonest = (candidate: Candidate): number => this.#soonest(stop, candidate)
    const inTime = returning.filter((candidate) => beginAt(windows, stop, soonest(candidate)) < TOO_LATE)
    if (inTime.length === 0) {
      const first = leastBy(returning, soonest)
      const latest = problem.stops[stop].windows?.at(-1)?.[1] ?? 0
      return { kind: 'window', vehicle: first.vehicle, soonest: soonest(first), latest }
    }
    const home = (candidate: Candidate): number => this.#home(stop, candidate)
    const missedShift = (candidate: Candidate): number => home(candidate) - shiftTo[candidate.vehicle]
    const backInTime = inTime.filter((candidate) => missedShift(candidate) <= 0)
    if (backInTime.length === 0) {
      const first = leastBy(inTime, missedShift)
      return { kind: 'shift', vehicle: first.vehicle, soonest: home(first), latest: shiftTo[first.vehicle] }
    }
    const far = ({ ways }: Candidate): number => ways.distanceTo[stop] + ways.distanceFrom[stop]
    const nearEnough = backInTime.filter((candidate) => far(candidate) <= maxDistance[candidate.vehicle])
    if (nearEnough.length === 0) {
      const first = leastBy(backInTime, (candidate) => far(candidate) - maxDistance[candidate.vehicle])
      return { kind: 'distance', vehicle: first.vehicle, least: far(first), most: maxDistance[first.vehicle] }
    }
    const long = (candidate: Candidate): number => this.#leastTime(stop, candidate)
    if (nearEnough.some((candidate) => long(candidate) <= maxDuration[candidate.vehicle])) return undefined
    const first = leastBy(nearEnough, (candidate) => long(candidate) - maxDuration[candidate.vehicle])
    return { kind: 'duration', vehicle: first.vehicle, least: long(first), most: maxDuration[first.vehicle] }
  }

  #soonest(stop: number, { vehicle, ways }: Candidate): number {
    return this.#model.shiftFrom[vehicle] + ways.durationTo[stop]
  }

  #home(stop: number, candidate: Candidate): number {
    const { windows, service, shiftFrom } = this.#model
    const begin = beginAt(windows, stop, this.#soonest(stop, candidate))
    const served = begin + service[stop] + candidate.ways.durationFrom[stop]
    return Math.max(served, shiftFrom[candidate.vehicle] + this.#leastTime(stop, candidate))
  }

  #leastTime(stop: number, { vehicle, ways }: Candidate): number {
    const { service, breakFirst, breakDuration } = this.#model
    let resting = 0
    for (let each = breakFirst[vehicle]; each < breakFirst[vehicle + 1]; each++) resting += breakDuration[each]
    return ways.durationTo[stop] + service[stop] + ways.durationFrom[stop] + resting
  }
}

function leastBy(candidates: readonly Candidate[], measure: (candidate: Candidate) => number): Candidate {
  return candidates.reduce((least, candidate) => (measure(candidate) < measure(least) ? candidate : least))
}
