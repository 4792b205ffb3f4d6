/** Parsers for lengths and weights as mappers write them, such as "3.5", "3,5 m", "12'6\"", "7.5 st" and "35000 kg". */

const METERS_PER_FOOT = 0.3048
const METERS_PER_INCH = 0.0254

/**
 * Maximum length of a measurement. Longer values are truncated, so that the patterns below do not scan 10 kB of text.
 */
const MAX_MEASURE_LENGTH = 40

interface Amount {
  readonly number: number
  /** Text after the number, in lower case. */
  readonly unit: string
}

function parseAmount(tagValue: string): Amount | undefined {
  const match = /^[^\d-]*?(\d+(?:[.,]\d+)?)\s*(.*)$/.exec(tagValue.slice(0, MAX_MEASURE_LENGTH))
  if (match === null) return undefined
  const number = Number(match[1]?.replace(',', '.'))
  return number > 0 ? { number, unit: (match[2] ?? '').toLowerCase() } : undefined
}

export function parseMeters(tagValue: string): number | undefined {
  const amount = parseAmount(tagValue)
  if (amount === undefined) return undefined
  const { number, unit } = amount
  const feet = /^(?:feet|foot|ft\.?|['’′])(?!['’′])(.*)$/.exec(unit)
  if (feet !== null) return number * METERS_PER_FOOT + (parseAmount(feet[1] ?? '')?.number ?? 0) * METERS_PER_INCH
  if (/^(?:in|["”″]|''|’’|′′)/.test(unit)) return number * METERS_PER_INCH
  if (unit.startsWith('cm')) return number / 100
  return number
}

const tonsPerUnit: readonly (readonly [RegExp, number])[] = [
  [/^kg/, 0.001],
  [/^lb/, 0.000_453_592_37],
  [/^(?:st|short)/, 0.907_184_74],
  [/^(?:lt|long)/, 1.016_046_908_8],
  [/^cwt/, 0.050_802_345_44],
]

/** Maximum number of tons on a road sign. A larger number without a unit is in kilograms. */
const MAX_TONS = 500

export function parseTons(tagValue: string): number | undefined {
  const amount = parseAmount(tagValue)
  if (amount === undefined) return undefined
  const { number, unit: unitText } = amount
  const unit = tonsPerUnit.find(([pattern]) => pattern.test(unitText))
  if (unit !== undefined) return number * unit[1]
  return number > MAX_TONS ? number / 1000 : number
}
