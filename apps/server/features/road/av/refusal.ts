import { oddRules, type RuleBreak } from '@fairway/road'
import type { Place } from '../route/coverage.ts'
import type { Domain } from './domains/domain.ts'
import type { OutsideOdd } from './failures.ts'

/** How far a trip got in a domain: its stops are not inside, it is the wrong time or weather, or no road leads there. */
const stages = ['stop', 'time', 'road'] as const

/** Why one domain does not allow a trip. */
export interface Refusal {
  readonly stage: (typeof stages)[number]
  readonly domain: Domain
  readonly found: RuleBreak
  /** Where it is; not for what holds of the whole trip. */
  readonly place?: Place
  /** The field of the request that the place was given in. */
  readonly field?: string
  /** The road at the place. */
  readonly road?: string
  /** From the stops that are outside to the border, all together. */
  readonly meters?: number
}

/** Of several domains that refuse, the one is told that a trip comes nearest to: whoever changes that is inside. */
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
