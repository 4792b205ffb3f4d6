import { toVector } from '../geometry/ellipsoid.ts'
import { Frame } from '../geometry/frame.ts'
import { windOn } from '../search/wind.ts'
import { assembleFlight, toNotes, usableKm } from './assemble-flight.ts'
import type { Flight } from './flight.ts'
import { flyBetween, type Passage } from './fly-between.ts'
import type { FlightPlanner } from './planner.ts'
import { lengthOfLine } from './profile.ts'
import type { Refusal } from './refusal.ts'
import { findClosedStop, refuseStop } from './stop-zones.ts'

export interface Planned {
  readonly kind: 'planned'
  readonly flight: Flight
}

export interface Attempt {
  readonly result: Planned | Refusal
  /** What the search minimised: seconds, those in corridors counted less. */
  readonly cost: number
  /** Times of the zones that were in the way. */
  readonly blocking: readonly string[]
}

/** Farther than so many times the range nothing is searched: the answer is known. */
const HOPELESS = 1.5

/** One flight at one altitude, departing at one time, with every leg checked at the time it is flown. */
export function fly(planner: FlightPlanner): Attempt {
  const closed = findClosedStop(planner)
  if (closed) return refused(closed)
  const { stops, aircraft, departAtMs, climbSeconds, wind } = planner
  const straightKm = lengthOfLine(stops.map(({ at }) => at)) / 1000
  const fastest = (aircraft.cruiseSpeedMs + (wind?.speedMs ?? 0)) / aircraft.cruiseSpeedMs
  if (straightKm > HOPELESS * fastest * aircraft.rangeKm) return refused(overRange(planner, straightKm / fastest))
  const passages: Passage[] = []
  let seconds = climbSeconds
  for (let index = 1; index < stops.length; index++) {
    const passage = flyBetween(planner, stops[index - 1].at, stops[index].at, departAtMs + seconds * 1000)
    if ('kind' in passage) return refused(explainBlocked(planner, index, passage))
    passages.push(passage)
    seconds += passage.path.seconds
    const isLast = index === stops.length - 1
    const fromMs = departAtMs + seconds * 1000
    const window = { fromMs, untilMs: fromMs + (isLast ? climbSeconds * 1000 : 0) }
    const occupied = refuseStop(planner, index, window, 'ever')
    if (occupied) return refused(occupied)
  }
  const flight = assembleFlight(planner, passages)
  const cost = passages.reduce((sum, { path }) => sum + path.cost, 0)
  if (flight.energy.neededKm <= usableKm(planner)) return { result: { kind: 'planned', flight }, cost, blocking: [] }
  if (planner.corridors === 'prefer' && flight.corridorMeters > 0) return fly({ ...planner, corridors: 'ignore' })
  return refused(overRange(planner, flight.energy.neededKm))
}

function refused(result: Refusal): Attempt {
  const zones = result.kind === 'inside-zone' ? [result.zone] : result.kind === 'no-path' ? result.zones : []
  return { result, cost: Number.POSITIVE_INFINITY, blocking: zones.map(({ id }) => id) }
}

function overRange(planner: FlightPlanner, neededKm: number): Refusal {
  const { rangeKm, reservePct } = planner.aircraft
  return { kind: 'range-exceeded', neededKm, usableKm: usableKm(planner), rangeKm, reservePct }
}

function explainBlocked(
  { stops, corridors, wind, aircraft }: FlightPlanner,
  index: number,
  { by }: Exclude<ReturnType<typeof flyBetween>, Passage>,
): Refusal {
  const { field } = stops[index]
  if (corridors === 'only') return { kind: 'no-corridor', field }
  if (by.length === 0 && wind) {
    const [from, to] = [toVector(stops[index - 1].at), toVector(stops[index].at)]
    const course = new Frame(from).project(to)
    const crosswindMs = windOn(wind, course.x, course.y).across
    return { kind: 'course-not-held', field, givenMs: wind.speedMs, crosswindMs, cruiseSpeedMs: aircraft.cruiseSpeedMs }
  }
  return { kind: 'no-path', field, zones: toNotes(by) }
}
