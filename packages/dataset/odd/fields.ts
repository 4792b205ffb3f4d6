import { InvalidOddError } from './odd-refused.ts'

/** Functions that read the fields of a document. Each error names the invalid field. */

export type Json = Readonly<Record<string, unknown>>

/** Reads an object and rejects unknown fields, because a misspelled rule would otherwise have no effect. */
export function readObject(value: unknown, field: string, allowedFields: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidOddError(field, value, `give an object with ${allowedFields.join(', ')}`)
  }
  for (const name of Object.keys(value)) {
    if (allowedFields.includes(name)) continue
    throw new InvalidOddError(
      joinFieldPath(field, name),
      (value as Json)[name],
      `there is no such field; allowed values: ${allowedFields.join(', ')}`,
    )
  }
  return value as Json
}

export function joinFieldPath(field: string, name: string): string {
  return field === '' || field === 'the document' ? name : `${field}.${name}`
}

export function readLine(value: unknown, field: string, maxLength = 200, minLength = 1): string {
  const isValid = typeof value === 'string' && value.trim().length >= minLength && value.length <= maxLength
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
  if (!isValid || /[\u0000-\u001f\u007f]/.test(value)) {
    throw new InvalidOddError(
      field,
      value,
      `give one line of ${minLength === 0 ? 'at most' : `${minLength} to`} ${maxLength} characters`,
    )
  }
  return value.trim()
}

export function readNumber(value: unknown, field: string, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value
  throw new InvalidOddError(field, value, `give a number from ${min} to ${max}`)
}

export function readFlag(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value
  throw new InvalidOddError(field, value, 'give true or false')
}

export function readList(value: unknown, field: string, minLength: number, maxLength: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= minLength && value.length <= maxLength) return value
  const receivedValue = Array.isArray(value) ? `a list of length ${value.length}` : value
  throw new InvalidOddError(field, receivedValue, `give a list of ${minLength} to ${maxLength} entries`)
}

/** Reads a list of unique words and returns them in the order of `allowedValues`. */
export function readEnumList<T extends string>(
  value: unknown,
  field: string,
  allowedValues: readonly T[],
  minLength: number,
): T[] {
  const values = readList(value, field, minLength, allowedValues.length)
  values.forEach((value, index) => {
    if (!allowedValues.includes(value as T))
      throw new InvalidOddError(`${field}[${index}]`, value, `give one of ${allowedValues.join(', ')}`)
    if (values.indexOf(value) !== index)
      throw new InvalidOddError(`${field}[${index}]`, value, 'remove it: it is a duplicate')
  })
  return allowedValues.filter((allowedValue) => values.includes(allowedValue))
}

const ISO_TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

export function readTimestamp(value: unknown, field: string): number {
  const ms = typeof value === 'string' && ISO_TIME_PATTERN.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isFinite(ms)) return ms
  throw new InvalidOddError(field, value, 'give a timestamp such as 2026-06-16T08:30:00Z')
}

/** Reads a time of day and returns the minutes since midnight. */
export function readTimeOfDay(value: unknown, field: string): number {
  const [, hours, minutes] = (typeof value === 'string' && /^(\d\d):(\d\d)$/.exec(value)) || []
  const total = Number(hours) * 60 + Number(minutes)
  if (total <= 1440 && Number(minutes) < 60) return total
  throw new InvalidOddError(field, value, 'give a time of day from 00:00 to 24:00')
}
