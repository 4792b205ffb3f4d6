import { findUse } from '../../apps/server/platform/http/document/expand-document.ts'
import { joinNames, toPascal, toSingular } from '../../apps/server/platform/http/document/words.ts'
import type { Schema } from './document.ts'
import { fieldOf, type Side, type TypeRegistry } from './type-registry.ts'
import { listOf, unionOf } from './unions.ts'

/** Maximum length of a list that becomes a tuple. Longer tuples would be hard to read. */
const MAX_IN_TUPLE = 4

/**
 * Returns the TypeScript type of a schema. Components of the document keep their names. Other objects and enumerations
 * are added to `registry` under `name`.
 */
export function typeText(schema: Schema, name: string, side: Side, registry: TypeRegistry): string {
  const use = findUse(schema)
  const type = use
    ? registry.addComponent(use.name, side, (one, typeName, ownSide) => typeText(one, typeName, ownSide, registry))
    : plainType(schema, name, side, registry)
  return (use?.keywords ?? schema).nullable === true ? unionOf([type, 'null']) : type
}

function plainType(schema: Schema, name: string, side: Side, registry: TypeRegistry): string {
  if (schema.$ref !== undefined)
    throw new Error(`${name}: only references to components are supported, but ${schema.$ref} is none`)
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
    const type = typeText(one, joinNames(parent, toPascal(field)), side, registry)
    const isOptional = !required.includes(field)
    return fieldOf(
      field,
      isOptional,
      isOptional && side === 'request' ? orUndefined(type) : type,
      registry.resolve(one).description,
    )
  })
  return registry.addInterface(name, fields, others !== false)
}

export function orUndefined(type: string): string {
  return unionOf([type, 'undefined'])
}
