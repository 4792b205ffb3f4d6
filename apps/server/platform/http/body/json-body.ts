import secureJson from 'secure-json-parse'
import type { HttpFailure } from '../http-problems.ts'

/** Error for a body that cannot be parsed, with the failure for the reply. */
export class UnreadableBodyError extends Error {
  readonly failure: HttpFailure
  constructor(failure: HttpFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/**
 * Maximum depth of nested arrays and objects. Valid bodies use less than a tenth of this depth, and recursive code can
 * handle thousands of levels.
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
    // A field such as `__proto__` could change the prototype of an object.
    if (message.includes('forbidden prototype')) throw new UnreadableBodyError({ kind: 'field-forbidden' })
    throw new UnreadableBodyError({ kind: 'not-json', why: message.replace(/\s+/g, ' ') })
  }
}

/**
 * Returns whether a fast check rules out all field names that secure-json-parse forbids. The library's own scan takes
 * longer than parsing.
 */
function hasNoPrototypeKey(text: string): boolean {
  return !text.includes('\\') && !text.includes('__proto__') && !text.includes('constructor') && text[0] !== '\uFEFF'
}

/** Returns whether a parsed value has more than `maxLevels` levels of nested arrays and objects. */
export function isNestedDeeperThan(value: unknown, maxLevels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (maxLevels === 0) return true
  if (Array.isArray(value)) {
    // The check skips numbers, because a call per number would take longer than parsing.
    for (const item of value) if (typeof item === 'object' && isNestedDeeperThan(item, maxLevels - 1)) return true
    return false
  }
  const fields = value as Record<string, unknown>
  for (const name in fields) if (isNestedDeeperThan(fields[name], maxLevels - 1)) return true
  return false
}
