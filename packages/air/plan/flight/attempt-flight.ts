import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import { Frame } from '../../geometry/frame.ts'
import type { Corridor, Zone } from '../../model.ts'
import type { PathLeg } from '../../search/path.ts'
import { windComponents } from '../../search/wind.ts'
import type { FlightPlanner } from '../planner.ts'
import type { Refusal } from '../refusal.ts'
import { checkStop, findClosedStop } from '../stop-zones.ts'
import { assembleFlight, toZoneNotes, usableKm } from './assemble-flight.ts'
import type { Flight } from './flight.ts'
import { type BlockedPath, findPathBetween } from './fly-between.ts'
import { buildProfile, lineLengthMeters } from './profile.ts'
import { type LegPath, traceSegments } from './trace.ts'

export interface PlannedResult {
  readonly kind: 'planned'
  readonly flight: Flight
}

export interface Attempt {
  readonly result: PlannedResult | Refusal
  /** Minimized cost in seconds. Seconds in corridors cost less. */
  readonly cost: number
  /** Zones and corridors that blocked or lengthened the path but may not do so at another time. */
  readonly blocking: readonly (Zone | Corridor)[]
  readonly legPaths: readonly LegPath[]
}

/** Maximum distance for which a search runs, as a multiple of the range. A longer flight is certain to be refused. */
const MAX_RANGE_FACTOR = 1.5
/** Minimum share of every leg that must be in corridors in corridor-only mode. */
const MIN_CORRIDOR_SHARE = 0.5

/** Plans one flight at one altitude and departure time. Every leg is checked at the time when it is flown. */
export function attemptFlight(planner: FlightPlanner): Attempt {
  const closedStop = findClosedStop(planner)
  if (closedStop) return toRefusedAttempt(closedStop.refusal, closedStop.zones)
  const { stops, aircraft, departAtMs, climbSeconds, landingSeconds, wind } = planner
  const straightKm = lineLengthMeters(stops.map(({ at }) => at)) / 1000
  const maxSpeedFactor = (aircraft.cruiseSpeedMs + (wind?.speedMs ?? 0)) / aircraft.cruiseSpeedMs
  if (straightKm > MAX_RANGE_FACTOR * maxSpeedFactor * aircraft.rangeKm)
    return toRefusedAttempt(makeRangeRefusal(planner, straightKm / maxSpeedFactor), [])
  const legPaths: LegPath[] = []
  let seconds = climbSeconds
  for (let index = 1; index < stops.length; index++) {
    const legPath = findPathBetween(planner, stops[index - 1].at, stops[index].at, departAtMs + seconds * 1000)
    if ('kind' in legPath)
      return toRefusedAttempt(toBlockedRefusal(planner, index, legPath), listBlockingObjects(planner, legPath))
    legPaths.push(legPath)
    seconds += measureSeconds(planner, legPath, index)
    const isLast = index === stops.length - 1
    const fromMs = departAtMs + seconds * 1000
    const window = { fromMs, untilMs: fromMs + (isLast ? landingSeconds * 1000 : 0) }
    const blockedStop = checkStop(planner, index, window, 'ever')
    if (blockedStop) return toRefusedAttempt(blockedStop.refusal, blockedStop.zones)
  }
  const flight = assembleFlight(planner, legPaths)
  const cost = legPaths.reduce((sum, { path }) => sum + path.cost, 0)
  const avoidedZones = legPaths.flatMap((legPath) => legPath.avoidedVolumes.map(({ zone }) => zone))
  if (flight.energy.neededKm > usableKm(planner)) {
    if (planner.corridors === 'prefer' && flight.corridorMeters > 0)
      return attemptFlight({ ...planner, corridors: 'ignore' })
    return toRefusedAttempt(makeRangeRefusal(planner, flight.energy.neededKm), avoidedZones)
  }
  const corridorRefusal = planner.corridors === 'only' ? checkCorridorShare(planner, legPaths) : undefined
  if (corridorRefusal)
    return toRefusedAttempt(corridorRefusal, [...avoidedZones, ...legPaths.flatMap(({ corridors }) => corridors)])
  return { result: { kind: 'planned', flight }, cost, blocking: [], legPaths }
}

/** Returns the actual flight time, which exceeds the search estimate over steep ground. */
function measureSeconds(planner: FlightPlanner, legPath: LegPath, index: number): number {
  if (!planner.groundElevation.hasTerrain) return legPath.path.seconds
  const segments = traceSegments(planner, legPath, planner.stops[index - 1].at, planner.stops[index].at)
  const points = segments.flatMap((segment) => buildProfile(planner, segment))
  return points.reduce((sum, point) => sum + point.seconds, 0)
}

/** Refuses a path that uses corridors only briefly if corridors are mandatory. */
function checkCorridorShare(planner: FlightPlanner, legPaths: readonly LegPath[]): Refusal | undefined {
  const legDistances = legPaths.map(({ path: { legs } }) => {
    const legMeters = ({ from, to }: PathLeg) => metersBetween(from.vector, to.vector)
    const totalMeters = legs.reduce((sum, leg) => sum + legMeters(leg), 0)
    return { flown: totalMeters, inside: legs.reduce((sum, leg) => sum + (leg.lane ? legMeters(leg) : 0), 0) }
  })
  const index = legDistances.findIndex(({ flown, inside }) => inside < flown * MIN_CORRIDOR_SHARE)
  if (index < 0) return undefined
  const { flown, inside } = legDistances[index]
  return {
    kind: 'no-corridor',
    field: planner.stops[index + 1].field,
    bestAttempt: { flownKm: flown / 1000, insideKm: inside / 1000 },
  }
}

function listBlockingObjects(
  { corridors: preference }: FlightPlanner,
  { blockingVolumes, corridors }: BlockedPath,
): (Zone | Corridor)[] {
  return [...blockingVolumes.map(({ zone }) => zone), ...(preference === 'only' ? corridors : [])]
}

function toRefusedAttempt(result: Refusal, blocking: readonly (Zone | Corridor)[]): Attempt {
  return { result, cost: Number.POSITIVE_INFINITY, blocking, legPaths: [] }
}

function makeRangeRefusal(planner: FlightPlanner, neededKm: number): Refusal {
  const { rangeKm, reservePct } = planner.aircraft
  return { kind: 'range-exceeded', neededKm, usableKm: usableKm(planner), rangeKm, reservePct }
}

function toBlockedRefusal(
  { stops, corridors, wind, aircraft }: FlightPlanner,
  index: number,
  { blockingVolumes }: BlockedPath,
): Refusal {
  const { field } = stops[index]
  if (corridors === 'only') return { kind: 'no-corridor', field }
  if (blockingVolumes.length === 0 && wind) {
    const [from, to] = [toVector(stops[index - 1].at), toVector(stops[index].at)]
    const course = new Frame(from).project(to)
    const { across: crosswindMs, along } = windComponents(wind, course.x, course.y)
    const [givenMs, { cruiseSpeedMs }] = [wind.speedMs, aircraft]
    return { kind: 'course-not-held', field, givenMs, crosswindMs, headwindMs: -along, cruiseSpeedMs }
  }
  return { kind: 'no-path', field, zones: toZoneNotes(blockingVolumes) }
}
