/**
 * A document that is not a valid domain. The error names the field, the given value, and the allowed values. Nothing is
 * applied.
 */
export class OddRefused extends Error {
  readonly field: string

  constructor(field: string, given: unknown, allowed: string) {
    super(`${field} is ${show(given)}; ${allowed}`)
    this.field = field
  }
}

const MAX_LETTERS = 60

function show(given: unknown): string {
  if (given === undefined) return 'missing'
  const text = typeof given === 'number' ? String(given) : (JSON.stringify(given) ?? String(given))
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text
}
