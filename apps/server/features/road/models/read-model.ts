import { createHash } from 'node:crypto'
import type { ModelRule, TravelModel } from '@fairway/road'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelFailure } from './failures.ts'
import { readCondition } from './read-condition.ts'
import { invalid, isObject, readNumber, rejectUnknown } from './read-fields.ts'

export const MAX_RULES = 200
/** Speeds stay plausible, and no road becomes so slow or unattractive that its weight overflows. */
const SPEED_LIMIT_KMH = { min: 1, max: 250 }
const SPEED_FACTOR = { min: 0.05, max: 10 }
const PRIORITY_FACTOR = { min: 0.01, max: 100 }

/** Reads a custom model. Failures name the rule: `model.rules[3].if.road_class`. */
export function readModel(value: unknown, field = 'model'): Result<TravelModel, ModelFailure> {
  if (!isObject(value)) return invalid(field, value, 'give {"rules": […]} or the name of a model')
  const unknown = rejectUnknown(field, value, ['rules'])
  if (unknown) return fail(unknown)
  const given: unknown = value.rules
  if (!Array.isArray(given)) return invalid(`${field}.rules`, given, 'give a list of rules')
  if (given.length === 0 || given.length > MAX_RULES)
    return invalid(`${field}.rules.length`, given.length, `give 1 to ${MAX_RULES} rules`)
  const rules: ModelRule[] = []
  for (const [index, each] of given.entries()) {
    const rule = readRule(`${field}.rules[${index}]`, each)
    if (!rule.ok) return rule
    rules.push(rule.value)
  }
  return ok({ key: `model ${hashRules(rules)}`, rules })
}

/** Rules are read into objects with a fixed order of fields, so equal models have the same hash. */
function hashRules(rules: readonly ModelRule[]): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 32)
}

function readRule(field: string, value: unknown): Result<ModelRule, ModelFailure> {
  if (!isObject(value)) return invalid(field, value, 'give an object with if, and with speed or priority')
  const unknown = rejectUnknown(field, value, ['if', 'speed', 'priority'])
  if (unknown) return fail(unknown)
  const when = readCondition(`${field}.if`, value.if)
  if (!when.ok) return when
  if (value.speed === undefined && value.priority === undefined)
    return invalid(field, value, 'it changes nothing; give speed or priority')
  const speed = readSpeed(`${field}.speed`, value.speed)
  if (!speed.ok) return speed
  const priority = readPriority(`${field}.priority`, value.priority)
  if (!priority.ok) return priority
  return ok({ when: when.value, ...speed.value, ...priority.value })
}

function readSpeed(field: string, value: unknown): Result<Partial<ModelRule>, ModelFailure> {
  if (value === undefined) return ok({})
  if (!isObject(value) || Object.keys(value).length === 0)
    return invalid(field, value, 'give {"limit": km/h}, {"multiply": factor} or both')
  const unknown = rejectUnknown(field, value, ['limit', 'multiply'])
  if (unknown) return fail(unknown)
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
  if (!isObject(value) || Object.keys(value).length === 0) return invalid(field, value, 'give {"multiply": factor}')
  const unknown = rejectUnknown(field, value, ['multiply'])
  if (unknown) return fail(unknown)
  const factor = readNumber(`${field}.multiply`, value.multiply, PRIORITY_FACTOR)
  if (!factor.ok) return factor
  return ok({ priorityFactor: factor.value ?? 1 })
}
