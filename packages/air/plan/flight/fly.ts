import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import { Frame } from '../../geometry/frame.ts'
import type { Corridor, Zone } from '../../model.ts'
import type { PathLeg } from '../../search/path.ts'
import { windOn } from '../../search/wind.ts'
import type { FlightPlanner } from '../planner.ts'
import type { Refusal } from '../refusal.ts'
import { findClosedStop, refuseStop } from '../stop-zones.ts'
import { assembleFlight, toNotes, usableKm } from './assemble-flight.ts'
import type { Flight } from './flight.ts'
import { type Blocked, flyBetween } from './fly-between.ts'
import { lengthOfLine, profileOf } from './profile.ts'
import { type Passage, tracePieces } from './trace.ts'

export interface Planned {
  readonly kind: 'planned'
  readonly flight: Flight
}

export interface Attempt {
  readonly result: Planned | Refusal
  /** The minimized cost in seconds. Seconds in corridors count less. */
  readonly cost: number
  /** Zones and corridors that blocked or lengthened the path but may not do so at another time. */
  readonly blocking: readonly (Zone | Corridor)[]
  /** The paths between the stops that were found. */
  readonly passages: readonly Passage[]
}

/** Beyond this multiple of the range, no search runs because the flight is certain to be refused. */
const HOPELESS = 1.5
/** In corridor-only mode, the minimum share of every leg that must be in corridors. */
const MIN_CORRIDOR_SHARE = 0.5

/** Plans one flight at one altitude and departure time. Every leg is checked at the time it is flown. */
export function fly(planner: FlightPlanner): Attempt {
  const closed = findClosedStop(planner)
  if (closed) return refused(closed.refusal, closed.zones)
  const { stops, aircraft, departAtMs, climbSeconds, landSeconds, wind } = planner
  const straightKm = lengthOfLine(stops.map(({ at }) => at)) / 1000
  const fastest = (aircraft.cruiseSpeedMs + (wind?.speedMs ?? 0)) / aircraft.cruiseSpeedMs
  if (straightKm > HOPELESS * fastest * aircraft.rangeKm) return refused(overRange(planner, straightKm / fastest), [])
  const passages: Passage[] = []
  let seconds = climbSeconds
  for (let index = 1; index < stops.length; index++) {
    const passage = flyBetween(planner, stops[index - 1].at, stops[index].at, departAtMs + seconds * 1000)
    if ('kind' in passage) return refused(explainBlocked(planner, index, passage), blockingOf(planner, passage))
    passages.push(passage)
    seconds += secondsOf(planner, passage, index)
    const isLast = index === stops.length - 1
    const fromMs = departAtMs + seconds * 1000
    const window = { fromMs, untilMs: fromMs + (isLast ? landSeconds * 1000 : 0) }
    const occupied = refuseStop(planner, index, window, 'ever')
    if (occupied) return refused(occupied.refusal, occupied.zones)
  }
  const flight = assembleFlight(planner, passages)
  const cost = passages.reduce((sum, { path }) => sum + path.cost, 0)
  const avoided = passages.flatMap((passage) => passage.avoided.map(({ zone }) => zone))
  if (flight.energy.neededKm > usableKm(planner)) {
    if (planner.corridors === 'prefer' && flight.corridorMeters > 0) return fly({ ...planner, corridors: 'ignore' })
    return refused(overRange(planner, flight.energy.neededKm), avoided)
  }
  const outside = planner.corridors === 'only' ? mostlyOutside(planner, passages) : undefined
  if (outside) return refused(outside, [...avoided, ...passages.flatMap(({ corridors }) => corridors)])
  return { result: { kind: 'planned', flight }, cost, blocking: [], passages }
}

/** The actual flight time, which exceeds the search estimate over steep ground. */
function secondsOf(planner: FlightPlanner, passage: Passage, index: number): number {
  if (!planner.ground.isKnown) return passage.path.seconds
  const pieces = tracePieces(planner, passage, planner.stops[index - 1].at, planner.stops[index].at)
  const points = pieces.flatMap((piece) => profileOf(planner, piece))
  return points.reduce((sum, point) => sum + point.seconds, 0)
}

/** In corridor-only mode, refuses a path that only briefly uses a corridor. */
function mostlyOutside(planner: FlightPlanner, passages: readonly Passage[]): Refusal | undefined {
  const shares = passages.map(({ path: { legs } }) => {
    const meters = ({ from, to }: PathLeg) => metersBetween(from.vector, to.vector)
    const flown = legs.reduce((sum, leg) => sum + meters(leg), 0)
    return { flown, inside: legs.reduce((sum, leg) => sum + (leg.lane ? meters(leg) : 0), 0) }
  })
  const at = shares.findIndex(({ flown, inside }) => inside < flown * MIN_CORRIDOR_SHARE)
  if (at < 0) return undefined
  const { flown, inside } = shares[at]
  return {
    kind: 'no-corridor',
    field: planner.stops[at + 1].field,
    best: { flownKm: flown / 1000, insideKm: inside / 1000 },
  }
}

function blockingOf({ corridors: wish }: FlightPlanner, { by, corridors }: Blocked): (Zone | Corridor)[] {
  return [...by.map(({ zone }) => zone), ...(wish === 'only' ? corridors : [])]
}

function refused(result: Refusal, blocking: readonly (Zone | Corridor)[]): Attempt {
  return { result, cost: Number.POSITIVE_INFINITY, blocking, passages: [] }
}

function overRange(planner: FlightPlanner, neededKm: number): Refusal {
  const { rangeKm, reservePct } = planner.aircraft
  return { kind: 'range-exceeded', neededKm, usableKm: usableKm(planner), rangeKm, reservePct }
}

function explainBlocked({ stops, corridors, wind, aircraft }: FlightPlanner, index: number, { by }: Blocked): Refusal {
  const { field } = stops[index]
  if (corridors === 'only') return { kind: 'no-corridor', field }
  if (by.length === 0 && wind) {
    const [from, to] = [toVector(stops[index - 1].at), toVector(stops[index].at)]
    const course = new Frame(from).project(to)
    const { across: crosswindMs, along } = windOn(wind, course.x, course.y)
    const [givenMs, { cruiseSpeedMs }] = [wind.speedMs, aircraft]
    return { kind: 'course-not-held', field, givenMs, crosswindMs, headwindMs: -along, cruiseSpeedMs }
  }
  return { kind: 'no-path', field, zones: toNotes(by) }
}
