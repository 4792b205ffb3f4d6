import { type ModelFeature, type RuleCondition, roadClassNames, surfaces } from '@fairway/road'
import { isValidRule } from '../../../maps/conditions/conditions.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelFailure } from './failures.ts'
import { invalidField, isObject, readNumber, rejectUnknown } from './read-fields.ts'

type Ring = NonNullable<RuleCondition['area']>

/** Features that a condition can test, by field name. */
const features = ['toll', 'tunnel', 'bridge', 'ford', 'unpaved'] as const satisfies readonly ModelFeature[]
const conditionFields = ['road_class', 'surface', 'max_speed', 'grade', ...features, 'area', 'time'] as const
export const MAX_AREA_CORNERS = 500
/** Maximum length of the hours of a rule. Parsing takes longer for longer texts. */
export const MAX_HOURS_LENGTH = 200
const speedLimitRange = {
  bounds: { min: 1, max: 250 },
  demand: 'give a range of speed limits in km/h, such as {"min": 50, "max": 80}',
}
const gradeRange = {
  bounds: { min: -100, max: 100 },
  demand: 'give a range of grades in percent, such as {"min": 8} for climbs of 8 % and more',
}

/** Reads the `if` field of a rule. */
export function readCondition(field: string, value: unknown): Result<RuleCondition, ModelFailure> {
  if (!isObject(value))
    return invalidField(field, value, 'give an object such as {"road_class": "motorway"}, or {} for all roads')
  const unknownFailure = rejectUnknown(field, value, conditionFields)
  if (unknownFailure) return fail(unknownFailure)
  const roadClasses = readNames(`${field}.road_class`, value.road_class, roadClassNames)
  if (!roadClasses.ok) return roadClasses
  const surfaceNames = readNames(`${field}.surface`, value.surface, surfaces)
  if (!surfaceNames.ok) return surfaceNames
  const speedLimitKmh = readRange(`${field}.max_speed`, value.max_speed, speedLimitRange)
  if (!speedLimitKmh.ok) return speedLimitKmh
  const gradePercent = readRange(`${field}.grade`, value.grade, gradeRange)
  if (!gradePercent.ok) return gradePercent
  const featureFlags = readFeatures(field, value)
  if (!featureFlags.ok) return featureFlags
  const area = readArea(`${field}.area`, value.area)
  if (!area.ok) return area
  return ok({
    ...(roadClasses.value && { roadClasses: roadClasses.value }),
    ...(surfaceNames.value && { surfaces: surfaceNames.value }),
    ...(Object.keys(featureFlags.value).length > 0 && { features: featureFlags.value }),
    ...(speedLimitKmh.value && { speedLimitKmh: speedLimitKmh.value }),
    ...(gradePercent.value && { gradePercent: gradePercent.value }),
    ...(area.value && { area: area.value }),
  })
}

/** Reads one name or a list of names. The result has no duplicates and is in the order of the allowed names. */
function readNames<T extends string>(
  field: string,
  value: unknown,
  allowedValues: readonly T[],
): Result<T[] | undefined, ModelFailure> {
  if (value === undefined) return ok(undefined)
  const givenNames: unknown[] = Array.isArray(value) ? value : [value]
  if (givenNames.length === 0)
    return invalidField(
      field,
      value,
      'give at least one name, or leave the field out, because an empty list matches no road',
    )
  const allowedNames: readonly unknown[] = allowedValues
  const wrongIndex = givenNames.findIndex((name) => !allowedNames.includes(name))
  const name = Array.isArray(value) ? `${field}[${wrongIndex}]` : field
  if (wrongIndex >= 0) return invalidField(name, givenNames[wrongIndex], `give one of ${allowedValues.join(', ')}`)
  return ok(allowedValues.filter((allowedName) => givenNames.includes(allowedName)))
}

function readRange(
  field: string,
  value: unknown,
  { bounds, demand }: typeof speedLimitRange,
): Result<RuleCondition['speedLimitKmh'], ModelFailure> {
  if (value === undefined) return ok(undefined)
  if (!isObject(value) || Object.keys(value).length === 0) return invalidField(field, value, demand)
  const unknownFailure = rejectUnknown(field, value, ['min', 'max'])
  if (unknownFailure) return fail(unknownFailure)
  const min = readNumber(`${field}.min`, value.min, bounds)
  if (!min.ok) return min
  const max = readNumber(`${field}.max`, value.max, bounds)
  if (!max.ok) return max
  if ((min.value ?? bounds.min) > (max.value ?? bounds.max))
    return invalidField(field, value, 'give a min that is not greater than max')
  return ok({
    ...(min.value !== undefined && { min: min.value }),
    ...(max.value !== undefined && { max: max.value }),
  })
}

function readFeatures(
  field: string,
  value: Readonly<Record<string, unknown>>,
): Result<Partial<Record<ModelFeature, boolean>>, ModelFailure> {
  const flags: Partial<Record<ModelFeature, boolean>> = {}
  for (const feature of features) {
    const featureValue = value[feature]
    if (featureValue === undefined) continue
    if (typeof featureValue !== 'boolean')
      return invalidField(`${field}.${feature}`, featureValue, 'give true or false')
    flags[feature] = featureValue
  }
  return ok(flags)
}

function readArea(field: string, value: unknown): Result<Ring | undefined, ModelFailure> {
  if (value === undefined) return ok(undefined)
  if (!Array.isArray(value))
    return invalidField(field, value, 'give the corners of a polygon, [[latitude, longitude], …]')
  if (value.length < 3 || value.length > MAX_AREA_CORNERS)
    return invalidField(`${field}.length`, value.length, `give 3 to ${MAX_AREA_CORNERS} corners`)
  const ring: [number, number][] = []
  for (const [index, corner] of value.entries()) {
    if (!isPosition(corner))
      return invalidField(`${field}[${index}]`, corner, 'give [latitude, longitude], within ±90 and ±180 degrees')
    ring.push(corner)
  }
  return ok(ring)
}

function isPosition(value: unknown): value is [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [latitude, longitude]: unknown[] = value
  return (
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  )
}

/** Reads the `time` field of a condition, which holds opening hours in the syntax of OpenStreetMap. */
export function readHours(field: string, value: unknown): Result<string | undefined, ModelFailure> {
  if (value === undefined || (typeof value === 'string' && value.length <= MAX_HOURS_LENGTH && isValidRule(value)))
    return ok(value)
  return invalidField(
    field,
    value,
    `give the hours in local time during which the rule applies, such as "Mo-Fr 07:00-09:00,16:00-19:00; PH off", with at most ${MAX_HOURS_LENGTH} characters`,
  )
}
