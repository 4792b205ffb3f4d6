import { flatDistanceMeters } from '@fairway/geo'
import { defaultProfile, NO_ID, type PlanFailure, type PlannedLeg, readText } from '@fairway/road'
import type { Region } from '../../../maps/regions/region.ts'
import type { RouteQuery } from '../route/api/request.ts'
import type { Place } from '../route/coverage.ts'
import type { RoutingService } from '../route/service.ts'
import type { TripTime } from '../route/trip.ts'
import type { Domain } from './domains/domain.ts'
import type { AnyFailure, OutsideOdd } from './failures.ts'
import type { Refusal } from './refusal.ts'

interface Unplanned {
  readonly region: Region
  readonly domain: Domain
  readonly query: RouteQuery
  readonly routing: RoutingService
  readonly radiusMeters: number
}

/** Checks the unrestricted route: the first rule that it breaks is the reason. */
export async function whyNotOn(unplanned: Unplanned, failure: PlanFailure): Promise<Refusal | AnyFailure> {
  const { query, routing, domain } = unplanned
  const free = await routing.route({ ...query, profile: defaultProfile, alternatives: 0 })
  if (!free.ok) return free.failure
  if (free.value.source !== 'local') return { kind: 'no-map-in-odd', odd: domain.document.id }
  const { region, plan } = free.value
  if (failure.kind === 'not-snapped') {
    const found = breakAtStop(region, domain, plan.legs, failure.stop)
    const stop = query.stops[failure.stop]
    const field = stop?.field ?? 'a point'
    if (!found) return { kind: 'not-snapped', field, radiusMeters: unplanned.radiusMeters }
    return { ...found, field }
  }
  for (const leg of plan.legs) {
    const found = breakOnLeg(region, domain, leg)
    if (found) return found
  }
  const [from = 'from', to = 'to'] = [query.stops[failure.leg]?.field, query.stops[failure.leg + 1]?.field]
  return { kind: 'no-way-in-odd', odd: domain.document.id, from, to }
}

/** Checks the road that the stop would snap to. */
function breakAtStop(region: Region, domain: Domain, legs: readonly PlannedLeg[], stop: number): Refusal | undefined {
  const { network } = region.map
  const snap = stop === 0 ? legs[0]?.start : legs[stop - 1]?.end
  if (!snap) return undefined
  const { edge, latitude, longitude } = snap
  const arcs = [network.edges.arc[2 * edge], network.edges.arc[2 * edge + 1]]
  for (const arc of arcs) {
    const found = arc === undefined || arc === NO_ID ? undefined : domain.roadsOf(network).breakOf(arc)
    const place = { latitude: latitude * 1e-6, longitude: longitude * 1e-6 }
    if (found) return { stage: 'road', domain, found, place, road: roadName(region, edge) }
  }
  return undefined
}

function breakOnLeg(region: Region, domain: Domain, { arcs, turns, start }: PlannedLeg): Refusal | undefined {
  const { network } = region.map
  const roads = domain.roadsOf(network)
  for (const [index, arc] of arcs.entries()) {
    const edge = (network.arcs.edgeSide[arc] ?? 0) >>> 1
    const turn = turns[index - 1]
    const before = arcs[index - 1]
    const onTurn = turn === undefined || before === undefined ? undefined : roads.breakOfTurn(before, turn)
    const found = roads.breakOf(arc) ?? onTurn
    if (!found) continue
    const place = found.rule === 'area' ? leavingPlace(region, domain, edge) : undefined
    const first = index === 0 ? toPlace(start.latitude, start.longitude) : beginning(region, arc)
    return { stage: 'road', domain, found, place: place ?? first, road: roadName(region, edge) }
  }
  return undefined
}

/** A position on the edge that is outside the domain, or after which the edge leaves it. */
function leavingPlace({ map }: Region, domain: Domain, edge: number): Place | undefined {
  const { edges } = map.network
  const point = domain.area.leavesAt(edges, edge)
  return point < 0 ? undefined : toPlace(edges.shapeLatitude[point] ?? 0, edges.shapeLongitude[point] ?? 0)
}

function beginning({ map }: Region, arc: number): Place {
  const { edges, arcs, nodes } = map.network
  const side = arcs.edgeSide[arc] ?? 0
  const node = ((side & 1) === 0 ? edges.from[side >>> 1] : edges.to[side >>> 1]) ?? 0
  return toPlace(nodes.latitude[node] ?? 0, nodes.longitude[node] ?? 0)
}

function toPlace(latitude: number, longitude: number): Place {
  return { latitude: latitude * 1e-6, longitude: longitude * 1e-6 }
}

function roadName({ map }: Region, edge: number): string {
  const { roads, edges, texts } = map.network
  const road = edges.road[edge] ?? 0
  return readText(texts, roads.name[road] ?? 0) || readText(texts, roads.ref[road] ?? 0)
}

/** Farther than this from the border, a position on the border is returned without searching for roads. */
const NEAR_METERS = 20_000

/** Returns the nearest position on a road of the domain, or on its border if there is no such road. */
export async function nearestInside(
  domain: Domain,
  place: Place,
  time: TripTime,
  listCovering: (place: Place) => readonly Region[],
): Promise<NonNullable<OutsideOdd['nearest']>> {
  const border = domain.area.nearestBorder(place.latitude, place.longitude)
  const [region] = border.meters <= NEAR_METERS ? listCovering(border) : []
  const options = { profile: domain.profile, avoidAreas: [], departMs: time.atMs, nowMs: time.nowMs }
  const drive = await Promise.resolve(region?.driveFor(options)).catch(() => undefined)
  const stops = [{ ...place, heading: -1 }]
  const snaps =
    drive && region?.planner.snap({ metric: drive.metric, stops, radiusMeters: NEAR_METERS, alternatives: 0 })
  const snap = snaps && !('kind' in snaps) ? snaps[0]?.[0] : undefined
  const at = snap ? toPlace(snap.latitude, snap.longitude) : border
  const meters = flatDistanceMeters(place.latitude, place.longitude, at.latitude, at.longitude)
  return { at: [at.latitude, at.longitude], meters }
}
