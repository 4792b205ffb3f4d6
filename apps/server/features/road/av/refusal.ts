import { describePoint } from '@fairway/geo'
import { oddRules, type RuleBreak } from '@fairway/road'
import type { Coordinate } from '../route/coverage.ts'
import type { OperationalDomain } from './domains/domain.ts'
import type { OutsideOdd } from './failures.ts'

/**
 * Stages at which a domain can reject a trip, in the order of the checks: a stop is outside, the time or weather is not
 * allowed, or no road leads to the stop.
 */
const refusalStages = ['stop', 'time', 'road'] as const

/** Reason why one domain does not allow a trip. */
export interface OddRefusal {
  readonly stage: (typeof refusalStages)[number]
  readonly domain: OperationalDomain
  readonly violation: RuleBreak
  /** Position of the violation. Undefined when the reason concerns the whole trip. */
  readonly position?: Coordinate
  /** Request field that contains the position. */
  readonly field?: string
  /** Name of the road at the position. */
  readonly road?: string
  /** Sum of the distances from the stops outside the domain to its border, in meters. */
  readonly meters?: number
}

/**
 * Returns the refusal from the domain that came closest to allowing the trip. That refusal is the easiest for the
 * caller to resolve.
 */
export function chooseFurthest(first: OddRefusal | undefined, second: OddRefusal): OddRefusal {
  if (!first) return second
  const stageDifference = refusalStages.indexOf(second.stage) - refusalStages.indexOf(first.stage)
  if (stageDifference !== 0) return stageDifference > 0 ? second : first
  if (second.stage === 'stop') return (second.meters ?? 0) < (first.meters ?? 0) ? second : first
  return oddRules.indexOf(second.violation.rule) > oddRules.indexOf(first.violation.rule) ? second : first
}

export function toFailure(refusal: OddRefusal, nearest: OutsideOdd['nearest']): OutsideOdd {
  const { domain, violation, position, field, road } = refusal
  const { id, operator } = domain.document
  const positionText = position && `[${roundDegrees(position.latitude)}, ${roundDegrees(position.longitude)}]`
  const descriptions = [field && describePoint(field), positionText, road ? `(${road})` : undefined].filter(
    (description) => description !== undefined,
  )
  const locationText = descriptions.length > 0 ? descriptions.join(' ') : undefined
  return { kind: 'outside-odd', odd: id, operator, ...violation, where: locationText, nearest }
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
