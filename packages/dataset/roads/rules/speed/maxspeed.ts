import { parseConditional } from '../access/conditional.ts'
import { MAX_VALUE_LENGTH } from '../access/permission.ts'
import type { TrafficRegion } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { KMH_PER_MPH } from './national-limits.ts'
import { findSymbolicLimit } from './symbolic-limit.ts'

const KMH_PER_KNOT = 1.852

/**
 * Maximum speed limit in km/h. Larger numbers are typing errors such as 500 for 50, and it is better to ignore a limit
 * than to use a wrong one.
 */
const MAX_LIMIT_KMH = 200

/**
 * Keys of speed limits, in order of precedence. Advisory speeds come before legal limits, because drivers follow the
 * sign at a bend.
 */
const maxspeedKeys = ['maxspeed:advisory', 'maxspeed', 'source:maxspeed', 'maxspeed:type', 'zone:maxspeed'].map((key) =>
  directedKey(key),
)
const conditionalKey = directedKey('maxspeed', ':conditional')
const lanesKey = directedKey('maxspeed:lanes')

/** Keys of legal speed limits, without advisory speeds. */
const legalKeys = maxspeedKeys.slice(1)

/** Returns the speed limit in one direction in km/h, or undefined if no tag contains a readable limit. */
export function findMaxspeed(tags: WayTags, direction: Direction, region: TrafficRegion): number | undefined {
  return findLimit(tags, direction, region, maxspeedKeys)
}

/** Returns the legal limit in one direction in km/h, ignoring advisory speeds. */
export function findLegalLimit(tags: WayTags, direction: Direction, region: TrafficRegion): number | undefined {
  return findLimit(tags, direction, region, legalKeys)
}

function findLimit(
  tags: WayTags,
  direction: Direction,
  region: TrafficRegion,
  candidateKeys: typeof maxspeedKeys,
): number | undefined {
  const conditionalValue = tags.find(conditionalKey, direction)
  const unconditionalLimit =
    conditionalValue === undefined ? undefined : findUnconditionalLimit(conditionalValue, region)
  if (unconditionalLimit !== undefined) return unconditionalLimit
  for (const key of candidateKeys) {
    const tagValue = tags.find(key, direction)
    const limit = tagValue === undefined ? undefined : parseMaxspeed(tagValue, region)
    if (limit !== undefined) return limit
  }
  const laneValues = tags.find(lanesKey, direction)
  return laneValues === undefined ? undefined : findFastestLane(laneValues, region)
}

/**
 * Returns the unconditional limit of a conditional tag. Limits for certain hours or for rain are ignored, because
 * durations do not depend on the time of the trip.
 */
function findUnconditionalLimit(tagValue: string, region: TrafficRegion): number | undefined {
  const unconditional = parseConditional(tagValue).findLast(({ condition }) => condition.kind === 'always')
  return unconditional === undefined ? undefined : parseMaxspeed(unconditional.value, region)
}

/** Returns the highest lane limit, because a car can choose its lane. */
function findFastestLane(tagValue: string, region: TrafficRegion): number | undefined {
  if (tagValue.length > MAX_VALUE_LENGTH) return undefined
  const limits = tagValue.split('|').map((lane) => parseMaxspeed(lane, region) ?? 0)
  const maxLimitKmh = Math.max(...limits)
  return maxLimitKmh > 0 ? maxLimitKmh : undefined
}

/**
 * Parses limits such as "50", "30 mph", "10 knots", "50; 40" (the first), "none", "walk", "RO:urban" and "DE:zone:30".
 */
export function parseMaxspeed(tagValue: string, region: TrafficRegion): number | undefined {
  const number = Number.parseFloat(tagValue)
  if (Number.isNaN(number)) return findSymbolicLimit(tagValue, region)
  const kmh = number * kmhPerUnit(tagValue)
  return kmh > 0 && kmh <= MAX_LIMIT_KMH ? kmh : undefined
}

function kmhPerUnit(tagValue: string): number {
  // Values of at most three characters have no unit. Nearly all limits are this short.
  if (tagValue.length <= 3) return 1
  if (tagValue.includes('mph') || tagValue.includes('mp/h')) return KMH_PER_MPH
  return tagValue.includes('knot') ? KMH_PER_KNOT : 1
}
