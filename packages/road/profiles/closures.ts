import { ArcFlag } from '../network/attributes.ts'
import { type RoadNetwork, SubjectKind, TurnFlag } from '../network/network.ts'
import { type Closures, defaultProfile, type TravelProfile } from './car-weights.ts'
import { VehicleGroup, vehicleGroupNames, vehicleGroupsOf } from './vehicle-access.ts'

/** Returns true if a condition (an index into the text table) is active at the time of travel. */
export type IsConditionActive = (text: number) => boolean

/**
 * Returns the closures for a given set of active conditions and the groups of a vehicle. The last active rule is
 * decisive. If no rule is active, the subject's default applies. A rule for a group applies in addition to the rules for
 * all vehicles.
 */
export function findActiveClosures(
  network: RoadNetwork,
  isActive: IsConditionActive,
  profile: TravelProfile = defaultProfile,
): Closures {
  const { arcs, turns, conditions } = network
  const closures = {
    arcs: flagsWithBit(arcs.flags, ArcFlag.closedByDefault),
    turns: flagsWithBit(turns.flags, TurnFlag.closedByDefault),
  }
  const groups = vehicleGroupsOf(profile)
  let hasGroupRules = false
  for (let i = 0; i < conditions.count; i++) {
    const group = groupOfKind(conditions.subjectKind[i])
    if (group !== 0) {
      hasGroupRules ||= (group & groups) !== 0
      continue
    }
    if (!isActive(conditions.text[i])) continue
    const closedFlags = conditions.subjectKind[i] === SubjectKind.arc ? closures.arcs : closures.turns
    closedFlags[conditions.subject[i]] = conditions.opens[i] === 1 ? 0 : 1
  }
  return hasGroupRules ? applyGroupRules(network, isActive, groups, closures) : closures
}

function applyGroupRules(
  { arcs, conditions }: RoadNetwork,
  isActive: IsConditionActive,
  groups: number,
  closures: Closures,
): Closures {
  const [excluded, admitted] = [new Uint8Array(arcs.count), new Uint8Array(arcs.count)]
  for (let i = 0; i < conditions.count; i++) {
    const group = groupOfKind(conditions.subjectKind[i]) & groups
    if (group === 0 || !isActive(conditions.text[i])) continue
    const arc = conditions.subject[i]
    const [set, reset] = conditions.opens[i] === 1 ? [admitted, excluded] : [excluded, admitted]
    set[arc] |= group
    reset[arc] &= ~group
  }
  for (let arc = 0; arc < arcs.count; arc++) if (excluded[arc] !== 0) closures.arcs[arc] = 1
  return { ...closures, admitted }
}

/** Returns the group that a rule applies to, as a bit of VehicleGroup, or 0 for a rule that applies to all vehicles. */
function groupOfKind(kind: number): number {
  const name = vehicleGroupNames[kind - SubjectKind.arcOfFirstGroup]
  return name === undefined ? 0 : VehicleGroup[name]
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
