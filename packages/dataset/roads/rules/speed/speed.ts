import { RoadClass } from '@fairway/road'
import type { RoadKind } from '../road-kind.ts'
import type { TrafficRegion } from '../rules.ts'
import type { Direction, WayTags } from '../way-tags.ts'
import { findLegalLimit, findMaxspeed } from './maxspeed.ts'
import { findNationalLimits } from './national-limits.ts'
import { surfaceCapKmh } from './surface.ts'

/** Ratio of the average speed to the speed limit. The ratio is below 1 because of signals, bends and other traffic. */
const SPEED_LIMIT_FACTOR = 0.8

const MIN_ESTIMATED_LIMIT_KMH = 10

/** Average speed on a movable bridge in km/h. The speed is low because the bridge is sometimes open. */
const MOVABLE_BRIDGE_KMH = 5

/**
 * Returns the expected speed in km/h. A tagged limit takes precedence over the road class, even if the limit is above
 * the usual speed of that class, because mappers saw the sign.
 */
export function expectedSpeedKmh(tags: WayTags, direction: Direction, kind: RoadKind, region: TrafficRegion): number {
  const limit = findMaxspeed(tags, direction, region)
  const speed = limit === undefined ? untaggedSpeedKmh(tags, kind, region) : limit * SPEED_LIMIT_FACTOR
  return Math.min(speed, surfaceCapKmh(tags))
}

/**
 * Returns the speed limit in whole km/h, from 1 to 255. If no limit is tagged, it is derived from the typical speed of
 * the road and rounded to tens, because limits such as 81 km/h do not exist.
 */
export function speedLimitKmh(tags: WayTags, direction: Direction, kind: RoadKind, region: TrafficRegion): number {
  const limit = findLegalLimit(tags, direction, region) ?? estimateLimitKmh(untaggedSpeedKmh(tags, kind, region))
  return Math.min(255, Math.max(1, Math.round(limit)))
}

function estimateLimitKmh(speedKmh: number): number {
  return Math.max(MIN_ESTIMATED_LIMIT_KMH, 10 * Math.round(speedKmh / SPEED_LIMIT_FACTOR / 10))
}

function untaggedSpeedKmh(tags: WayTags, kind: RoadKind, region: TrafficRegion): number {
  if (tags.get('bridge') === 'movable') return MOVABLE_BRIDGE_KMH
  return Math.min(kind.speedKmh, legalSpeedKmh(kind.roadClass, region.country))
}

/**
 * Returns the national speed limit in km/h, which caps the typical speed of the road class. The typical speeds come
 * from countries with fast main roads.
 */
function legalSpeedKmh(roadClass: RoadClass, country: string | undefined): number {
  if (roadClass > RoadClass.secondary || country === undefined) return Number.POSITIVE_INFINITY
  const limits = findNationalLimits(country)
  if (limits === undefined) return Number.POSITIVE_INFINITY
  if (roadClass <= RoadClass.motorwayLink) return limits.motorway
  return roadClass <= RoadClass.trunkLink ? limits.trunk : limits.rural
}
