import { TravelMode } from '@fairway/road'
import { type Access, accessRules, readAccess } from '../access/access.ts'
import { alwaysOpen, intersectAvailability, isEverOpen } from '../access/availability.ts'
import { isOutOfUse, readOpeningHours } from '../access/closure.ts'
import { type DirectionAccess, impliedFlow, onewayKeys, readOneway, type TrafficFlow } from '../access/oneway.ts'
import type { Permission } from '../access/permission.ts'
import { type Carrier, findCarrier } from '../ferry.ts'
import { isIndoor } from '../paths/indoor.ts'
import { isMountainPath } from '../paths/mountain-path.ts'
import { toPathPassability, toPathPermission } from '../paths/path-access.ts'
import { findPathKind, type PathKind } from '../paths/path-kind.ts'
import { type PathNodeRules, readPathNode } from '../paths/path-node.ts'
import { type PathDirection, toPathRoad } from '../paths/path-road.ts'
import { drivesOnLeft } from '../road-flags.ts'
import type { RoadRules, Tags, TrafficRegion } from '../rules.ts'
import type { TravelRules } from '../travel-rules.ts'
import { type Direction, WayTags } from '../way-tags.ts'
import { bicycleTurnSeconds, pushingKmh, ridingKmh } from './bicycle-speed.ts'
import { type Cycleways, hasSeparateCycleway, readCycleways } from './cycleways.ts'
import { stressFactor } from './stress.ts'

/** Kinds of ways where cycling is allowed without a tag. */
const ridableKinds = new Set(
  'primary primary_link secondary secondary_link tertiary tertiary_link unclassified residential living_street service road'
    .concat(' track path cycleway platform parking movable')
    .split(' '),
)
/** Kinds of ways where people may push a bicycle. */
const pushableKinds = new Set([...ridableKinds, 'footway', 'pedestrian', 'steps', 'man_made=pier'])

/**
 * Converts an access value for bicycles. `destination` excludes only cars, so cyclists may pass. The value does not
 * open a way that is closed to bicycles.
 */
function toBicyclePermission(value: string): Permission {
  return value === 'destination' ? 'unclear' : toPathPermission(value)
}

const bicycleAccess = accessRules(
  ['access', 'vehicle', 'bicycle'],
  toBicyclePermission,
  // A way that is not built for bicycles needs a tag that explicitly opens it.
  (permission, subject) =>
    subject === 'otherWay' && permission !== 'open' ? 'closed' : toPathPassability(permission, subject),
)

const nodeRules: PathNodeRules = {
  access: bicycleAccess,
  blockingBarriers: new Set(['yes', 'wall', 'fence', 'debris', 'turnstile', 'full-height_turnstile', 'hedge']),
  barrierSeconds: new Map([
    ['gate', 5],
    ['cycle_barrier', 5],
    ['swing_gate', 5],
    ['kissing_gate', 20],
    ['stile', 30],
  ]),
  signalSeconds: 2,
  ignoresAccessAtCrossings: true,
}

/** A way that bicycles may use, with the properties that both directions share. */
interface Candidate {
  readonly tags: WayTags
  readonly region: TrafficRegion
  readonly kind: PathKind
  readonly carrier: Carrier | undefined
  readonly oneway: DirectionAccess
  readonly cycleways: Cycleways
  /** Direction of traffic on a roundabout or motorway, where pushing a bicycle against the traffic is not allowed. */
  readonly implied: TrafficFlow
}

const bicycleKeys = onewayKeys('oneway:bicycle', 'oneway')

/** Interprets a way for bicycles. Returns undefined if people can neither ride nor push a bicycle on it. */
function readWay(source: Tags, region: TrafficRegion): RoadRules | undefined {
  const carrier = findCarrier(source)
  const kind = carrier ? { name: 'ferry', roadClass: carrier.roadClass } : findPathKind(source)
  if (kind === undefined || isOutOfUse(source)) return undefined
  const tags = new WayTags(source)
  if (tags.get('motorroad') === 'yes' || hasSeparateCycleway(tags)) return undefined
  const impliedDirection = impliedFlow(tags)
  const oneway = readOneway(tags, bicycleKeys, impliedDirection)
  const cycleways = readCycleways(tags, toFlow(oneway), drivesOnLeft(tags, region))
  const candidate: Candidate = { tags, region, kind, carrier, oneway, cycleways, implied: impliedDirection }
  const [forward, backward] = [readDirection(candidate, 'forward'), readDirection(candidate, 'backward')]
  return toPathRoad({ tags, region, kind, carrier, ignoredFlags: 0, forward, backward })
}

function toFlow({ forward, backward }: DirectionAccess): TrafficFlow {
  if (isEverOpen(forward)) return isEverOpen(backward) ? 'both' : 'forward'
  return isEverOpen(backward) ? 'backward' : 'neither'
}

function readDirection(candidate: Candidate, direction: Direction): PathDirection | undefined {
  const { tags, carrier, oneway, cycleways } = candidate
  const access = readAccess(tags, direction, carrier ? 'ferry' : 'road', bicycleAccess)
  if (!isEverOpen(access.availability)) return isWalkAllowed(tags, direction) ? toPushed(candidate) : undefined
  const isKindOpen = carrier !== undefined || isOpenUntagged(ridableKinds, candidate) || cycleways[direction]
  const isRidden =
    (isKindOpen || isOpened(tags, direction)) && tags.get('bicycle') !== 'dismount' && !isTooSteepToRide(tags)
  const flow = cycleways[direction] ? alwaysOpen : oneway[direction]
  if (isRidden && isEverOpen(flow)) return toRidden(candidate, direction, access, flow)
  return canPush(candidate, direction) ? toPushed(candidate) : undefined
}

/** Returns whether a way of these kinds is open without a tag. A way inside a building is not. */
function isOpenUntagged(kinds: ReadonlySet<string>, { tags, kind }: Candidate): boolean {
  return kinds.has(kind.name) && !isIndoor(tags)
}

/** Returns whether a tag explicitly opens the way to bicycles. */
function isOpened(tags: WayTags, direction: Direction): boolean {
  return isEverOpen(readAccess(tags, direction, 'otherWay', bicycleAccess).availability)
}

/** Returns whether the way is a mountain bike trail or a path on which hikers need their hands. */
function isTooSteepToRide(tags: WayTags): boolean {
  return isMountainPath(tags) || Number(tags.get('mtb:scale')?.charAt(0) ?? 0) >= 2
}

/** Returns whether cyclists may dismount and walk, as with `foot=yes` on a way that is closed to bicycles. */
function isWalkAllowed(tags: WayTags, direction: Direction): boolean {
  const foot = tags.get(`foot:${direction}`) ?? tags.get('foot')
  return foot === 'yes' || foot === 'designated'
}

function canPush(candidate: Candidate, direction: Direction): boolean {
  const { tags, implied } = candidate
  if (tags.get('foot') === 'no') return false
  if (implied !== 'both' && implied !== direction) return false
  return (
    isOpenUntagged(pushableKinds, candidate) || isWalkAllowed(tags, direction) || tags.get('bicycle') === 'dismount'
  )
}

function toRidden(
  { tags, region, kind, carrier, cycleways }: Candidate,
  direction: Direction,
  access: Access,
  flow: DirectionAccess[Direction],
): PathDirection | undefined {
  const availability = intersectAvailability(intersectAvailability(access.availability, flow), readOpeningHours(tags))
  if (!isEverOpen(availability)) return undefined
  return {
    mode: carrier?.mode ?? (kind.name === 'railway' ? TravelMode.train : TravelMode.cycling),
    speedKmh: carrier?.speedKmh ?? ridingKmh(tags, kind, direction, region),
    weightFactor: carrier ? 1 : stressFactor(tags, kind, cycleways[direction]),
    isRestricted: access.isRestricted,
    availability,
  }
}

/** Weight factor for pushing a bicycle. To avoid walking, cyclists accept a ride that takes twice as long. */
const PUSHING_FACTOR = 2

function toPushed({ tags, kind }: Candidate): PathDirection | undefined {
  const availability = readOpeningHours(tags)
  if (kind.name === 'railway') return undefined
  return {
    mode: TravelMode.pushing,
    speedKmh: pushingKmh(tags, kind),
    weightFactor: PUSHING_FACTOR,
    isRestricted: false,
    availability,
  }
}

export const bicycleRules: TravelRules = {
  readWay,
  readNode: (tags) => readPathNode(tags, nodeRules),
  /** Turn restrictions apply only to vehicles, and a cyclist can dismount and walk. */
  readRestriction: () => undefined,
  turnSeconds: bicycleTurnSeconds,
  crossesAreas: true,
}
