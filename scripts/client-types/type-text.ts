import type { Schema } from './document.ts'
import { fieldOf, type TypeRegistry } from './type-registry.ts'
import { listOf, unionOf } from './unions.ts'

/** Maximum length of a list that becomes a tuple. Longer tuples would be hard to read. */
const MAX_IN_TUPLE = 4

/** Direction of a type. Requests may contain `undefined` fields, which JSON omits. Replies contain none. */
export type Side = 'request' | 'reply'

/** Returns the TypeScript type of a schema. Objects and enumerations are added to `registry` under `name`. */
export function typeText(schema: Schema, name: string, side: Side, registry: TypeRegistry): string {
  const type = plainType(schema, name, side, registry)
  return schema.nullable === true ? unionOf([type, 'null']) : type
}

function plainType(schema: Schema, name: string, side: Side, registry: TypeRegistry): string {
  if (schema.$ref !== undefined)
    throw new Error(`${name}: references are not supported here, but ${schema.$ref} is one`)
  if (schema.anyOf) return unionOf(schema.anyOf.map((one) => typeText(one, name, side, registry)))
  if (schema.allOf) return [...new Set(schema.allOf.map((one) => typeText(one, name, side, registry)))].join(' & ')
  if (schema.enum) return enumText(schema.enum, name, registry)
  switch (schema.type) {
    case 'array':
      return arrayText(schema, name, side, registry)
    case 'object':
      return objectText(schema, name, side, registry)
    case 'integer':
      return 'number'
    case undefined:
      return 'unknown'
    default:
      return schema.type
  }
}

function enumText(values: readonly unknown[], name: string, registry: TypeRegistry): string {
  const members = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const [only] = members
  return members.length === 1 && only !== undefined ? only : registry.addUnion(name, members)
}

function arrayText(
  { items = {}, minItems, maxItems }: Schema,
  name: string,
  side: Side,
  registry: TypeRegistry,
): string {
  if (items.type === 'number' && minItems === 2 && maxItems === 2) return 'Point'
  const item = typeText(items, toSingular(name), side, registry)
  if (minItems !== undefined && minItems === maxItems && minItems > 1 && minItems <= MAX_IN_TUPLE) {
    return `readonly [${Array.from({ length: minItems }, () => item).join(', ')}]`
  }
  return listOf(item)
}

function objectText(schema: Schema, name: string, side: Side, registry: TypeRegistry): string {
  const { properties = {}, required = [], additionalProperties: others = false } = schema
  const names = Object.keys(properties)
  if (names.length === 0) {
    const value = typeof others === 'object' ? typeText(others, name, side, registry) : 'unknown'
    return `Readonly<Record<string, ${value}>>`
  }
  const parent = name.replace(/(Reply)$/, '')
  const fields = Object.entries(properties).map(([field, one]) => {
    const type = typeText(one, joined(parent, toPascal(field)), side, registry)
    const isOptional = !required.includes(field)
    return fieldOf(field, isOptional, isOptional && side === 'request' ? orUndefined(type) : type, one.description)
  })
  return registry.addInterface(name, fields, others !== false)
}

/** Joins two names without repeating a suffix, to avoid names such as UsageUsage. */
function joined(parent: string, name: string): string {
  return parent.endsWith(name) ? parent : parent + name
}

export function orUndefined(type: string): string {
  return unionOf([type, 'undefined'])
}

export function toPascal(name: string): string {
  return name.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function toSingular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name
}
