import type { Validity } from '../model.ts'
import type { Fields } from './fields.ts'

const INSTANT_PATTERN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Parses an instant such as "2026-05-01T08:00:00Z". A date alone means midnight, and an instant without a zone is in
 * UTC. Returns undefined if the text is invalid.
 */
export function parseInstant(text: string): number | undefined {
  const match = INSTANT_PATTERN.exec(text.trim())
  if (!match) return undefined
  const [, date = '', time = '00:00', seconds = ':00', zone = 'Z'] = match
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // Date.parse would turn February 30 into a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined
  const normalizedZone = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const ms = Date.parse(`${date}T${time}${seconds}${normalizedZone}`)
  return Number.isNaN(ms) ? undefined : ms
}

export function readInstant(fields: Fields, name: string): number | undefined {
  if (!fields.has(name)) return undefined
  const value = fields.get(name)
  const ms = typeof value === 'string' ? parseInstant(value) : undefined
  return ms ?? fields.reject(name, 'a date and time such as 2026-05-01T08:00:00Z')
}

/** Reads a period between two fields. Either field may be missing. */
export function readPeriod(fields: Fields, from: string, untilField: string): Pick<Validity, 'fromMs' | 'untilMs'> {
  const fromMs = readInstant(fields, from)
  const untilMs = readInstant(fields, untilField)
  if (fromMs !== undefined && untilMs !== undefined && untilMs <= fromMs) {
    return fields.reject(untilField, `a time after ${from} (${new Date(fromMs).toISOString()})`)
  }
  return { ...(fromMs !== undefined && { fromMs }), ...(untilMs !== undefined && { untilMs }) }
}
