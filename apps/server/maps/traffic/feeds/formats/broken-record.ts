import type { Skipped } from '../feed-content.ts'

/** One row, feature or incident that cannot be read. The others still can. */
export class BrokenRecord extends Error {}

/** Describes an invalid field in the common form of all formats. */
export function brokenField(field: string, given: unknown, allowed: string): BrokenRecord {
  return new BrokenRecord(describeField(field, given, allowed))
}

export function describeField(field: string, given: unknown, allowed: string): string {
  return `${field} is ${shown(given)}; allowed: ${allowed}`
}

const MAX_CHARACTERS = 40

/** Shortens third-party input to one line. */
function shown(given: unknown): string {
  if (given === undefined || given === null) return 'missing'
  if (Array.isArray(given)) return `a list of ${given.length}`
  if (typeof given === 'object') return 'an object'
  if (typeof given !== 'string') return String(given)
  const text = given.replace(/[\s\p{C}]+/gu, ' ').trim()
  return JSON.stringify(text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)
}

const MAX_DESCRIBED = 5

/** If this many records are invalid and none is valid, reading stops. */
export const HOPELESS_AFTER = 10_000

export class SkippedRecords implements Skipped {
  count = 0
  readonly first: string[] = []

  /** The message is built only for the first few, because a feed may have millions of invalid rows. */
  add(describe: () => string): void {
    if (this.count++ < MAX_DESCRIBED) this.first.push(describe())
  }

  toSkipped(): Skipped {
    return { count: this.count, first: this.first }
  }
}
