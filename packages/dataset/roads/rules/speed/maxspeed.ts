import { parseConditional } from '../access/conditional.ts'
import { MAX_VALUE_LENGTH } from '../access/permission.ts'
import type { TrafficRegion } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { KMH_PER_MPH } from './national-limits.ts'
import { findSymbolicLimit } from './symbolic-limit.ts'

const KMH_PER_KNOT = 1.852

/** Larger numbers are typing errors (500 for 50). No limit is better than a wrong one. */
const MAX_LIMIT_KMH = 200

/** Advisory speeds take precedence over legal limits, because drivers follow the sign at a bend. */
const maxspeedKeys = ['maxspeed:advisory', 'maxspeed', 'source:maxspeed', 'maxspeed:type', 'zone:maxspeed'].map((key) =>
  directedKey(key),
)
const conditionalKey = directedKey('maxspeed', ':conditional')
const lanesKey = directedKey('maxspeed:lanes')

/** The same without advisory speeds. */
const legalKeys = maxspeedKeys.slice(1)

/** Speed limit in one direction, in km/h. Undefined if no tag has a readable limit. */
export function findMaxspeed(tags: WayTags, direction: Direction, region: TrafficRegion): number | undefined {
  return findLimit(tags, direction, region, maxspeedKeys)
}

/** The legal limit, regardless of advisory speeds. */
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

/** Limits for certain hours or for rain are ignored, because durations do not depend on the time of the trip. */
function findUnconditionalLimit(tagValue: string, region: TrafficRegion): number | undefined {
  const unconditional = parseConditional(tagValue).findLast(({ condition }) => condition.kind === 'always')
  return unconditional === undefined ? undefined : parseMaxspeed(unconditional.value, region)
}

/** Uses the highest lane limit, because a car chooses its lane. */
function findFastestLane(tagValue: string, region: TrafficRegion): number | undefined {
  if (tagValue.length > MAX_VALUE_LENGTH) return undefined
  const limits = tagValue.split('|').map((lane) => parseMaxspeed(lane, region) ?? 0)
  const maxLimitKmh = Math.max(...limits)
  return maxLimitKmh > 0 ? maxLimitKmh : undefined
}

/** "50", "30 mph", "10 knots", "50; 40" (the first), "none", "walk", "RO:urban", "DE:zone:30". */
export function parseMaxspeed(tagValue: string, region: TrafficRegion): number | undefined {
  const number = Number.parseFloat(tagValue)
  if (Number.isNaN(number)) return findSymbolicLimit(tagValue, region)
  const kmh = number * kmhPerUnit(tagValue)
  return kmh > 0 && kmh <= MAX_LIMIT_KMH ? kmh : undefined
}

function kmhPerUnit(tagValue: string): number {
  // Two or three digits only, which covers nearly all limits.
  if (tagValue.length <= 3) return 1
  if (tagValue.includes('mph') || tagValue.includes('mp/h')) return KMH_PER_MPH
  return tagValue.includes('knot') ? KMH_PER_KNOT : 1
}
