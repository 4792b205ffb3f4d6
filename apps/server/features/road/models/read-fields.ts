import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ModelFailure } from './failures.ts'

/** Maximum length of a name in a message. Longer names are truncated. */
const MAX_NAME_LENGTH = 60

type Fields = Readonly<Record<string, unknown>>

export function invalid(field: string, given: unknown, demand: string): Result<never, ModelFailure> {
  return fail({ kind: 'model-invalid', field, given, demand })
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Rejects unknown fields, because a misspelled rule would otherwise be ignored silently. */
export function rejectUnknown(field: string, value: Fields, allowed: readonly string[]): ModelFailure | undefined {
  const unknown = Object.keys(value).find((key) => !allowed.includes(key))
  if (unknown === undefined) return undefined
  const name = unknown.length > MAX_NAME_LENGTH ? `${unknown.slice(0, MAX_NAME_LENGTH - 1)}…` : unknown
  return { kind: 'model-field-unknown', field: `${field}.${name}`, allowed }
}

/** Reads a number. Returns undefined if the field is missing. */
export function readNumber(
  field: string,
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): Result<number | undefined, ModelFailure> {
  if (value === undefined) return ok(undefined)
  const isValid = typeof value === 'number' && value >= min && value <= max
  return isValid ? ok(value) : invalid(field, value, `give a number from ${min} to ${max}`)
}
