import { parseConditional } from '../access/conditional.ts'
import { LONGEST_VALUE } from '../access/permission.ts'
import type { Place } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { KMH_PER_MPH } from './national-limits.ts'
import { findSymbolicLimit } from './symbolic-limit.ts'

const KMH_PER_KNOT = 1.852

/** Larger numbers are typing errors (500 for 50). No limit is better than a wrong one. */
const GREATEST_LIMIT_KMH = 200

/** Advisory speeds take precedence over legal limits, because drivers follow the sign at a bend. */
const keys = ['maxspeed:advisory', 'maxspeed', 'source:maxspeed', 'maxspeed:type', 'zone:maxspeed'].map((key) =>
  directedKey(key),
)
const conditional = directedKey('maxspeed', ':conditional')
const lanes = directedKey('maxspeed:lanes')

/** The same without advisory speeds. */
const legalKeys = keys.slice(1)

/** Limit of one direction in km/h. Undefined if no tag has a readable limit. */
export function findMaxspeed(tags: WayTags, direction: Direction, place: Place): number | undefined {
  return findLimit(tags, direction, place, keys)
}

/** The legal limit, regardless of advisory speeds. */
export function findLegalLimit(tags: WayTags, direction: Direction, place: Place): number | undefined {
  return findLimit(tags, direction, place, legalKeys)
}

function findLimit(tags: WayTags, direction: Direction, place: Place, asked: typeof keys): number | undefined {
  const timed = tags.find(conditional, direction)
  const always = timed === undefined ? undefined : findPermanent(timed, place)
  if (always !== undefined) return always
  for (const key of asked) {
    const text = tags.find(key, direction)
    const limit = text === undefined ? undefined : parseMaxspeed(text, place)
    if (limit !== undefined) return limit
  }
  const perLane = tags.find(lanes, direction)
  return perLane === undefined ? undefined : fastestLane(perLane, place)
}

/** Limits for certain hours or for rain are ignored, because durations do not depend on the time of the trip. */
function findPermanent(text: string, place: Place): number | undefined {
  const permanent = parseConditional(text).findLast(({ condition }) => condition.kind === 'always')
  return permanent === undefined ? undefined : parseMaxspeed(permanent.value, place)
}

/** Uses the highest lane limit, because a car chooses its lane. */
function fastestLane(text: string, place: Place): number | undefined {
  if (text.length > LONGEST_VALUE) return undefined
  const limits = text.split('|').map((lane) => parseMaxspeed(lane, place) ?? 0)
  const fastest = Math.max(...limits)
  return fastest > 0 ? fastest : undefined
}

/** "50", "30 mph", "10 knots", "50; 40" (the first), "none", "walk", "RO:urban", "DE:zone:30". */
export function parseMaxspeed(text: string, place: Place): number | undefined {
  const number = Number.parseFloat(text)
  if (Number.isNaN(number)) return findSymbolicLimit(text, place)
  const kmh = number * kmhPerUnit(text)
  return kmh > 0 && kmh <= GREATEST_LIMIT_KMH ? kmh : undefined
}

function kmhPerUnit(text: string): number {
  // Two or three digits only, which covers nearly all limits.
  if (text.length <= 3) return 1
  if (text.includes('mph') || text.includes('mp/h')) return KMH_PER_MPH
  return text.includes('knot') ? KMH_PER_KNOT : 1
}
