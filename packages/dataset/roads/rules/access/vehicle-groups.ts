import type { VehicleGroupName } from '@fairway/road'
import type { GroupTimedRule } from '../rules.ts'
import { type DirectedKey, type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { toAvailability } from './availability.ts'
import { parseConditional } from './conditional.ts'
import { toCarPermission } from './permission.ts'

/** Access of groups of vehicles in one direction of a road. */
export interface GroupAccess {
  /** Groups that may not use the direction when no timed rule applies. */
  readonly excluded: ReadonlySet<VehicleGroupName>
  readonly timed: readonly GroupTimedRule[]
}

interface GroupRules {
  readonly group: VehicleGroupName
  readonly plain: DirectedKey
  readonly conditional: DirectedKey
  /** Returns whether the access value closes the road to the group. */
  readonly excludes: (value: string) => boolean
  /** Whether a road that is open only to cars is closed to the group. */
  readonly isMotorVehicle: boolean
}

function toGroupRules(group: VehicleGroupName, key: string, excludes: GroupRules['excludes']): GroupRules {
  const isMotorVehicle = group !== 'hazardousGoods'
  return { group, plain: directedKey(key), conditional: directedKey(key, ':conditional'), excludes, isMotorVehicle }
}

const groups: readonly GroupRules[] = [
  toGroupRules('goodsVehicles', 'hgv', excludesThroughTraffic),
  toGroupRules('vans', 'goods', (value) => toCarPermission(value) === 'closed'),
  toGroupRules('motorcycles', 'motorcycle', (value) => toCarPermission(value) === 'closed'),
  toGroupRules('hazardousGoods', 'hazmat', (value) => value === 'no'),
]

const motorVehicleKey = directedKey('motor_vehicle')
const vehicleKey = directedKey('vehicle')
const noGroups: ReadonlySet<VehicleGroupName> = new Set()
const openToAll: GroupAccess = { excluded: noGroups, timed: [] }

/**
 * Reads which groups of vehicles may use a road. `openTo` is the group for which the road was read: cars, or another
 * group on a road that is closed to cars.
 */
export function readGroupAccess(tags: WayTags, direction: Direction, openTo: VehicleGroupName): GroupAccess {
  const excluded = new Set<VehicleGroupName>()
  const timed: GroupTimedRule[] = []
  for (const rules of groups) {
    const access = readGroup(tags, direction, rules, openTo)
    if (access.isExcluded) excluded.add(rules.group)
    timed.push(...access.timed)
  }
  return excluded.size === 0 && timed.length === 0 ? openToAll : { excluded, timed }
}

function readGroup(
  tags: WayTags,
  direction: Direction,
  { group, plain, conditional, excludes, isMotorVehicle }: GroupRules,
  openTo: VehicleGroupName,
): { readonly isExcluded: boolean; readonly timed: readonly GroupTimedRule[] } {
  const value = tags.find(plain, direction)
  const isClosedUntagged = isMotorVehicle && (openTo === 'cars' ? isOpenToCarsOnly(tags, direction) : group !== openTo)
  let isExcluded = value === undefined ? isClosedUntagged : excludes(value)
  const tagValue = tags.find(conditional, direction)
  if (tagValue === undefined) return { isExcluded, timed: [] }
  const timed: GroupTimedRule[] = []
  for (const { value, condition } of parseConditional(tagValue)) {
    if (condition.kind === 'always') isExcluded = excludes(value)
    else if (condition.kind === 'time') timed.push({ group, when: condition.when, opens: !excludes(value) })
  }
  const hasEffect = toAvailability(isExcluded, timed).timed.length > 0
  return { isExcluded, timed: hasEffect ? timed : [] }
}

/**
 * Returns whether a drivable road is open only to cars. For example, `motor_vehicle=no` with `motorcar=yes` excludes
 * trucks and motorcycles. A value of `destination` for all vehicles does not count as a goods restriction.
 */
function isOpenToCarsOnly(tags: WayTags, direction: Direction): boolean {
  const generalAccess = tags.find(motorVehicleKey, direction) ?? tags.find(vehicleKey, direction)
  return generalAccess !== undefined && toCarPermission(generalAccess) === 'closed'
}

/** Returns whether an access value closes a road to trucks, or opens it only for deliveries. */
export function excludesThroughTraffic(value: string): boolean {
  const permission = toCarPermission(value)
  return permission === 'closed' || permission === 'restricted'
}
