import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ForeignInput } from '../foreign-operation.ts'
import type { Point } from '../places/native-place.ts'
import { parseLanguageList } from '../places/place-calls.ts'

const formats = ['json', 'jsonv2', 'geojson', 'geocodejson'] as const
export type Format = (typeof formats)[number]

/** Parameters of one request, read as in Nominatim. If a parameter is repeated, its last value is used. */
export class Parameters {
  private readonly query: ForeignInput['query']
  private readonly acceptLanguage: string | undefined

  constructor({ query, headers }: Pick<ForeignInput, 'query' | 'headers'>) {
    this.query = query
    const header = headers['accept-language']
    this.acceptLanguage = typeof header === 'string' ? header : undefined
  }

  get(name: string): string | undefined {
    const value = this.query[name]
    return typeof value === 'string' ? value : value?.at(-1)
  }

  /** Reads a boolean. Only 0 means false. */
  getBoolean(name: string, fallback: boolean): boolean {
    const value = this.get(name)
    return value === undefined ? fallback : value !== '0'
  }

  getNumber(name: string, pattern: RegExp, fallback?: number): Result<number, string> {
    const value = this.get(name)?.trim()
    if (value === undefined) return fallback === undefined ? fail(`Parameter '${name}' missing.`) : ok(fallback)
    return pattern.test(value) ? ok(Number(value)) : fail(`Parameter '${name}' must be a number.`)
  }

  getInteger(name: string, fallback?: number): Result<number, string> {
    return this.getNumber(name, /^[+-]?\d{1,15}$/, fallback)
  }

  getDecimal(name: string, fallback?: number): Result<number, string> {
    return this.getNumber(name, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, fallback)
  }

  getFormat(fallback: Format): Result<Format, string> {
    const formatName = this.get('format') ?? fallback
    const format = formats.find((name) => name === formatName)
    return format === undefined ? fail(`Parameter 'format' must be one of: ${formats.join(', ')}`) : ok(format)
  }

  get language(): string | undefined {
    return parseLanguageList(this.get('accept-language') ?? this.acceptLanguage)
  }
}

/** Bounding box as [south, west, north, east]. */
export type Box = readonly [number, number, number, number]

/** Parses `x1,y1,x2,y2`, which can be any two opposite corners. */
export function parseViewbox(viewboxText: string | undefined): Result<Box | undefined, string> {
  if (viewboxText === undefined || viewboxText === '') return ok(undefined)
  const parts = viewboxText.split(',')
  if (parts.length !== 4) return fail('Bounding box parameter needs 4 coordinates.')
  const numbers = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (!numbers.every(Number.isFinite)) return fail('Bounding box parameter needs to be numbers.')
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  const isOnEarth = [x1, x2].every((x) => Math.abs(x) <= 180) && [y1, y2].every((y) => Math.abs(y) <= 90)
  if (!isOnEarth || x1 === x2 || y1 === y2) return fail('Bounding box with invalid parameters.')
  return ok([Math.min(y1, y2), Math.min(x1, x2), Math.max(y1, y2), Math.max(x1, x2)])
}

export function isInBox([latitude, longitude]: Point, [south, west, north, east]: Box): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

/** Parses country codes. As in Nominatim, codes that do not have two letters are ignored. */
export function parseCountries(countriesText: string | undefined): string[] {
  const codes = (countriesText ?? '').split(',').map((code) => code.trim().toLowerCase())
  return [...new Set(codes.filter((code) => /^[a-z]{2}$/.test(code)))]
}
