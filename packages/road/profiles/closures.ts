import { ArcFlag } from '../network/attributes.ts'
import { type RoadNetwork, TurnFlag } from '../network/network.ts'
import type { Closures } from './car-weights.ts'

/** Returns true if a condition (an index into the text table) is active at the time of travel. */
export type IsConditionActive = (text: number) => boolean

/**
 * Returns the closures for a given set of active conditions. The last active rule is decisive. If no rule is active,
 * the subject's default applies.
 */
export function findActiveClosures({ arcs, turns, conditions }: RoadNetwork, isActive: IsConditionActive): Closures {
  const closures = {
    arcs: flagsWithBit(arcs.flags, ArcFlag.closedByDefault),
    turns: flagsWithBit(turns.flags, TurnFlag.closedByDefault),
  }
  for (let i = 0; i < conditions.count; i++) {
    if (!isActive(conditions.text[i])) continue
    const closedFlags = conditions.subjectKind[i] === 0 ? closures.arcs : closures.turns
    closedFlags[conditions.subject[i]] = conditions.opens[i] === 1 ? 0 : 1
  }
  return closures
}

function flagsWithBit(flags: Uint8Array, bit: number): Uint8Array {
  const isSet = new Uint8Array(flags.length)
  for (let i = 0; i < flags.length; i++) if ((flags[i] & bit) !== 0) isSet[i] = 1
  return isSet
}

/** Returns the distinct conditions of a network, as indexes into its text table. */
export function conditionTexts({ conditions }: RoadNetwork): number[] {
  return [...new Set(conditions.text)]
}
