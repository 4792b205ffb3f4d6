import { positionRanges } from '../api/schemas.ts'

type MeasurementName = keyof typeof positionRanges

/** Optional field as sent by a tracker, with its name and conversion factor. */
export interface MeasurementField {
  readonly sentName: string
  readonly rawValue: unknown
  readonly factor?: number
}

/**
 * Converts optional fields to Fairway units. An invalid field is dropped with a warning, because the sender would
 * neither fix nor resend the position. Null and negative numbers are dropped silently, because trackers send them for
 * unknown values. Only altitudes may be negative.
 */
export function parseMeasurements(fields: Readonly<Record<MeasurementName, MeasurementField>>) {
  const values: Partial<Record<MeasurementName, number>> = {}
  const ignoredFieldWarnings: string[] = []
  for (const [name, { sentName, rawValue, factor = 1 }] of Object.entries(fields) as [
    MeasurementName,
    MeasurementField,
  ][]) {
    const [min, max] = positionRanges[name]
    if (rawValue === undefined || rawValue === null) continue
    if (typeof rawValue === 'number' && rawValue < 0 && min === 0) continue
    const value = typeof rawValue === 'number' ? scaleRounded(rawValue, factor) : Number.NaN
    if (value >= min && value <= max) values[name] = value
    else {
      const [from, to] = [min, max].map((limit) => Math.round((limit / factor) * 10) / 10)
      ignoredFieldWarnings.push(
        `${sentName} was ignored: it is ${describeValue(rawValue)}, but must be a number from ${from} to ${to}`,
      )
    }
  }
  return { values, ignoredFieldWarnings }
}

function scaleRounded(value: number, factor: number): number {
  return factor === 1 ? value : Math.round(value * factor * 1000) / 1000
}

/**
 * Describes a value for a message. Only the type of lists and objects is shown, because deeply nested values cannot be
 * serialized.
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
