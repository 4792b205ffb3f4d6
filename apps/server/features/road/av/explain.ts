import { flatDistanceMeters } from '@fairway/geo'
import { defaultProfile, NO_ID, type PlanFailure, type PlannedLeg, readText } from '@fairway/road'
import type { Region } from '../../../maps/regions/region.ts'
import type { RouteQuery } from '../route/api/request.ts'
import type { Coordinate } from '../route/coverage.ts'
import type { RoutingService } from '../route/service.ts'
import type { TripTime } from '../route/trip.ts'
import type { OperationalDomain } from './domains/domain.ts'
import type { AnyFailure, OutsideOdd } from './failures.ts'
import type { OddRefusal } from './refusal.ts'

interface FailedDomainRoute {
  readonly region: Region
  readonly domain: OperationalDomain
  readonly query: RouteQuery
  readonly routing: RoutingService
  readonly radiusMeters: number
}

/** Explains why there is no route: returns the first rule that the unrestricted route violates. */
export async function explainNoRoute(
  unplanned: FailedDomainRoute,
  failure: PlanFailure,
): Promise<OddRefusal | AnyFailure> {
  const { query, routing, domain } = unplanned
  const unrestrictedRoute = await routing.route({ ...query, profile: defaultProfile, alternatives: 0 })
  if (!unrestrictedRoute.ok) return unrestrictedRoute.failure
  if (unrestrictedRoute.value.source !== 'local') return { kind: 'no-map-in-odd', odd: domain.document.id }
  const { region, plan } = unrestrictedRoute.value
  if (failure.kind === 'not-snapped') {
    const refusal = findViolationAtStop(region, domain, plan.legs, failure.stop)
    const stop = query.stops[failure.stop]
    const field = stop?.field ?? 'a point'
    if (!refusal) return { kind: 'not-snapped', field, radiusMeters: unplanned.radiusMeters }
    return { ...refusal, field }
  }
  for (const leg of plan.legs) {
    const refusal = findViolationOnLeg(region, domain, leg)
    if (refusal) return refusal
  }
  const [from = 'from', to = 'to'] = [query.stops[failure.leg]?.field, query.stops[failure.leg + 1]?.field]
  return { kind: 'no-way-in-odd', odd: domain.document.id, from, to }
}

/** Returns the rule violated by the road to which the stop would snap. */
function findViolationAtStop(
  region: Region,
  domain: OperationalDomain,
  legs: readonly PlannedLeg[],
  stop: number,
): OddRefusal | undefined {
  const { network } = region.map
  const snap = stop === 0 ? legs[0]?.start : legs[stop - 1]?.end
  if (!snap) return undefined
  const { edge, latitude, longitude } = snap
  const arcs = [network.edges.arc[2 * edge], network.edges.arc[2 * edge + 1]]
  for (const arc of arcs) {
    const violation = arc === undefined || arc === NO_ID ? undefined : domain.getRoads(network).findArcViolation(arc)
    const position = { latitude: latitude * 1e-6, longitude: longitude * 1e-6 }
    if (violation) return { stage: 'road', domain, violation, position, road: getRoadName(region, edge) }
  }
  return undefined
}

function findViolationOnLeg(
  region: Region,
  domain: OperationalDomain,
  { arcs, turns, start }: PlannedLeg,
): OddRefusal | undefined {
  const { network } = region.map
  const roads = domain.getRoads(network)
  for (const [index, arc] of arcs.entries()) {
    const edge = (network.arcs.edgeSide[arc] ?? 0) >>> 1
    const turn = turns[index - 1]
    const previousArc = arcs[index - 1]
    const turnViolation =
      turn === undefined || previousArc === undefined ? undefined : roads.findTurnViolation(previousArc, turn)
    const violation = roads.findArcViolation(arc) ?? turnViolation
    if (!violation) continue
    const position = violation.rule === 'area' ? findExitPosition(region, domain, edge) : undefined
    const arcStart = index === 0 ? toCoordinate(start.latitude, start.longitude) : getArcStart(region, arc)
    return { stage: 'road', domain, violation, position: position ?? arcStart, road: getRoadName(region, edge) }
  }
  return undefined
}

/** Returns the first point of the edge outside the domain, or the point after which the edge leaves the domain. */
function findExitPosition({ map }: Region, domain: OperationalDomain, edge: number): Coordinate | undefined {
  const { edges } = map.network
  const point = domain.area.leavesAreaAt(edges, edge)
  return point < 0 ? undefined : toCoordinate(edges.shapeLatitude[point] ?? 0, edges.shapeLongitude[point] ?? 0)
}

function getArcStart({ map }: Region, arc: number): Coordinate {
  const { edges, arcs, nodes } = map.network
  const edgeSide = arcs.edgeSide[arc] ?? 0
  const node = ((edgeSide & 1) === 0 ? edges.from[edgeSide >>> 1] : edges.to[edgeSide >>> 1]) ?? 0
  return toCoordinate(nodes.latitude[node] ?? 0, nodes.longitude[node] ?? 0)
}

function toCoordinate(latitude: number, longitude: number): Coordinate {
  return { latitude: latitude * 1e-6, longitude: longitude * 1e-6 }
}

function getRoadName({ map }: Region, edge: number): string {
  const { roads, edges, texts } = map.network
  const road = edges.road[edge] ?? 0
  return readText(texts, roads.name[road] ?? 0) || readText(texts, roads.ref[road] ?? 0)
}

/**
 * Maximum distance to the border at which roads are searched, in meters. For more distant positions, the result is a
 * position on the border.
 */
const MAX_NEAREST_METERS = 20_000

/** Returns the nearest position on a road of the domain, or on the domain's border if there is no road. */
export async function findNearestInside(
  domain: OperationalDomain,
  position: Coordinate,
  time: TripTime,
  listCovering: (position: Coordinate) => readonly Region[],
): Promise<NonNullable<OutsideOdd['nearest']>> {
  const borderPoint = domain.area.nearestBorder(position.latitude, position.longitude)
  const [region] = borderPoint.meters <= MAX_NEAREST_METERS ? listCovering(borderPoint) : []
  const options = { profile: domain.profile, avoidAreas: [], departMs: time.atMs, nowMs: time.nowMs }
  const snapshot = await Promise.resolve(region?.getMetricSnapshot(options)).catch(() => undefined)
  const stops = [{ ...position, heading: -1 }]
  const snaps =
    snapshot &&
    region?.planner.snap({ metric: snapshot.metric, stops, radiusMeters: MAX_NEAREST_METERS, alternatives: 0 })
  const snap = snaps && !('kind' in snaps) ? snaps[0]?.[0] : undefined
  const nearestPosition = snap ? toCoordinate(snap.latitude, snap.longitude) : borderPoint
  const meters = flatDistanceMeters(
    position.latitude,
    position.longitude,
    nearestPosition.latitude,
    nearestPosition.longitude,
  )
  return { at: [nearestPosition.latitude, nearestPosition.longitude], meters }
}
