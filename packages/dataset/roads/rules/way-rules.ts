import { RoadFlag } from '@fairway/road'
import { carVehicleAccess, listOtherVehicles } from './access/access.ts'
import { intersectAvailability } from './access/availability.ts'
import { isOutOfUse, readOpeningDate, readOpeningHours } from './access/closure.ts'
import { readGoodsFlags, readGoodsVehicleLimits } from './access/goods.ts'
import { readWayLimits, strictestLimits } from './access/limits.ts'
import { readOneway } from './access/oneway.ts'
import { type Carrier, carriesCars, findCarrier, findDurationSeconds } from './ferry.ts'
import { countLanes } from './lanes.ts'
import { readNames } from './names.ts'
import { drivesOnLeft, readRoadFlags } from './road-flags.ts'
import { findRoadKind, type RoadKind } from './road-kind.ts'
import type { RoadRules, Tags, TrafficRegion, VehicleLimits } from './rules.ts'
import {
  findOpenDirection,
  type OpenDirection,
  type RoadCandidate,
  toDirectionRules,
} from './speed/driven-direction.ts'
import { readSurface } from './surface-kind.ts'
import { readWayCharges } from './tolls/read-charges.ts'
import { WayTags } from './way-tags.ts'

/**
 * Interprets a way for motor vehicles. If cars can never drive on it, but motorcycles or trucks can, the road has the
 * flag `noCars`. Returns undefined if none of them can drive on it.
 */
export function readWay(source: Tags, region: TrafficRegion): RoadRules | undefined {
  // Most ways are buildings, fields or footpaths, for which the function returns after a few lookups.
  const carrier = findCarrier(source)
  const kind = carrier === undefined ? findRoadKind(source.get('highway') ?? '') : toRoadKind(carrier)
  if (
    kind === undefined ||
    isOutOfUse(source) ||
    source.get('area') === 'yes' ||
    (carrier !== undefined && !carriesCars(source))
  )
    return undefined

  const tags = new WayTags(source)
  const candidate: RoadCandidate = {
    tags,
    region,
    kind,
    carrier,
    oneway: readOneway(tags),
    vehicleAccess: carVehicleAccess,
    hours: intersectAvailability(readOpeningHours(tags), readOpeningDate(tags)),
    leftHandTraffic: drivesOnLeft(tags, region),
  }
  const road = readRoad(candidate)
  if (road !== undefined || carrier !== undefined) return road
  for (const vehicleAccess of listOtherVehicles(tags)) {
    const otherRoad = readRoad({ ...candidate, vehicleAccess })
    if (otherRoad !== undefined) return { ...otherRoad, flags: otherRoad.flags | RoadFlag.noCars }
  }
  return undefined
}

function readRoad(candidate: RoadCandidate): RoadRules | undefined {
  const forward = findOpenDirection(candidate, 'forward')
  const backward = findOpenDirection(candidate, 'backward', forward)
  if (forward === undefined && backward === undefined) return undefined
  return toRoadRules(candidate, forward, backward)
}

function toRoadKind({ roadClass, speedKmh }: Carrier): RoadKind {
  return { roadClass, speedKmh, isRoad: true }
}

function toRoadRules(
  candidate: RoadCandidate,
  forward: OpenDirection | undefined,
  backward: OpenDirection | undefined,
): RoadRules {
  const { tags, kind, carrier, leftHandTraffic } = candidate
  const openDirections = [forward, backward].filter((direction) => direction !== undefined)
  const isOneway = openDirections.length === 1
  let flags = readRoadFlags(tags, kind.roadClass, leftHandTraffic) | readGoodsFlags(tags)
  if (isOneway) flags |= RoadFlag.oneway
  if (openDirections.every((direction) => direction.passengersOnly)) flags |= RoadFlag.hovOnly
  if (openDirections.some(({ groups }) => groups.excluded.has('motorcycles'))) flags |= RoadFlag.noMotorcycles
  if (openDirections.some(({ groups }) => groups.excluded.has('vans'))) flags |= RoadFlag.noVans
  const { name, ref, pronunciation, exits } = readNames(tags)
  return {
    roadClass: kind.roadClass,
    flags,
    surface: readSurface(tags),
    lanes: countLanes(tags),
    name,
    ref,
    rotaryName: (flags & (RoadFlag.roundabout | RoadFlag.circular)) === 0 ? '' : name,
    pronunciation,
    exits,
    limits: readAllLimits(tags, openDirections),
    charges: readWayCharges(tags, candidate.region.country),
    durationSeconds: findDurationSeconds(tags, carrier),
    canStart: carrier === undefined && !isPrivateDrive(tags, openDirections),
    forward: forward && toDirectionRules(candidate, forward, isOneway),
    backward: backward && toDirectionRules(candidate, backward, isOneway),
  }
}

function readAllLimits(tags: WayTags, openDirections: readonly OpenDirection[]): VehicleLimits {
  return openDirections.reduce(
    (limits, { access }) => strictestLimits(limits, access.limits),
    strictestLimits(readWayLimits(tags), readGoodsVehicleLimits(tags)),
  )
}

/**
 * Returns whether the road is a private driveway. A trip may use the driveway to reach a house, but points next to the
 * driveway snap to the street.
 */
function isPrivateDrive(tags: WayTags, openDirections: readonly OpenDirection[]): boolean {
  return tags.get('highway') === 'service' && openDirections.some(({ access }) => access.isPrivate)
}
