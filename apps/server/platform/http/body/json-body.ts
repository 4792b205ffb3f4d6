import secureJson from 'secure-json-parse'
import type { HttpFailure } from '../http-problems.ts'

/** A body that could not be parsed, with the failure to report. */
export class UnreadableBodyError extends Error {
  readonly failure: HttpFailure
  constructor(failure: HttpFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/**
 * No valid body needs a tenth of this depth. Code that copies, writes or checks a value recursively can handle
 * thousands of levels.
 */
export const MAX_NESTING = 100

export function parseJsonBody(text: string): unknown {
  if (text === '') throw new UnreadableBodyError({ kind: 'not-json', why: 'it is empty' })
  const value = parseSafely(text)
  if (isNestedDeeperThan(value, MAX_NESTING)) {
    throw new UnreadableBodyError({ kind: 'nested-too-deeply', maxLevels: MAX_NESTING })
  }
  return value
}

function parseSafely(text: string): unknown {
  try {
    return hasNoPrototypeKey(text) ? JSON.parse(text) : secureJson.parse(text)
  } catch (error) {
    const { message } = error as Error
    // The only error specific to this library: such a field could change an object's prototype.
    if (message.includes('forbidden prototype')) throw new UnreadableBodyError({ kind: 'field-forbidden' })
    throw new UnreadableBodyError({ kind: 'not-json', why: message.replace(/\s+/g, ' ') })
  }
}

/**
 * If the text contains none of these substrings and no escapes, no field can have a name that secure-json-parse
 * forbids. The library's own scan takes longer than parsing.
 */
function hasNoPrototypeKey(text: string): boolean {
  return !text.includes('\\') && !text.includes('__proto__') && !text.includes('constructor') && text[0] !== '\uFEFF'
}

/** Whether a parsed value has more levels of nested arrays and objects than allowed. */
export function isNestedDeeperThan(value: unknown, maxLevels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (maxLevels === 0) return true
  if (Array.isArray(value)) {
    // Arrays of numbers can be long, and a call for each would take longer than parsing them.
    for (const item of value) if (typeof item === 'object' && isNestedDeeperThan(item, maxLevels - 1)) return true
    return false
  }
  const fields = value as Record<string, unknown>
  for (const name in fields) if (isNestedDeeperThan(fields[name], maxLevels - 1)) return true
  return false
}
