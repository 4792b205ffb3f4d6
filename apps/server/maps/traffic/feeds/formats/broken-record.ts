import type { SkippedSummary } from '../feed-content.ts'

/** Error for a row, feature or incident that cannot be parsed. Other records are not affected. */
export class InvalidRecordError extends Error {}

/** Creates the error for an invalid field. All formats use the same wording. */
export function invalidField(field: string, value: unknown, allowedText: string): InvalidRecordError {
  return new InvalidRecordError(describeInvalidField(field, value, allowedText))
}

export function describeInvalidField(field: string, value: unknown, allowedText: string): string {
  return `${field} is ${formatValue(value)}; allowed: ${allowedText}`
}

const MAX_CHARACTERS = 40

/** Shortens third-party input to one line. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'missing'
  if (Array.isArray(value)) return `a list of length ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return String(value)
  const text = value.replace(/[\s\p{C}]+/gu, ' ').trim()
  return JSON.stringify(text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)
}

const MAX_REASONS = 5

/** Number of invalid records after which reading stops if no record was valid. */
export const UNREADABLE_AFTER_RECORDS = 10_000

export class SkippedRecords implements SkippedSummary {
  count = 0
  readonly first: string[] = []

  /**
   * Counts an invalid record. Only the first few messages are built, because a feed may have millions of invalid rows.
   */
  add(describe: () => string): void {
    if (this.count++ < MAX_REASONS) this.first.push(describe())
  }

  toSummary(): SkippedSummary {
    return { count: this.count, first: this.first }
  }
}
