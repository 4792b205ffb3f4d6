import type { RestrictionRules, Tags } from '../rules.ts'
import { parseConditional } from './conditional.ts'
import { MAX_VALUE_LENGTH } from './permission.ts'

/**
 * A turn restriction with the roles that may have multiple members. In other roles, a second member makes the relation
 * invalid.
 */
export interface TurnRestriction extends RestrictionRules {
  readonly allowsSeveralFrom: boolean
  readonly allowsSeveralTo: boolean
}

/** Vehicle types that include cars, most specific first. */
const vehicles = ['motorcar', 'motor_vehicle', 'vehicle']
const restrictionTypes = new Set(['restriction', ...vehicles.map((vehicle) => `restriction:${vehicle}`)])
const restrictionKeys = [...vehicles.map((vehicle) => `restriction:${vehicle}`), 'restriction']
const exceptedVehicles = new Set(vehicles)

/**
 * Reads a relation of type=restriction. Returns undefined if the restriction does not apply to cars or has an unknown
 * value.
 */
export function readRestriction(tags: Tags): TurnRestriction | undefined {
  if (!restrictionTypes.has(tags.get('type') ?? '') || isExcepted(tags.get('except'))) return undefined
  for (const key of restrictionKeys) {
    const restrictionValue = tags.get(key)
    if (restrictionValue !== undefined) return toRestriction(restrictionValue, findLegacyHours(tags))
    const conditional = tags.get(`${key}:conditional`)
    if (conditional !== undefined) return readConditional(conditional)
  }
  return undefined
}

function isExcepted(except: string | undefined): boolean {
  if (except === undefined || except.length > MAX_VALUE_LENGTH) return false
  return except.split(';').some((vehicle) => exceptedVehicles.has(vehicle.trim()))
}

/**
 * Reads a conditional restriction. Only the first readable value is used, because a relation is treated as one
 * restriction.
 */
function readConditional(tagValue: string): TurnRestriction | undefined {
  for (const { value, condition } of parseConditional(tagValue)) {
    if (condition.kind === 'always') return toRestriction(value, undefined)
    if (condition.kind === 'time') return toRestriction(value, condition.when)
  }
  return undefined
}

/** Converts any `no_…` or `only_…` value to a restriction, except "no right turn on red", which allows the turn. */
function toRestriction(value: string, when: string | undefined): TurnRestriction | undefined {
  const isOnlyRestriction = value.startsWith('only_')
  if (!isOnlyRestriction && (!value.startsWith('no_') || value.endsWith('_on_red'))) return undefined
  return {
    kind: isOnlyRestriction ? 'only' : 'no',
    isUturn: value.endsWith('_u_turn') || value.endsWith('_uturn'),
    when,
    allowsSeveralFrom: value === 'no_entry',
    allowsSeveralTo: value === 'no_exit',
  }
}

const days = new Map(
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => [day, day.slice(0, 2)]),
)

/** Reads hours in the deprecated notation: day_on=Monday, day_off=Friday, hour_on=07:00, hour_off=09:00. */
function findLegacyHours(tags: Tags): string | undefined {
  const firstDay = days.get(tags.get('day_on') ?? '')
  const lastDay = days.get(tags.get('day_off') ?? '')
  const from = findHour(tags.get('hour_on'))
  const to = findHour(tags.get('hour_off'))
  const dayRange = firstDay !== undefined && lastDay !== undefined ? `${firstDay}-${lastDay}` : undefined
  const hourRange = from !== undefined && to !== undefined ? `${from}-${to}` : undefined
  return [dayRange, hourRange].filter((part) => part !== undefined).join(' ') || undefined
}

function findHour(tagValue: string | undefined): string | undefined {
  const [, hour = '', minute] = /^(\d{1,2}):(\d\d)(?::00)?$/.exec(tagValue ?? '') ?? []
  return minute === undefined || Number(hour) > 24 ? undefined : `${hour.padStart(2, '0')}:${minute}`
}
