import { MAX_VALUE_LENGTH } from './access/permission.ts'
import type { Tags } from './rules.ts'

/**
 * Announcement requested by mappers: the type (`turn`, `fork`, `continue`, `uturn` or `suppress`) and the modifier
 * (`sharp_left`…) as tagged.
 */
export interface ManeuverRules {
  readonly type: string
  readonly modifier: string
}

const maneuverTypes = new Set(['maneuver', 'manoeuvre'])

/** Reads relations of type=maneuver in both spellings. The British spelling takes precedence if a relation has both. */
export function readManeuver(tags: Tags): ManeuverRules | undefined {
  if (!maneuverTypes.has(tags.get('type') ?? '')) return undefined
  const type = (tags.get('manoeuvre') ?? tags.get('maneuver') ?? '').trim()
  const modifier = (tags.get('direction') ?? '').trim()
  if (type.length > MAX_VALUE_LENGTH || modifier.length > MAX_VALUE_LENGTH) return undefined
  return type === '' && modifier === '' ? undefined : { type, modifier }
}
