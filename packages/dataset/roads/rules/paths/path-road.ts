import { RoadFlag, TravelMode } from '@fairway/road'
import type { Availability } from '../access/availability.ts'
import { noLimits } from '../access/limits.ts'
import { type Carrier, findDurationSeconds } from '../ferry.ts'
import { readNames } from '../names.ts'
import { drivesOnLeft, readRoadFlags } from '../road-flags.ts'
import type { DirectionRules, RoadRules, TrafficRegion } from '../rules.ts'
import { readSurface } from '../surface-kind.ts'
import type { WayTags } from '../way-tags.ts'
import type { PathKind } from './path-kind.ts'

/** Rules of one direction of a path that differ from the rules for cars. */
export interface PathDirection {
  readonly mode: TravelMode
  readonly speedKmh: number
  readonly weightFactor: number
  readonly isRestricted: boolean
  readonly availability: Availability
}

export interface PathRoad {
  readonly tags: WayTags
  readonly region: TrafficRegion
  readonly kind: PathKind
  readonly carrier: Carrier | undefined
  /** Flags for drivers that do not apply to these travelers. */
  readonly ignoredFlags: number
  /** Flags that apply only to these travelers. */
  readonly ownFlags?: number
  readonly forward: PathDirection | undefined
  readonly backward: PathDirection | undefined
}

/** Flags that apply only to drivers. */
const DRIVER_FLAGS =
  RoadFlag.toll |
  RoadFlag.truckToll |
  RoadFlag.truckTollFree |
  RoadFlag.motorcycleTollFree |
  RoadFlag.motorway |
  RoadFlag.hovOnly

/** Converts a path to road rules. Returns undefined if neither direction is ever open. */
export function toPathRoad(road: PathRoad): RoadRules | undefined {
  const { tags, region, kind, carrier, forward, backward } = road
  if (forward === undefined && backward === undefined) return undefined
  const isOneway = forward === undefined || backward === undefined
  const roadFlags = readRoadFlags(tags, kind.roadClass, drivesOnLeft(tags, region))
  const flags =
    (roadFlags & ~(DRIVER_FLAGS | road.ignoredFlags)) |
    (isOneway ? RoadFlag.oneway : 0) |
    (isCrossing(tags) ? RoadFlag.crossing : 0) |
    (road.ownFlags ?? 0)
  const { name, ref, pronunciation, exits } = readNames(tags)
  const roadName = name === '' ? findSidepathName(tags) : name
  const isTrain = (forward ?? backward)?.mode === TravelMode.train
  return {
    roadClass: kind.roadClass,
    flags,
    surface: readSurface(tags),
    lanes: 0,
    name: roadName,
    ref,
    rotaryName: (flags & (RoadFlag.roundabout | RoadFlag.circular)) === 0 ? '' : roadName,
    pronunciation,
    exits,
    limits: noLimits,
    durationSeconds: findDurationSeconds(tags, carrier),
    canStart: carrier === undefined && !isTrain,
    forward: forward && toDirectionRules(forward),
    backward: backward && toDirectionRules(backward),
  }
}

function toDirectionRules({ mode, speedKmh, weightFactor, isRestricted, availability }: PathDirection): DirectionRules {
  return {
    mode,
    speedKmh,
    limitKmh: 0,
    weightFactor,
    isRestricted,
    closedByDefault: availability.closedByDefault,
    timed: availability.timed,
    noGoodsVehicles: false,
    noHazardousGoods: false,
    timedForGroups: [],
    destinations: '',
    turnLanes: '',
  }
}

function isCrossing(tags: WayTags): boolean {
  return ['footway', 'cycleway', 'path'].some((key) => tags.get('highway') === key && tags.get(key) === 'crossing')
}

/** Returns the name of the road from the tags of a sidewalk or cycle path next to it. */
function findSidepathName(tags: WayTags): string {
  const highway = tags.get('highway')
  if (highway !== 'footway' && highway !== 'cycleway' && highway !== 'path') return ''
  const isSidepath =
    tags.get('footway') === 'sidewalk' || tags.get('cycleway') === 'sidepath' || tags.get('is_sidepath') === 'yes'
  return isSidepath ? (tags.get('is_sidepath:of:name') ?? tags.get('street:name') ?? '') : ''
}
