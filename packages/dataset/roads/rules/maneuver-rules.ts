import { MAX_VALUE_LENGTH } from './access/permission.ts'
import type { Tags } from './rules.ts'

/**
 * An announcement that mappers specified. The type is `turn`, `fork`, `continue`, `uturn` or `suppress`, and the
 * modifier is a direction such as `sharp_left`.
 */
export interface ManeuverRules {
  readonly type: string
  readonly modifier: string
}

const maneuverTypes = new Set(['maneuver', 'manoeuvre'])

/**
 * Reads relations of type=maneuver or type=manoeuvre. If a relation has tags in both spellings, the British spelling
 * takes precedence.
 */
export function readManeuver(tags: Tags): ManeuverRules | undefined {
  if (!maneuverTypes.has(tags.get('type') ?? '')) return undefined
  const type = (tags.get('manoeuvre') ?? tags.get('maneuver') ?? '').trim()
  const modifier = (tags.get('direction') ?? '').trim()
  if (type.length > MAX_VALUE_LENGTH || modifier.length > MAX_VALUE_LENGTH) return undefined
  return type === '' && modifier === '' ? undefined : { type, modifier }
}
