import type { TimedRule, VehicleLimits } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { type Availability, toAvailability } from './availability.ts'
import { type ConditionalValue, parseConditional } from './conditional.ts'
import { noLimits, strictestLimits } from './limits.ts'
import { type AccessSubject, type Passability, type Permission, toPassability, toPermission } from './permission.ts'

/** Access in one direction, including the times at which it is open. */
export interface Access {
  readonly availability: Availability
  readonly restricted: boolean
  /** Explicit access=private. */
  readonly isPrivate: boolean
  readonly limits: VehicleLimits
}

/** From general to specific: tags for motorcars override tags for all traffic. */
const accessLevels = ['access', 'vehicle', 'motor_vehicle', 'motorcar'].map((key) => ({
  plain: directedKey(key),
  conditional: directedKey(key, ':conditional'),
}))

export function readAccess(tags: WayTags, direction: Direction, ground: AccessSubject): Access {
  let value: string | undefined
  let level = accessLevels.length - 1
  for (; level >= 0; level--) {
    const key = accessLevels[level]?.plain
    if (key !== undefined) value = tags.find(key, direction)
    if (value !== undefined) break
  }
  const permission = value === undefined ? undefined : toPermission(value)
  const conditionals = listConditionals(tags, direction, Math.max(level, 0))
  const isPrivate = value === 'private'
  if (conditionals.length > 0) return toConditionalAccess(permission, conditionals, ground, isPrivate)
  return toAccess(permission, [], ground, isPrivate, noLimits)
}

const noConditionals: readonly ConditionalValue[] = []

/**
 * A condition on a key that is more general than the key of the plain tag is overridden by that tag, so it is skipped.
 */
function listConditionals(tags: WayTags, direction: Direction, from: number): readonly ConditionalValue[] {
  let conditionals = noConditionals
  for (let level = from; level < accessLevels.length; level++) {
    const key = accessLevels[level]?.conditional
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
  ground: AccessSubject,
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
    else if (condition.kind === 'smaller' && toPassability(permission, ground) === 'closed' && conditional === 'open') {
      // For example "no, except for vehicles under 3.5 t": open, with that limit.
      permission = conditional
      limits = strictestLimits(limits, condition.limits)
    }
  }
  return toAccess(permission, timedPermissions, ground, isPrivate, limits)
}

function toAccess(
  permission: Permission | undefined,
  timed: readonly TimedPermission[],
  ground: AccessSubject,
  isPrivate: boolean,
  limits: VehicleLimits,
): Access {
  const passability = toPassability(permission, ground)
  const isClosed = passability === 'closed'
  const timedPassabilities = timed.map(({ when, permission }) => ({ when, passage: toPassability(permission, ground) }))
  const rules = timedPassabilities.filter((time) => isRepresentable(time.passage, passability)).map(toTimedRule)
  const openings = timedPassabilities.filter((time) => time.passage !== 'closed')
  return {
    availability: toAvailability(isClosed, rules),
    restricted: isClosed ? openings.every((time) => time.passage === 'restricted') : passability === 'restricted',
    isPrivate,
    limits,
  }
}

/**
 * An open road that is restricted to residents at certain hours (`destination @ 22:00-06:00`) stays open. A timed rule
 * can only open or close a road, and closing it would lock the residents out.
 */
function isRepresentable(timed: Passability, basePassability: Passability): boolean {
  return !(timed === 'restricted' && basePassability === 'open')
}

function toTimedRule({ when, passage }: { when: string; passage: Passability }): TimedRule {
  return { when, opens: passage !== 'closed' }
}
