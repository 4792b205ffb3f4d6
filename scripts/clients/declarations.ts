import { findUse } from '../../apps/server/platform/http/document/expand-document.ts'
import { joinNames, toPascal, toSingular } from '../../apps/server/platform/http/document/words.ts'
import type { Schema } from '../client-types/document.ts'
import { type Declaration, type Field, shapeOf, type Type } from './model.ts'

/** Parts of a declaration without its name. */
type Content =
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly isRequest: boolean }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'union'; readonly members: readonly Type[] }

/** Collects the named types of the clients from the schemas of the document. */
export class Declarations {
  private readonly byName = new Map<string, Declaration>()
  private readonly byShape = new Map<string, Declaration>()
  private readonly components: Readonly<Record<string, Schema>>

  constructor(components: Readonly<Record<string, Schema>> = {}) {
    this.components = components
  }

  list(): readonly Declaration[] {
    return [...this.byName.values()]
  }

  /**
   * Returns the type of a schema. Components of the document keep their names. Other objects, enumerations and unions
   * are declared under `name`.
   */
  typeOf(schema: Schema, name: string, isRequest: boolean): Type {
    const target = this.resolve(schema)
    const type = this.plainType(target, findUse(schema)?.name ?? name, isRequest)
    return target.nullable === true && type.kind !== 'any' ? { kind: 'nullable', type } : type
  }

  /** Returns the schema itself, or the component that it refers to. */
  resolve(schema: Schema): Schema {
    const use = findUse(schema)
    if (!use) return schema
    const component = this.components[use.name]
    if (!component) throw new Error(`The document has no schema ${use.name}`)
    return { ...component, ...use.keywords }
  }

  /** Declares an object under exactly this name. */
  addObject(name: string, fields: readonly Field[], isRequest: boolean): Type {
    return this.add(name, { kind: 'object', fields, isRequest })
  }

  private plainType(schema: Schema, name: string, isRequest: boolean): Type {
    if (schema.anyOf) return this.unionType(schema.anyOf, name, isRequest)
    if (schema.allOf) return this.objectType(merge(schema.allOf.map((one) => this.resolve(one))), name, isRequest)
    if (schema.enum && schema.type === 'string') return this.enumType(schema.enum.map(String), name)
    switch (schema.type) {
      case 'array':
        return this.listType(schema, name, isRequest)
      case 'object':
        return this.objectType(schema, name, isRequest)
      default:
        return { kind: schema.type ?? 'any' }
    }
  }

  private listType({ items = {}, minItems, maxItems }: Schema, name: string, isRequest: boolean): Type {
    if (items.type === 'number' && minItems === 2 && maxItems === 2) return { kind: 'point' }
    return { kind: 'list', item: this.typeOf(items, itemName(name), isRequest) }
  }

  private enumType(values: readonly string[], name: string): Type {
    const [only] = values
    if (values.length === 1 && only !== undefined) return { kind: 'word', value: only }
    return this.add(name, { kind: 'enum', values })
  }

  private objectType(schema: Schema, name: string, isRequest: boolean): Type {
    const { properties = {}, required = [], additionalProperties: others } = schema
    if (Object.keys(properties).length === 0) {
      const item = typeof others === 'object' ? this.typeOf(others, itemName(name), isRequest) : ANY
      return { kind: 'map', item }
    }
    const parent = name.replace(/Reply$/, '')
    const fields = Object.entries(properties).map(([field, one]): Field => {
      return {
        name: field,
        type: this.typeOf(one, joinNames(parent, toPascal(field)), isRequest),
        isRequired: required.includes(field),
        description: this.resolve(one).description,
      }
    })
    return this.addObject(name, fields, isRequest)
  }

  private unionType(schemas: readonly Schema[], name: string, isRequest: boolean): Type {
    const types = schemas.map((one, index) => {
      const ending = one.anyOf || (one.type !== 'object' && one.type !== 'array') ? '' : memberEnding(one, index)
      return this.typeOf(one, `${name}${ending}`, isRequest)
    })
    const members = distinct(types.flatMap((type) => membersOf(type)))
    const [only] = members
    if (members.length === 1 && only) return only
    if (members.some(({ kind }) => kind === 'any')) return ANY
    return this.add(name, { kind: 'union', members })
  }

  private add(wanted: string, content: Content): Type {
    const shape = contentShape(content)
    const known = this.byShape.get(shape)
    if (known) return { kind: 'named', declaration: known }
    let name = wanted
    for (let count = 2; this.byName.has(name); count++) name = `${wanted}${count}`
    const declaration: Declaration = { name, ...content }
    this.byName.set(name, declaration)
    this.byShape.set(shape, declaration)
    return { kind: 'named', declaration }
  }
}

const ANY: Type = { kind: 'any' }

/** Ending of the name of an object in a union: its constant field, its title, or its number. */
function memberEnding({ title, properties = {}, type }: Schema, index: number): string {
  if (type === 'array') return ''
  const constant = Object.values(properties).find((one) => one.enum?.length === 1)?.enum?.[0]
  return toPascal(String(constant ?? title ?? (index === 0 ? '' : 'Object')))
}

function merge(schemas: readonly Schema[]): Schema {
  return {
    type: 'object',
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
    required: schemas.flatMap(({ required = [] }) => required),
  }
}

/** Splits nested unions. An optional member makes the union optional, which the caller handles. */
function membersOf(type: Type): readonly Type[] {
  if (type.kind === 'nullable') return membersOf(type.type)
  return type.kind === 'named' && type.declaration.kind === 'union' ? type.declaration.members : [type]
}

/** Removes duplicates, `integer` if there is also `number`, and single words if there is also `string`. */
function distinct(types: readonly Type[]): readonly Type[] {
  const unique = [...new Map(types.map((type) => [shapeOf(type), type])).values()]
  const has = (kind: Type['kind']): boolean => unique.some((type) => type.kind === kind)
  return unique.filter(
    (type) => !((type.kind === 'integer' && has('number')) || (type.kind === 'word' && has('string'))),
  )
}

function contentShape(content: Content): string {
  if (content.kind === 'enum') return `enum ${content.values.join('|')}`
  if (content.kind === 'union') return `union ${content.members.map(shapeOf).join('|')}`
  // A request can contain an explicit null, so an optional field that may be null differs from one in a reply.
  const side = content.fields.some(({ type, isRequired }) => !isRequired && type.kind === 'nullable')
    ? `${content.isRequest}`
    : ''
  const fields = content.fields.map(({ name, type, isRequired }) => `${name}${isRequired ? '' : '?'}:${shapeOf(type)}`)
  return `object ${side} ${fields.join(';')}`
}

/** Name of the items of a list. A name in the singular gets a suffix, because the list needs the name itself. */
function itemName(name: string): string {
  const singular = toSingular(name)
  return singular === name ? `${name}Item` : singular
}
