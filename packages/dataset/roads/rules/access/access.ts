import type { VehicleGroupName } from '@fairway/road'
import type { TimedRule, VehicleLimits } from '../rules.ts'
import { type DirectedKey, type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { type Availability, toAvailability } from './availability.ts'
import { type ConditionalValue, parseConditional } from './conditional.ts'
import { noLimits, strictestLimits } from './limits.ts'
import {
  type AccessSubject,
  type Passability,
  type Permission,
  toCarPassability,
  toCarPermission,
} from './permission.ts'

/** Access in one direction, including opening times. */
export interface Access {
  readonly availability: Availability
  readonly isRestricted: boolean
  /** Whether the road has an explicit access=private tag. */
  readonly isPrivate: boolean
  readonly limits: VehicleLimits
}

/** Rules for applying access tags to one kind of traveler. */
export interface AccessRules {
  /** Access keys from general to specific. For example, tags for motorcars override tags for all traffic. */
  readonly levels: readonly { readonly plain: DirectedKey; readonly conditional: DirectedKey }[]
  readonly toPermission: (value: string) => Permission
  readonly toPassability: (permission: Permission | undefined, subject: AccessSubject) => Passability
}

export function accessRules(
  keys: readonly string[],
  toPermission: AccessRules['toPermission'],
  toPassability: AccessRules['toPassability'],
): AccessRules {
  const levels = keys.map((key) => ({ plain: directedKey(key), conditional: directedKey(key, ':conditional') }))
  return { levels, toPermission, toPassability }
}

const vehicleKeys = ['vehicle', 'motor_vehicle', 'motorcar']
const carAccess = accessRules(['access', ...vehicleKeys], toCarPermission, toCarPassability)
/**
 * Access of cars to ways for pedestrians and bicycles. On such a way, `access=permissive` describes who may walk there,
 * so only tags for vehicles open it.
 */
const carAccessToPaths = accessRules(vehicleKeys, toCarPermission, toCarPassability)

/** Access of one kind of vehicle to roads, and to ways for pedestrians and bicycles. */
export interface VehicleAccess {
  readonly group: VehicleGroupName
  readonly toRoads: AccessRules
  readonly toPaths: AccessRules
}

export const carVehicleAccess: VehicleAccess = { group: 'cars', toRoads: carAccess, toPaths: carAccessToPaths }

function toVehicleAccess(group: VehicleGroupName, key: string): VehicleAccess {
  const keys = ['vehicle', 'motor_vehicle', key]
  return {
    group,
    toRoads: accessRules(['access', ...keys], toCarPermission, toCarPassability),
    toPaths: accessRules(keys, toCarPermission, toCarPassability),
  }
}

const otherVehicles = [
  {
    access: toVehicleAccess('motorcycles', 'motorcycle'),
    // A road with motorcar=no and no other tag is open to motorcycles.
    keys: [directedKey('motorcycle'), directedKey('motorcycle', ':conditional'), directedKey('motorcar')],
  },
  {
    access: toVehicleAccess('goodsVehicles', 'hgv'),
    keys: [directedKey('hgv'), directedKey('hgv', ':conditional')],
  },
] as const

/** Lists the kinds of vehicles that may be allowed on a road that is closed to cars. */
export function listOtherVehicles(tags: WayTags): readonly VehicleAccess[] {
  return otherVehicles.filter(({ keys }) => keys.some((key) => hasTag(tags, key))).map(({ access }) => access)
}

function hasTag(tags: WayTags, key: DirectedKey): boolean {
  return tags.find(key, 'forward') !== undefined || tags.find(key, 'backward') !== undefined
}

export function readAccess(
  tags: WayTags,
  direction: Direction,
  subject: AccessSubject,
  rules: AccessRules = carAccess,
): Access {
  const { levels, toPermission } = rules
  let value: string | undefined
  let level = levels.length - 1
  for (; level >= 0; level--) {
    const key = levels[level]?.plain
    if (key !== undefined) value = tags.find(key, direction)
    if (value !== undefined) break
  }
  const permission = value === undefined ? undefined : toPermission(value)
  const conditionals = listConditionals(tags, direction, Math.max(level, 0), levels)
  const isPrivate = value === 'private'
  const toGroundPassability = (permission: Permission | undefined) => rules.toPassability(permission, subject)
  if (conditionals.length > 0)
    return toConditionalAccess(permission, conditionals, toGroundPassability, toPermission, isPrivate)
  return toAccess(permission, [], toGroundPassability, isPrivate, noLimits)
}

type ToPassability = (permission: Permission | undefined) => Passability

const noConditionals: readonly ConditionalValue[] = []

/**
 * Lists the conditional values that apply. Conditions on keys more general than the key of the plain tag are skipped,
 * because the plain tag overrides them.
 */
function listConditionals(
  tags: WayTags,
  direction: Direction,
  from: number,
  levels: AccessRules['levels'],
): readonly ConditionalValue[] {
  let conditionals = noConditionals
  for (let level = from; level < levels.length; level++) {
    const key = levels[level]?.conditional
    const tagValue = key === undefined ? undefined : tags.find(key, direction)
    if (tagValue !== undefined) conditionals = [...conditionals, ...parseConditional(tagValue)]
  }
  return conditionals
}

interface TimedPermission {
  readonly when: string
  readonly permission: Permission
}

function toConditionalAccess(
  basePermission: Permission | undefined,
  conditionals: readonly ConditionalValue[],
  toPassability: ToPassability,
  toPermission: AccessRules['toPermission'],
  isPrivate: boolean,
): Access {
  let permission = basePermission
  let limits = noLimits
  const timedPermissions: TimedPermission[] = []
  for (const { value, condition } of conditionals) {
    const conditional = toPermission(value)
    if (condition.kind === 'always') permission = conditional
    else if (condition.kind === 'time') timedPermissions.push({ when: condition.when, permission: conditional })
    else if (condition.kind === 'larger' && conditional !== 'open') limits = strictestLimits(limits, condition.limits)
    else if (condition.kind === 'smaller' && toPassability(permission) === 'closed' && conditional === 'open') {
      // A rule such as "no, except for vehicles under 3.5 t" opens the road with a weight limit.
      permission = conditional
      limits = strictestLimits(limits, condition.limits)
    }
  }
  return toAccess(permission, timedPermissions, toPassability, isPrivate, limits)
}

function toAccess(
  permission: Permission | undefined,
  timedPermissions: readonly TimedPermission[],
  toPassability: ToPassability,
  isPrivate: boolean,
  limits: VehicleLimits,
): Access {
  const passability = toPassability(permission)
  const isClosed = passability === 'closed'
  const timedPassabilities = timedPermissions.map(({ when, permission }) => ({
    when,
    passage: toPassability(permission),
  }))
  const rules = timedPassabilities.filter((time) => isRepresentable(time.passage, passability)).map(toTimedRule)
  const openings = timedPassabilities.filter((time) => time.passage !== 'closed')
  return {
    availability: toAvailability(isClosed, rules),
    isRestricted: isClosed ? openings.every((time) => time.passage === 'restricted') : passability === 'restricted',
    isPrivate,
    limits,
  }
}

/**
 * Returns whether a timed rule can express the permission. A timed rule can only open or close a road. Closing a road
 * that is restricted to residents at certain hours (`destination @ 22:00-06:00`) would lock the residents out, so the
 * road stays open.
 */
function isRepresentable(timedPassability: Passability, basePassability: Passability): boolean {
  return !(timedPassability === 'restricted' && basePassability === 'open')
}

function toTimedRule({ when, passage }: { when: string; passage: Passability }): TimedRule {
  return { when, opens: passage !== 'closed' }
}
