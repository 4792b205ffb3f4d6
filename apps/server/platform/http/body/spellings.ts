import tzLookup from '@photostructure/tz-lookup'
import { findZoneClock } from '../../local-clock.ts'

/** JSON schema with the alternative spellings that requests may use. */
interface SpelledSchema {
  readonly properties?: Readonly<Record<string, SpelledSchema>>
  readonly items?: SpelledSchema
  readonly format?: string
  /** Alternative names of this field. */
  readonly 'x-aliases'?: readonly string[]
  /** Alternative spellings of this field's values. */
  readonly 'x-words'?: Readonly<Record<string, string>>
}

type Fields = Record<string, unknown>
/**
 * Rewrites a value to the spelling of its schema. Values that cannot be parsed stay unchanged, so that validation
 * reports them.
 */
type Rewrite = (value: unknown, scope: Scope) => unknown

interface Scope {
  /** Fields of the nearest enclosing object, which can contain a point. */
  readonly fields: Fields
  readonly path: string
  readonly notes: string[]
}

const NO_NOTES: readonly string[] = []
/** Assumptions about each request, which become warnings in its reply. */
const notesOf = new WeakMap<object, readonly string[]>()

export function listNotes(body: unknown): readonly string[] {
  return (typeof body === 'object' && body !== null && notesOf.get(body)) || NO_NOTES
}

/**
 * Returns a function that rewrites alternative spellings in a request in place. The function replaces aliases of fields
 * and values, timestamps without a time zone, and epoch numbers. Returns undefined if the schema has no alternative
 * spellings.
 */
export function createRespeller(schema: object): ((input: unknown) => void) | undefined {
  const rewrite = createRewrite(schema)
  if (!rewrite) return undefined
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return
    const notes: string[] = []
    rewrite(input, { fields: input as Fields, path: '', notes })
    if (notes.length > 0) notesOf.set(input, notes)
  }
}

function createRewrite(schema: SpelledSchema): Rewrite | undefined {
  if (schema.format === 'date-time') return rewriteInstant
  const words = schema['x-words']
  if (words) return (value) => (typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : value)
  if (schema.items) return createListRewrite(schema.items)
  return schema.properties && createFieldsRewrite(schema.properties)
}

function createListRewrite(items: SpelledSchema): Rewrite | undefined {
  const rewrite = createRewrite(items)
  if (!rewrite) return undefined
  return (value, scope) => {
    if (!Array.isArray(value)) return value
    for (let index = 0; index < value.length; index++)
      value[index] = rewrite(value[index], { ...scope, path: `${scope.path}[${index}]` })
    return value
  }
}

function createFieldsRewrite(properties: Readonly<Record<string, SpelledSchema>>): Rewrite | undefined {
  const aliases: (readonly [string, string])[] = []
  const rewrites: (readonly [string, Rewrite])[] = []
  for (const [name, schema] of Object.entries(properties)) {
    for (const alias of schema['x-aliases'] ?? []) if (!Object.hasOwn(properties, alias)) aliases.push([alias, name])
    const rewrite = createRewrite(schema)
    if (rewrite) rewrites.push([name, rewrite])
  }
  if (aliases.length === 0 && rewrites.length === 0) return undefined
  return (value, scope) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields = value as Fields
    for (const [alias, name] of aliases) {
      if (!Object.hasOwn(fields, alias) || Object.hasOwn(fields, name)) continue
      fields[name] = fields[alias]
      delete fields[alias]
    }
    for (const [name, rewrite] of rewrites) {
      if (!Object.hasOwn(fields, name)) continue
      const path = scope.path === '' ? name : `${scope.path}.${name}`
      const ownFields = findFirstPoint(fields) ? fields : scope.fields
      const oldValue = fields[name]
      const newValue = rewrite(oldValue, { ...scope, fields: ownFields, path })
      if (newValue !== oldValue) fields[name] = newValue
    }
    return value
  }
}

/**
 * Range of epoch numbers in seconds, from 2001 to 2096. Milliseconds are converted to seconds first. Numbers outside
 * this range are mistakes.
 */
const [MIN_EPOCH_S, MAX_EPOCH_S] = [1e9, 4e9]
const INSTANT_PATTERN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i

function rewriteInstant(value: unknown, { fields, path, notes }: Scope): unknown {
  const number = typeof value === 'string' && /^\d{10,13}$/.test(value) ? Number(value) : value
  if (typeof number === 'number') {
    const seconds = number >= 1000 * MIN_EPOCH_S ? number / 1000 : number
    return seconds >= MIN_EPOCH_S && seconds < MAX_EPOCH_S ? new Date(Math.round(1000 * seconds)).toISOString() : value
  }
  const match = typeof value === 'string' ? INSTANT_PATTERN.exec(value) : null
  if (!match) return value
  const [, date, minutes, seconds = ':00', zone] = match
  if (zone !== undefined) return `${date}T${minutes}${seconds}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`
  const localMs = Date.parse(`${date}T${minutes}${seconds}Z`)
  if (!Number.isFinite(localMs)) return value
  const point = findFirstPoint(fields)
  const name = point ? tzLookup(point[0], point[1]) : 'UTC'
  const instantMs = findZoneClock(name)?.toInstant(localMs)
  if (instantMs === undefined) return value
  notes.push(`${path} has no time zone and was read as local time in ${name}`)
  return new Date(instantMs).toISOString()
}

/** Names of fields with a point whose local time applies, in order of preference. */
const POINT_FIELDS = [
  'from',
  'position',
  'point',
  'at',
  'origin',
  'start',
  'points',
  'origins',
  'stops',
  'depot',
  'near',
]

function findFirstPoint(fields: Fields): readonly [number, number] | undefined {
  for (const name of POINT_FIELDS) {
    const point = readPoint(fields[name])
    if (point) return point
  }
  return toPoint([fields.lat, fields.lon])
}

/** Reads a point from a pair of numbers, from a list or object that contains one, or from text such as `43.73,7.42`. */
function readPoint(value: unknown): readonly [number, number] | undefined {
  if (typeof value === 'string') return toPoint(value.split(','))
  if (Array.isArray(value)) return typeof value[0] === 'number' ? toPoint(value) : readPoint(value[0])
  return typeof value === 'object' && value !== null && 'at' in value ? readPoint(value.at) : undefined
}

function toPoint(parts: readonly unknown[]): readonly [number, number] | undefined {
  if (parts.length !== 2) return undefined
  const [latitude = Number.NaN, longitude = Number.NaN] = parts.map(toNumber)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : undefined
}

/** Converts a number or a text. Number() would throw an error for some objects, such as one with a field `toString`. */
function toNumber(part: unknown): number {
  if (typeof part === 'string' && part.trim() !== '') return Number(part)
  return typeof part === 'number' ? part : Number.NaN
}
