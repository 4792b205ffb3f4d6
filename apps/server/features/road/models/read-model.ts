import { createHash } from 'node:crypto'
import type { ModelRule, TravelModel } from '@fairway/road'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelFailure } from './failures.ts'
import { readCondition, readHours } from './read-condition.ts'
import { invalidField, isObject, readNumber, rejectUnknown } from './read-fields.ts'

export const MAX_RULES = 200
/** Maximum number of areas in a model. Every area is compared with every road of the map. */
export const MAX_AREAS = 20
export const MAX_TOTAL_CORNERS = 5000
const KEY_PREFIX = 'model '
const SPEED_LIMIT_KMH = { min: 1, max: 250 }
const SPEED_FACTOR = { min: 0.05, max: 10 }
const PRIORITY_FACTOR = { min: 0.01, max: 100 }

/** Reads a custom model. Failures name the rule, for example `model.rules[3].if.road_class`. */
export function readModel(value: unknown, field = 'model'): Result<TravelModel, ModelFailure> {
  if (!isObject(value)) return invalidField(field, value, 'give {"rules": […]} or the name of a model')
  const unknownFailure = rejectUnknown(field, value, ['rules'])
  if (unknownFailure) return fail(unknownFailure)
  const rulesInput: unknown = value.rules
  if (!Array.isArray(rulesInput)) return invalidField(`${field}.rules`, rulesInput, 'give a list of rules')
  if (rulesInput.length === 0 || rulesInput.length > MAX_RULES)
    return invalidField(`${field}.rules.length`, rulesInput.length, `give 1 to ${MAX_RULES} rules`)
  const rules: ModelRule[] = []
  for (const [index, ruleInput] of rulesInput.entries()) {
    const rule = readRule(`${field}.rules[${index}]`, ruleInput)
    if (!rule.ok) return rule
    rules.push(rule.value)
  }
  const excess = findExcessArea(field, rules)
  return excess ?? ok({ key: `${KEY_PREFIX}${hashRules(rules)}`, rules })
}

/** Returns whether any part of a model comes from a request or an operator instead of a profile. */
export function isCustomModel({ key }: TravelModel): boolean {
  return key.split(', ').some((part) => part.startsWith(KEY_PREFIX))
}

function findExcessArea(field: string, rules: readonly ModelRule[]): Result<never, ModelFailure> | undefined {
  let [areas, corners] = [0, 0]
  for (const [index, { when }] of rules.entries()) {
    if (!when.area) continue
    const name = `${field}.rules[${index}].if.area`
    areas++
    corners += when.area.length
    if (areas > MAX_AREAS)
      return invalidField(name, when.area, `give at most ${MAX_AREAS} areas (this is area ${areas} of the model)`)
    if (corners > MAX_TOTAL_CORNERS)
      return invalidField(
        `${name}.length`,
        when.area.length,
        `give at most ${MAX_TOTAL_CORNERS} corners in total (up to here, the areas of the model have ${corners} corners)`,
      )
  }
  return undefined
}

/** Returns a hash of the rules. The parsed rules have a fixed field order, so equal models have equal hashes. */
function hashRules(rules: readonly ModelRule[]): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 32)
}

function readRule(field: string, value: unknown): Result<ModelRule, ModelFailure> {
  if (!isObject(value)) return invalidField(field, value, 'give an object with if, and with speed or priority')
  const unknownFailure = rejectUnknown(field, value, ['if', 'speed', 'priority'])
  if (unknownFailure) return fail(unknownFailure)
  const condition = readCondition(`${field}.if`, value.if)
  if (!condition.ok) return condition
  const hours = readHours(`${field}.if.time`, isObject(value.if) ? value.if.time : undefined)
  if (!hours.ok) return hours
  if (value.speed === undefined && value.priority === undefined)
    return invalidField(field, value, 'give speed or priority, because the rule changes nothing without them')
  const speed = readSpeed(`${field}.speed`, value.speed)
  if (!speed.ok) return speed
  const priority = readPriority(`${field}.priority`, value.priority)
  if (!priority.ok) return priority
  return ok({
    when: condition.value,
    ...(hours.value !== undefined && { hours: hours.value }),
    ...speed.value,
    ...priority.value,
  })
}

function readSpeed(field: string, value: unknown): Result<Partial<ModelRule>, ModelFailure> {
  if (value === undefined) return ok({})
  if (!isObject(value) || Object.keys(value).length === 0)
    return invalidField(field, value, 'give {"limit": km/h}, {"multiply": factor} or both')
  const unknownFailure = rejectUnknown(field, value, ['limit', 'multiply'])
  if (unknownFailure) return fail(unknownFailure)
  const factor = readNumber(`${field}.multiply`, value.multiply, SPEED_FACTOR)
  if (!factor.ok) return factor
  const limit = readNumber(`${field}.limit`, value.limit, SPEED_LIMIT_KMH)
  if (!limit.ok) return limit
  return ok({
    ...(factor.value !== undefined && { speedFactor: factor.value }),
    ...(limit.value !== undefined && { speedLimitKmh: limit.value }),
  })
}

function readPriority(field: string, value: unknown): Result<Partial<ModelRule>, ModelFailure> {
  if (value === undefined) return ok({})
  if (!isObject(value) || Object.keys(value).length === 0)
    return invalidField(field, value, 'give {"multiply": factor}')
  const unknownFailure = rejectUnknown(field, value, ['multiply'])
  if (unknownFailure) return fail(unknownFailure)
  const factor = readNumber(`${field}.multiply`, value.multiply, PRIORITY_FACTOR)
  if (!factor.ok) return factor
  return ok({ priorityFactor: factor.value ?? 1 })
}
