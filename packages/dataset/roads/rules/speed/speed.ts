import { RoadClass } from '@fairway/road'
import type { RoadKind } from '../road-kind.ts'
import type { TrafficRegion } from '../rules.ts'
import type { Direction, WayTags } from '../way-tags.ts'
import { findLegalLimit, findMaxspeed } from './maxspeed.ts'
import { findNationalLimits } from './national-limits.ts'
import { surfaceCapKmh } from './surface.ts'

/** The average speed is four fifths of the limit because of signals, bends, and other traffic. */
const SPEED_LIMIT_FACTOR = 0.8

/** A movable bridge is slow on average because it is sometimes open. */
const MOVABLE_BRIDGE_KMH = 5

/** A tagged limit takes precedence over the road class, in both directions, because mappers saw the sign. */
export function expectedSpeedKmh(tags: WayTags, direction: Direction, kind: RoadKind, region: TrafficRegion): number {
  const limit = findMaxspeed(tags, direction, region)
  const speed = limit === undefined ? untaggedSpeedKmh(tags, kind, region) : limit * SPEED_LIMIT_FACTOR
  return Math.min(speed, surfaceCapKmh(tags))
}

/** The speed limit. Where no sign is mapped, it is derived from the typical speed of the road. Whole km/h, 1 to 255. */
export function speedLimitKmh(tags: WayTags, direction: Direction, kind: RoadKind, region: TrafficRegion): number {
  const limit = findLegalLimit(tags, direction, region) ?? untaggedSpeedKmh(tags, kind, region) / SPEED_LIMIT_FACTOR
  return Math.min(255, Math.max(1, Math.round(limit)))
}

function untaggedSpeedKmh(tags: WayTags, kind: RoadKind, region: TrafficRegion): number {
  if (tags.get('bridge') === 'movable') return MOVABLE_BRIDGE_KMH
  return Math.min(kind.speedKmh, legalSpeedKmh(kind.roadClass, region.country))
}

/**
 * The averages above come from countries with fast main roads, so they are capped at the national speed limits of other
 * countries.
 */
function legalSpeedKmh(roadClass: RoadClass, country: string | undefined): number {
  if (roadClass > RoadClass.secondary || country === undefined) return Number.POSITIVE_INFINITY
  const limits = findNationalLimits(country)
  if (limits === undefined) return Number.POSITIVE_INFINITY
  if (roadClass <= RoadClass.motorwayLink) return limits.motorway
  return roadClass <= RoadClass.trunkLink ? limits.trunk : limits.rural
}
