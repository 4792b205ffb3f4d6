import { type Access, readAccess } from '../access/access.ts'
import { type Availability, bothOpen, isEverOpen } from '../access/availability.ts'
import { excludesGoodsVehicles, excludesHazardousGoods } from '../access/goods.ts'
import type { Oneway } from '../access/oneway.ts'
import type { Ground } from '../access/permission.ts'
import { readDestinations } from '../destinations.ts'
import type { Carrier } from '../ferry.ts'
import { readTurnLanes } from '../lanes.ts'
import type { RoadKind } from '../road-kind.ts'
import type { DrivenDirection, Place } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { drivenSpeedKmh, speedLimitKmh } from './speed.ts'
import { weightFactor } from './weight-factor.ts'

/** A way that may be a road, with the properties shared by its directions. */
export interface Candidate {
  readonly tags: WayTags
  readonly place: Place
  readonly kind: RoadKind
  readonly carrier: Carrier | undefined
  readonly oneway: Oneway
  /** Opening hours of the whole way. */
  readonly hours: Availability
  readonly leftHandTraffic: boolean
}

/** Tags of one side of the way, regardless of the traffic direction. */
interface Side {
  readonly access: Access
  readonly speedKmh: number
  readonly limitKmh: number
  readonly passengersOnly: boolean
  readonly noGoodsVehicles: boolean
  readonly noHazardousGoods: boolean
}

/** A direction that is open at some time, before the other direction is known. */
export interface OpenDirection extends Side {
  readonly direction: Direction
  readonly availability: Availability
}

/** `other` is the result for the opposite direction. If no tag distinguishes them, it is reused. */
export function findOpenDirection(
  candidate: Candidate,
  direction: Direction,
  other?: OpenDirection,
): OpenDirection | undefined {
  const running = candidate.oneway[direction]
  if (!isEverOpen(running)) return undefined
  const side = other !== undefined && !candidate.tags.hasDirections ? other : readSide(candidate, direction)
  const availability = bothOpen(bothOpen(side.access.availability, running), candidate.hours)
  return side.speedKmh > 0 && isEverOpen(availability) ? { ...side, direction, availability } : undefined
}

function readSide({ tags, place, kind, carrier }: Candidate, direction: Direction): Side {
  return {
    access: readAccess(tags, direction, toGround(kind, carrier)),
    speedKmh: carrier?.speedKmh ?? drivenSpeedKmh(tags, direction, kind, place),
    limitKmh: carrier ? 0 : speedLimitKmh(tags, direction, kind, place),
    passengersOnly: isForPassengersOnly(tags, direction),
    noGoodsVehicles: excludesGoodsVehicles(tags, direction),
    noHazardousGoods: excludesHazardousGoods(tags, direction),
  }
}

function toGround(kind: RoadKind, carrier: Carrier | undefined): Ground {
  if (carrier !== undefined) return 'ferry'
  return kind.isRoad ? 'road' : 'otherWay'
}

export function toDrivenDirection(candidate: Candidate, open: OpenDirection, isOneway: boolean): DrivenDirection {
  const { tags, oneway, leftHandTraffic } = candidate
  return {
    speedKmh: open.speedKmh,
    limitKmh: open.limitKmh,
    weightFactor: weightFactor(tags, open.direction, { bothWays: !isOneway, alternating: oneway.alternating }),
    restricted: open.access.restricted || open.passengersOnly,
    closedByDefault: open.availability.closedByDefault,
    timed: open.availability.timed,
    noGoodsVehicles: open.noGoodsVehicles,
    noHazardousGoods: open.noHazardousGoods,
    destinations: readDestinations(tags, open.direction, isOneway),
    turnLanes: readTurnLanes(tags, open.direction, leftHandTraffic),
  }
}

const hov = directedKey('hov')
const hovLanes = directedKey('hov:lanes')

/**
 * All lanes of a direction are for high-occupancy vehicles. A car with only a driver may use it only if the trip starts
 * or ends there.
 */
function isForPassengersOnly(tags: WayTags, direction: Direction): boolean {
  if (tags.find(hov, direction) === 'designated' || tags.get('access') === 'hov') return true
  const lanes = tags.find(hovLanes, direction)
  return lanes?.startsWith('designated') === true && lanes.split('|').every((lane) => lane === 'designated')
}
