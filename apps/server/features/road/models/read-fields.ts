import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelFailure } from './failures.ts'

/** Maximum length of a name in a message. Longer names are truncated. */
const MAX_NAME_LENGTH = 60

type Fields = Readonly<Record<string, unknown>>

export function invalidField(field: string, receivedValue: unknown, demand: string): Result<never, ModelFailure> {
  return fail({ kind: 'model-invalid', field, given: receivedValue, demand })
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Rejects unknown fields, because a misspelled rule would otherwise be ignored silently. */
export function rejectUnknown(field: string, value: Fields, allowedKeys: readonly string[]): ModelFailure | undefined {
  const unknownKey = Object.keys(value).find((key) => !allowedKeys.includes(key))
  if (unknownKey === undefined) return undefined
  const name = unknownKey.length > MAX_NAME_LENGTH ? `${unknownKey.slice(0, MAX_NAME_LENGTH - 1)}…` : unknownKey
  return { kind: 'model-field-unknown', field: `${field}.${name}`, allowed: allowedKeys }
}

/** Reads a number. Returns undefined if the field is missing. */
export function readNumber(
  field: string,
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): Result<number | undefined, ModelFailure> {
  if (value === undefined) return ok(undefined)
  const isValid = typeof value === 'number' && value >= min && value <= max
  return isValid ? ok(value) : invalidField(field, value, `give a number from ${min} to ${max}`)
}
