import type { Examples, Schema } from '../document.ts'

import type { SchemaIndex } from './schema-index.ts'

/** Direction of a body. Request tables mark required fields, and reply tables mark fields that may be missing. */
export type Direction = 'request' | 'reply'

interface WithExamples {
  readonly example?: unknown
  readonly examples?: Examples | readonly unknown[]
}

/** Returns the document's example from any of the fields that may contain one. */
export function findExample({ example, examples }: WithExamples): unknown {
  if (example !== undefined) return example
  if (Array.isArray(examples)) return examples[0]
  return Object.values((examples ?? {}) as Examples)[0]?.value
}

/** Returns the example of a body from the document, or generates one from the schema. */
export function toMediaExample(
  media: WithExamples & { readonly schema?: Schema },
  schemas: SchemaIndex,
  direction: Direction,
): unknown {
  return findExample(media) ?? (media.schema ? toExample(media.schema, schemas, direction) : undefined)
}

/**
 * Generates a value that the schema accepts. A request contains only required fields, to show the minimum that works. A
 * reply contains every possible field.
 */
export function toExample(schema: Schema, schemas: SchemaIndex, direction: Direction, name = ''): unknown {
  return buildExample(schema, { schemas, direction, ancestors: [] }, name)
}

interface ExampleContext {
  readonly schemas: SchemaIndex
  readonly direction: Direction
  /** References that are being expanded, so that recursive schemas terminate. */
  readonly ancestors: readonly string[]
}

function buildExample(input: Schema, context: ExampleContext, name: string): unknown {
  const schema = context.schemas.resolve(input)
  const declaredExample = findExample(schema) ?? schema.default ?? schema.enum?.[0]
  if (declaredExample !== undefined) return declaredExample
  const innerContext =
    input.$ref === undefined ? context : { ...context, ancestors: [...context.ancestors, input.$ref] }
  const choice = (schema.oneOf ?? schema.anyOf)?.[0]
  if (choice) return buildExample(choice, innerContext, name)
  if (schema.items) return buildArray(schema, schema.items, innerContext, name)
  if (schema.properties || schema.type === 'object') return buildObject(schema, innerContext)
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return buildNumber(schema, name)
  return schema.type === 'string' ? buildString(schema, name) : null
}

function buildObject(schema: Schema, context: ExampleContext): unknown {
  const { additionalProperties: additionalSchema } = schema
  const fields = Object.entries(schema.properties ?? {}).filter(([name, field]) =>
    isFieldShown(name, field, schema, context),
  )
  const exampleObject = Object.fromEntries(fields.map(([name, field]) => [name, buildExample(field, context, name)]))
  return typeof additionalSchema === 'object' && fields.length === 0
    ? { name: buildExample(additionalSchema, context, 'name') }
    : exampleObject
}

function isFieldShown(
  name: string,
  field: Schema,
  { required }: Schema,
  { schemas, direction, ancestors }: ExampleContext,
): boolean {
  if (field.$ref !== undefined && ancestors.includes(field.$ref)) return false
  if (direction === 'reply') return name !== 'warnings' || required?.includes(name) === true
  const { readOnly, ...resolved } = schemas.resolve(field)
  return !readOnly && (required?.includes(name) || findExample(resolved) !== undefined)
}

function buildArray({ minItems, maxItems }: Schema, items: Schema, context: ExampleContext, name: string): unknown {
  if (items.$ref !== undefined && context.ancestors.includes(items.$ref)) return []
  const { type } = context.schemas.resolve(items)
  // An array of exactly two numbers is a point throughout this API.
  if (type === 'number' && minItems === 2 && maxItems === 2) return [52.5163, 13.3777]
  return Array.from({ length: Math.max(1, minItems ?? 1) }, () => buildExample(items, context, name))
}

function buildNumber({ minimum, maximum, type }: Schema, name: string): number {
  const preferredNumber = Math.max(minimum ?? 0, findByName(numbersByName, name) ?? (type === 'integer' ? 1 : 1.5))
  return maximum === undefined ? preferredNumber : Math.min(preferredNumber, maximum)
}

function buildString({ format, minLength = 0, maxLength }: Schema, name: string): string {
  const preferredValue = stringsByFormat[format ?? ''] ?? findByName(stringsByName, name) ?? 'string'
  return preferredValue.slice(0, maxLength).padEnd(minLength, 'x')
}

const stringsByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-06-16T08:30:00Z',
  date: '2026-06-16',
  email: 'you@example.com',
  uuid: '3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f',
  uri: 'https://example.com',
}

/**
 * Example strings by field name. The name of a field is more informative than its type, and examples should look
 * realistic.
 */
const stringsByName: readonly (readonly [RegExp, string])[] = [
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

function findByName<T>(table: readonly (readonly [RegExp, T])[], name: string): T | undefined {
  return table.find(([pattern]) => pattern.test(name))?.[1]
}
