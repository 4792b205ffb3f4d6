import type { Examples, Schema } from '../document.ts'

import type { SchemaBook } from './schema-index.ts'

/** Request tables mark required fields; reply tables mark fields that may be missing. */
export type Direction = 'request' | 'reply'

interface WithExamples {
  readonly example?: unknown
  readonly examples?: Examples | readonly unknown[]
}

/** Returns the document's own example from any of the fields that may hold one. */
export function findExample({ example, examples }: WithExamples): unknown {
  if (example !== undefined) return example
  if (Array.isArray(examples)) return examples[0]
  return Object.values((examples ?? {}) as Examples)[0]?.value
}

/** The example of a body: the document's own, or one generated from the schema. */
export function toMediaExample(
  media: WithExamples & { readonly schema?: Schema },
  book: SchemaBook,
  direction: Direction,
): unknown {
  return findExample(media) ?? (media.schema ? toExample(media.schema, book, direction) : undefined)
}

/**
 * Generates a value that the schema accepts. A request contains only required fields, to show the minimum that works. A
 * reply contains every possible field.
 */
export function toExample(schema: Schema, book: SchemaBook, direction: Direction, name = ''): unknown {
  return make(schema, { book, direction, above: [] }, name)
}

interface Making {
  readonly book: SchemaBook
  readonly direction: Direction
  /** References being expanded, so that recursive schemas terminate. */
  readonly above: readonly string[]
}

function make(given: Schema, making: Making, name: string): unknown {
  const schema = making.book.resolve(given)
  const known = findExample(schema) ?? schema.default ?? schema.enum?.[0]
  if (known !== undefined) return known
  const inner = given.$ref === undefined ? making : { ...making, above: [...making.above, given.$ref] }
  const choice = (schema.oneOf ?? schema.anyOf)?.[0]
  if (choice) return make(choice, inner, name)
  if (schema.items) return makeArray(schema, schema.items, inner, name)
  if (schema.properties || schema.type === 'object') return makeObject(schema, inner)
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return makeNumber(schema, name)
  return schema.type === 'string' ? makeText(schema, name) : null
}

function makeObject(schema: Schema, making: Making): unknown {
  const { additionalProperties: rest } = schema
  const fields = Object.entries(schema.properties ?? {}).filter(([name, field]) => isShown(name, field, schema, making))
  const made = Object.fromEntries(fields.map(([name, field]) => [name, make(field, making, name)]))
  return typeof rest === 'object' && fields.length === 0 ? { name: make(rest, making, 'name') } : made
}

function isShown(name: string, field: Schema, { required }: Schema, { book, direction, above }: Making): boolean {
  if (field.$ref !== undefined && above.includes(field.$ref)) return false
  if (direction === 'reply') return name !== 'warnings' || required?.includes(name) === true
  const { readOnly, ...resolved } = book.resolve(field)
  return !readOnly && (required?.includes(name) || findExample(resolved) !== undefined)
}

function makeArray({ minItems, maxItems }: Schema, items: Schema, making: Making, name: string): unknown {
  if (items.$ref !== undefined && making.above.includes(items.$ref)) return []
  const { type } = making.book.resolve(items)
  // An array of exactly two numbers is a Point everywhere in this API.
  if (type === 'number' && minItems === 2 && maxItems === 2) return [52.5163, 13.3777]
  return Array.from({ length: Math.max(1, minItems ?? 1) }, () => make(items, making, name))
}

function makeNumber({ minimum, maximum, type }: Schema, name: string): number {
  const wish = Math.max(minimum ?? 0, byName(numbersByName, name) ?? (type === 'integer' ? 1 : 1.5))
  return maximum === undefined ? wish : Math.min(wish, maximum)
}

function makeText({ format, minLength = 0, maxLength }: Schema, name: string): string {
  const wish = textsByFormat[format ?? ''] ?? byName(textsByName, name) ?? 'string'
  return wish.slice(0, maxLength).padEnd(minLength, 'x')
}

const textsByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-06-16T08:30:00Z',
  date: '2026-06-16',
  email: 'you@example.com',
  uuid: '3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f',
  uri: 'https://example.com',
}

/** A field's name says more than its type, and examples should look realistic. */
const textsByName: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/, 'you@example.com'],
  [/phone/, '+14155550123'],
  [/key$/, 'fw_live_…'],
  [/^id$|_id$/, 'a1b2c3'],
]

const numbersByName: readonly (readonly [RegExp, number])[] = [
  [/^lat/, 52.5163],
  [/^lon|^lng/, 13.3777],
  [/pct$/, 90],
]

function byName<T>(table: readonly (readonly [RegExp, T])[], name: string): T | undefined {
  return table.find(([pattern]) => pattern.test(name))?.[1]
}
