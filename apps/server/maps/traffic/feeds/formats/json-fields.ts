import { invalidField } from './broken-record.ts'

/**
 * Readers for the fields of third-party records. A missing field is undefined, and an invalid field throws
 * InvalidRecordError.
 */

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a field that exists and is not null, or undefined. */
export function findField(object: JsonObject, field: string): unknown {
  return Object.hasOwn(object, field) ? (object[field] ?? undefined) : undefined
}

export function findString(object: JsonObject, field: string): string | undefined {
  const value = findField(object, field)
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalidField(field, value, 'a string')
  return normalizeText(value)
}

const MAX_CHARACTERS = 1000

/** Returns the text as one line without control characters, for display and logs. */
export function normalizeText(text: string): string {
  // The text is truncated first, because a description may be as long as the whole feed.
  const singleLine = text
    .slice(0, 4 * MAX_CHARACTERS)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return singleLine.length > MAX_CHARACTERS ? `${singleLine.slice(0, MAX_CHARACTERS).toWellFormed()}…` : singleLine
}

export function findFlag(object: JsonObject, field: string): boolean | undefined {
  const value = findField(object, field)
  if (value === undefined || typeof value === 'boolean') return value
  throw invalidField(field, value, 'true or false')
}

export interface NumberRange {
  readonly from: number
  readonly to: number
  /** Description of the allowed range. */
  readonly allowed: string
}

export function findNumber(object: JsonObject, field: string, range: NumberRange): number | undefined {
  const value = findField(object, field)
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= range.from && value <= range.to) return value
  throw invalidField(field, value, range.allowed)
}

export function findChoice<T extends string>(object: JsonObject, field: string, choices: readonly T[]): T | undefined {
  const value = findField(object, field)
  if (value === undefined) return undefined
  const choice = choices.find((candidate) => candidate === value)
  if (choice === undefined) throw invalidField(field, value, choices.join(', '))
  return choice
}

const DATE_AND_TIME_PATTERN = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?$/

/** Parses an RFC 3339 timestamp. A timestamp without a time zone is UTC if `zone` is `utc`, and otherwise invalid. */
export function findTime(object: JsonObject, field: string, zone: 'required' | 'utc'): number | undefined {
  const value = findField(object, field)
  if (value === undefined || value === '') return undefined
  const allowedText = 'a date and time such as 2026-11-15T08:00:00Z'
  const match = typeof value === 'string' ? DATE_AND_TIME_PATTERN.exec(value) : null
  if (typeof value !== 'string' || match === null) throw invalidField(field, value, allowedText)
  if (match[3] === undefined && zone === 'required')
    throw invalidField(field, value, `${allowedText}, with a time zone`)
  const ms = Date.parse(`${value.replace(' ', 'T')}${match[3] === undefined ? 'Z' : ''}`)
  if (Number.isNaN(ms)) throw invalidField(field, value, allowedText)
  return ms
}

/** Checks that the start is before the end. */
export function checkTimeOrder(
  startsAtMs: number | undefined,
  endsAtMs: number | undefined,
  fields: readonly [string, string],
) {
  if (startsAtMs === undefined || endsAtMs === undefined || startsAtMs <= endsAtMs) return
  throw invalidField(fields[1], new Date(endsAtMs).toISOString(), `not before ${fields[0]}`)
}
