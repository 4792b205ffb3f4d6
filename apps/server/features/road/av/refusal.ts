import { oddRules, type RuleBreak } from '@fairway/road'
import type { Place } from '../route/coverage.ts'
import type { Domain } from './domains/domain.ts'
import type { OutsideOdd } from './failures.ts'

/**
 * How far the check of a trip got in a domain: its stops are outside, the time or weather is wrong, or no road leads
 * there.
 */
const stages = ['stop', 'time', 'road'] as const

/** Why one domain does not allow a trip. */
export interface Refusal {
  readonly stage: (typeof stages)[number]
  readonly domain: Domain
  readonly found: RuleBreak
  /** The position. Not set when the reason concerns the whole trip. */
  readonly place?: Place
  /** The request field that contained the position. */
  readonly field?: string
  /** The road at the position. */
  readonly road?: string
  /** The total distance from the outside stops to the border. */
  readonly meters?: number
}

/**
 * Of several domains that reject the trip, reports the one that comes closest: fixing that reason makes the trip
 * possible.
 */
export function furthest(first: Refusal | undefined, second: Refusal): Refusal {
  if (!first) return second
  const difference = stages.indexOf(second.stage) - stages.indexOf(first.stage)
  if (difference !== 0) return difference > 0 ? second : first
  if (second.stage === 'stop') return (second.meters ?? 0) < (first.meters ?? 0) ? second : first
  return oddRules.indexOf(second.found.rule) > oddRules.indexOf(first.found.rule) ? second : first
}

export function toFailure(refusal: Refusal, nearest: OutsideOdd['nearest']): OutsideOdd {
  const { domain, found, place, field, road } = refusal
  const { id, operator } = domain.document
  const at = place && `[${round(place.latitude)}, ${round(place.longitude)}]`
  const words = [field, at, road ? `(${road})` : undefined].filter((word) => word !== undefined)
  const where = words.length > 0 ? words.join(' ') : undefined
  return { kind: 'outside-odd', odd: id, operator, ...found, where, nearest }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
