import { TravelMode } from '@fairway/road'
import { type Access, readAccess, type VehicleAccess } from '../access/access.ts'
import { type Availability, intersectAvailability, isEverOpen } from '../access/availability.ts'
import type { DirectionAccess } from '../access/oneway.ts'
import type { AccessSubject } from '../access/permission.ts'
import { type GroupAccess, readGroupAccess } from '../access/vehicle-groups.ts'
import { readDestinations } from '../destinations.ts'
import type { Carrier } from '../ferry.ts'
import { readTurnLanes } from '../lanes.ts'
import type { RoadKind } from '../road-kind.ts'
import type { DirectionRules, TrafficRegion } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { expectedSpeedKmh, speedLimitKmh } from './speed.ts'
import { weightFactor } from './weight-factor.ts'

/** A way that may be a road, with the properties shared by its directions. */
export interface RoadCandidate {
  readonly tags: WayTags
  readonly region: TrafficRegion
  readonly kind: RoadKind
  readonly carrier: Carrier | undefined
  readonly oneway: DirectionAccess
  /** Access rules of the vehicles for which the way is read. */
  readonly vehicleAccess: VehicleAccess
  /** Opening hours of the whole way. */
  readonly hours: Availability
  readonly leftHandTraffic: boolean
}

/** Rules from the tags for one direction, regardless of one-way traffic. */
interface SideRules {
  readonly access: Access
  readonly speedKmh: number
  readonly limitKmh: number
  readonly passengersOnly: boolean
  readonly groups: GroupAccess
}

/** A direction that is open at some time, evaluated independently of the other direction. */
export interface OpenDirection extends SideRules {
  readonly direction: Direction
  readonly availability: Availability
}

/**
 * Returns the rules of a direction, or undefined if it is never open. If no tag distinguishes the directions, the
 * result for `otherDirection` is reused.
 */
export function findOpenDirection(
  candidate: RoadCandidate,
  direction: Direction,
  otherDirection?: OpenDirection,
): OpenDirection | undefined {
  const onewayAvailability = candidate.oneway[direction]
  if (!isEverOpen(onewayAvailability)) return undefined
  const side =
    otherDirection !== undefined && !candidate.tags.hasDirections ? otherDirection : readSide(candidate, direction)
  const availability = intersectAvailability(
    intersectAvailability(side.access.availability, onewayAvailability),
    candidate.hours,
  )
  return side.speedKmh > 0 && isEverOpen(availability) ? { ...side, direction, availability } : undefined
}

function readSide({ tags, region, kind, carrier, vehicleAccess }: RoadCandidate, direction: Direction): SideRules {
  return {
    access: readAccess(
      tags,
      direction,
      toAccessSubject(kind, carrier),
      kind.isPath ? vehicleAccess.toPaths : vehicleAccess.toRoads,
    ),
    speedKmh: carrier?.speedKmh ?? expectedSpeedKmh(tags, direction, kind, region),
    limitKmh: carrier ? 0 : speedLimitKmh(tags, direction, kind, region),
    passengersOnly: isForPassengersOnly(tags, direction),
    groups: readGroupAccess(tags, direction, vehicleAccess.group),
  }
}

function toAccessSubject(kind: RoadKind, carrier: Carrier | undefined): AccessSubject {
  if (carrier !== undefined) return 'ferry'
  return kind.isRoad ? 'road' : 'otherWay'
}

export function toDirectionRules(
  candidate: RoadCandidate,
  openDirection: OpenDirection,
  isOneway: boolean,
): DirectionRules {
  const { tags, carrier, oneway, leftHandTraffic } = candidate
  return {
    mode: carrier?.mode ?? TravelMode.driving,
    speedKmh: openDirection.speedKmh,
    limitKmh: openDirection.limitKmh,
    weightFactor: weightFactor(tags, openDirection.direction, { bothWays: !isOneway, alternating: oneway.alternating }),
    isRestricted: openDirection.access.isRestricted || openDirection.passengersOnly,
    closedByDefault: openDirection.availability.closedByDefault,
    timed: openDirection.availability.timed,
    noGoodsVehicles: openDirection.groups.excluded.has('goodsVehicles'),
    noHazardousGoods: openDirection.groups.excluded.has('hazardousGoods'),
    timedForGroups: openDirection.groups.timed,
    destinations: readDestinations(tags, openDirection.direction, isOneway),
    turnLanes: readTurnLanes(tags, openDirection.direction, leftHandTraffic),
  }
}

const hovKey = directedKey('hov')
const hovLanesKey = directedKey('hov:lanes')

/**
 * Returns whether all lanes in a direction are reserved for high-occupancy vehicles. A car with only a driver may use
 * such a road only if the trip starts or ends there.
 */
function isForPassengersOnly(tags: WayTags, direction: Direction): boolean {
  if (tags.find(hovKey, direction) === 'designated' || tags.get('access') === 'hov') return true
  const lanes = tags.find(hovLanesKey, direction)
  return lanes?.startsWith('designated') === true && lanes.split('|').every((lane) => lane === 'designated')
}
