import { RoadFlag, TravelMode } from '@fairway/road'
import { accessRules, readAccess } from '../access/access.ts'
import { intersectAvailability, isEverOpen } from '../access/availability.ts'
import { isOutOfUse, readOpeningHours } from '../access/closure.ts'
import { type DirectionAccess, onewayKeys, readOneway, type TrafficFlow } from '../access/oneway.ts'
import type { AccessSubject } from '../access/permission.ts'
import { type Carrier, findCarrier } from '../ferry.ts'
import { isIndoor } from '../paths/indoor.ts'
import { isMountainPath } from '../paths/mountain-path.ts'
import { toPathPassability, toPathPermission } from '../paths/path-access.ts'
import { findPathKind, type PathKind } from '../paths/path-kind.ts'
import { type PathNodeRules, readPathNode } from '../paths/path-node.ts'
import { type PathDirection, toPathRoad } from '../paths/path-road.ts'
import type { RoadRules, Tags, TrafficRegion } from '../rules.ts'
import type { TravelRules } from '../travel-rules.ts'
import { type Direction, WayTags } from '../way-tags.ts'
import { readWheelchairFlags, readWheelchairNodeFlags } from './wheelchair-rules.ts'

const WALKING_KMH = 5
const STEPS_KMH = 3.5

/** Kinds of ways that are open to pedestrians without a tag. */
const walkableKinds = new Set(
  'primary primary_link secondary secondary_link tertiary tertiary_link unclassified residential living_street service'
    .concat(' track path steps pedestrian platform footway pier man_made=pier parking')
    .split(' '),
)

const surfaceKmh = new Map<string, number>([
  ['fine_gravel', 0.9 * WALKING_KMH],
  ['gravel', 0.75 * WALKING_KMH],
  ['pebblestone', 0.75 * WALKING_KMH],
  ['mud', 0.5 * WALKING_KMH],
  ['sand', 0.5 * WALKING_KMH],
])

const footAccess = accessRules(['access', 'foot'], toPathPermission, toPathPassability)

const nodeRules: PathNodeRules = {
  access: footAccess,
  blockingBarriers: new Set(['yes', 'wall', 'fence', 'debris', 'hedge', 'retaining_wall', 'city_wall']),
  barrierSeconds: new Map([
    ['gate', 5],
    ['kissing_gate', 10],
    ['stile', 15],
    ['turnstile', 10],
    ['full-height_turnstile', 10],
  ]),
  signalSeconds: 2,
  ownFlags: readWheelchairNodeFlags,
  ignoresAccessAtCrossings: false,
}

/** Flags that are irrelevant to pedestrians, who use the sidewalk of a roundabout like any other sidewalk. */
const IGNORED_FLAGS = RoadFlag.roundabout | RoadFlag.circular

/** Interprets a way for pedestrians. Returns undefined if the way is never open to pedestrians. */
function readWay(source: Tags, region: TrafficRegion): RoadRules | undefined {
  const carrier = findCarrier(source)
  const kind = carrier ? { name: 'ferry', roadClass: carrier.roadClass } : findPathKind(source)
  if (kind === undefined || kind.name === 'railway' || isOutOfUse(source)) return undefined
  const tags = new WayTags(source)
  const oneway = readFootOneway(tags, kind)
  const readSide = (direction: Direction) => readDirection(tags, kind, carrier, oneway, direction)
  const [forward, backward] = [readSide('forward'), readSide('backward')]
  const ownFlags = carrier ? 0 : readWheelchairFlags(tags, kind.roadClass)
  return toPathRoad({ tags, region, kind, carrier, ignoredFlags: IGNORED_FLAGS, ownFlags, forward, backward })
}

function readDirection(
  tags: WayTags,
  kind: PathKind,
  carrier: Carrier | undefined,
  oneway: DirectionAccess,
  direction: Direction,
): PathDirection | undefined {
  const access = readAccess(tags, direction, toAccessSubject(tags, kind, carrier), footAccess)
  const availability = intersectAvailability(
    intersectAvailability(access.availability, oneway[direction]),
    readOpeningHours(tags),
  )
  if (!isEverOpen(availability)) return undefined
  return {
    mode: carrier?.mode ?? TravelMode.walking,
    speedKmh: carrier?.speedKmh ?? findSpeedKmh(tags, kind),
    weightFactor: findWeightFactor(tags, kind),
    // Hikers may start and end on mountain paths, but no route crosses a mountain to save ten minutes.
    isRestricted: access.isRestricted || isMountainPath(tags),
    availability,
  }
}

function toAccessSubject(tags: WayTags, { name }: PathKind, carrier: Carrier | undefined): AccessSubject {
  if (carrier !== undefined) return 'ferry'
  if (tags.get('motorroad') === 'yes' || hasSeparateSidewalk(tags) || isIndoor(tags)) return 'otherWay'
  return walkableKinds.has(name) || hasSidewalk(tags) ? 'road' : 'otherWay'
}

const sidewalkKeys = ['sidewalk', 'sidewalk:both', 'sidewalk:left', 'sidewalk:right']
const sidewalkValues = new Set(['yes', 'both', 'left', 'right'])

/** Returns whether the sidewalk is mapped as a separate way, so that walking along the road would duplicate it. */
function hasSeparateSidewalk(tags: WayTags): boolean {
  return sidewalkKeys.some((key) => tags.get(key) === 'separate')
}

function hasSidewalk(tags: WayTags): boolean {
  return sidewalkKeys.some((key) => sidewalkValues.has(tags.get(key) ?? ''))
}

const footKeys = onewayKeys('oneway:foot')

/** Reads the walking directions. Only escalators, moving walkways and ways with `oneway:foot` have a direction. */
function readFootOneway(tags: WayTags, kind: PathKind): DirectionAccess {
  const conveying = tags.get('conveying')
  const conveys = (kind.name === 'steps' || kind.name === 'footway') && tags.get('oneway') !== 'no'
  const isDirected = conveying === 'forward' || conveying === 'backward'
  const flow: TrafficFlow = conveys && isDirected ? conveying : 'both'
  return readOneway(tags, footKeys, flow)
}

function findSpeedKmh(tags: WayTags, { name }: PathKind): number {
  const usualKmh = name === 'steps' && tags.get('conveying') === undefined ? STEPS_KMH : WALKING_KMH
  return Math.min(usualKmh, surfaceKmh.get(tags.get('surface') ?? '') ?? usualKmh)
}

const majorKinds = new Set(['trunk', 'trunk_link', 'primary', 'primary_link', 'secondary', 'secondary_link'])

/** Returns the weight factor. Main roads without a sidewalk get a high factor, because they are a last resort. */
function findWeightFactor(tags: WayTags, { name }: PathKind): number {
  if (majorKinds.has(name) && isWithoutSidewalk(tags)) return 1.5
  return name === 'service' && tags.get('service') === 'driveway' ? 1.2 : 1
}

function isWithoutSidewalk(tags: WayTags): boolean {
  const sidewalk = tags.get('sidewalk') ?? tags.get('sidewalk:both')
  return sidewalk === 'no' || sidewalk === 'none'
}

const UTURN_SECONDS = 2

export const footRules: TravelRules = {
  readWay,
  readNode: (tags) => readPathNode(tags, nodeRules),
  /** Turn restrictions apply only to vehicles. */
  readRestriction: () => undefined,
  turnSeconds: (_angle, _leftHandTraffic, isUturn) => (isUturn ? UTURN_SECONDS : 0),
  crossesAreas: true,
}
