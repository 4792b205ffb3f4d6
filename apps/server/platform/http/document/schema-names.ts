import { isDeepStrictEqual } from 'node:util'
import { joinNames, toPascal, toSingular } from './words.ts'

/** Subset of a schema that matters for names. */
export interface NamedSchema {
  readonly $ref?: string
  readonly 'x-name'?: string
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, NamedSchema>>
  readonly additionalProperties?: boolean | NamedSchema
  readonly items?: NamedSchema
  readonly anyOf?: readonly NamedSchema[]
  readonly allOf?: readonly NamedSchema[]
}

/** Keywords that describe the use of a schema instead of the schema. They stay next to the reference. */
const USE_KEYWORDS = ['description', 'title', 'nullable', 'deprecated', 'default', 'example', 'examples'] as const

/** OpenAPI 3.0.3 has no null type. A reference to a schema that does not accept null must list null separately. */
const NULL_SCHEMA: NamedSchema = { type: 'object', nullable: true, enum: [null] }

/** Use of a component. */
interface Use {
  readonly name: string
  readonly keywords: NamedSchema
}

interface Component {
  readonly place: string
  /** The schema as defined, without the keywords of its uses. */
  readonly source: NamedSchema
  /** The schema with uses in place of its named parts. */
  readonly content: NamedSchema
  readonly descriptions: (string | undefined)[]
}

/** Names the schemas of a document, and replaces them by references. */
export class SchemaNames {
  private readonly components = new Map<string, Component>()
  /** Uses by the empty schema that stands for them until all uses of a component are known. */
  private readonly uses = new WeakMap<object, Use>()
  /** Descriptions of components, found after all uses are collected. A component without one has an empty text. */
  private readonly descriptions = new Map<string, string>()

  /** Adds a component that the document already has. */
  reserve(name: string, schema: NamedSchema): void {
    this.components.set(name, { place: 'components', source: schema, content: schema, descriptions: [] })
  }

  /**
   * Returns the schema with its named parts replaced by uses. Objects without a name of their own are named
   * `derivedName`.
   */
  collect(schema: NamedSchema, derivedName: string, place: string): NamedSchema {
    const { 'x-name': ownName, ...definition } = schema
    if (definition.$ref !== undefined) return definition
    const hasFields = Object.keys(definition.properties ?? {}).length > 0
    const name = ownName ?? (hasFields ? derivedName : undefined)
    if (name === undefined) return this.collectParts(definition, derivedName, place)
    if (ownName === undefined) {
      this.add(name, definition, place, false)
      return this.addUse({ name, keywords: {} })
    }
    const [keywords, source] = splitUse(definition)
    this.add(name, source, place, true).descriptions.push(keywords.description)
    return this.addUse({ name, keywords })
  }

  /** Returns a copy of the value with references in place of uses. */
  resolve<T>(value: T): T {
    return mapDeep(value, (inner) => {
      const use = this.uses.get(inner)
      return use && this.toReference(use)
    }) as T
  }

  /** Returns the components in the order of their names. */
  schemas(): Record<string, NamedSchema> {
    const names = [...this.components.keys()].sort()
    return Object.fromEntries(
      names.map((name) => {
        const description = this.findDescription(name)
        const content = this.resolve(this.components.get(name)?.content ?? {})
        return [name, description === undefined ? content : { ...content, description }]
      }),
    )
  }

  private addUse(use: Use): NamedSchema {
    const placeholder: NamedSchema = {}
    this.uses.set(placeholder, use)
    return placeholder
  }

  private add(name: string, source: NamedSchema, place: string, isExplicit: boolean): Component {
    const known = this.components.get(name)
    if (known === undefined) {
      // The component is added before its parts, so that none of them gets its name.
      const component: Component = { place, source, content: {}, descriptions: [] }
      this.components.set(name, component)
      const content = this.collectParts(source, name, place)
      const added = { ...component, content }
      this.components.set(name, added)
      return added
    }
    if (isExplicit && isDeepStrictEqual(known.source, source)) return known
    throw new Error(
      `Two schemas of the API document have the name ${name}: one in ${known.place}, and one in ${place}. ` +
        'A name must identify one schema. Give one of them another name with the keyword x-name; ' +
        'if both are the same, give both the same x-name.',
    )
  }

  private collectParts(schema: NamedSchema, name: string, place: string): NamedSchema {
    const { properties, additionalProperties, items, anyOf, allOf } = schema
    const parent = name.replace(/Reply$/, '')
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, one]) => [
            field,
            this.collect(one, joinNames(parent, toPascal(field)), `${place} ${field}`),
          ]),
        ),
      }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: this.collect(additionalProperties, name, `${place} {}`),
      }),
      ...(items && { items: this.collect(items, toSingular(name), `${place} []`) }),
      ...(anyOf && { anyOf: this.collectChoices(anyOf, name, place) }),
      ...(allOf && { allOf: allOf.map((one, index) => this.collect(one, name, `${place} part ${index + 1}`)) }),
    }
  }

  private collectChoices(choices: readonly NamedSchema[], name: string, place: string): NamedSchema[] {
    return choices.map((one, index) => this.collect(one, name + choiceEnding(one), `${place} choice ${index + 1}`))
  }

  private toReference({ name, keywords }: Use): NamedSchema {
    const { nullable, description, ...others } = keywords
    const reference: NamedSchema = { $ref: `#/components/schemas/${name}` }
    const isDescribed = description === undefined || description === this.findDescription(name)
    const siblings: NamedSchema = { ...others, ...(!isDescribed && { description }) }
    if (nullable === true) return { anyOf: [reference, NULL_SCHEMA], ...siblings }
    return Object.keys(siblings).length === 0 ? reference : { allOf: [reference], ...siblings }
  }

  /**
   * Returns the most frequent description of the uses. A component has none if one of its uses has none, because a
   * reference without its own description would get it.
   */
  private findDescription(name: string): string | undefined {
    const known = this.descriptions.get(name)
    if (known !== undefined) return known || undefined
    const { descriptions = [] } = this.components.get(name) ?? {}
    const counts = new Map<string, number>()
    if (!descriptions.includes(undefined))
      for (const one of descriptions) if (one !== undefined) counts.set(one, (counts.get(one) ?? 0) + 1)
    const [mostFrequent = ''] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    this.descriptions.set(name, mostFrequent)
    return mostFrequent || undefined
  }
}

function splitUse(schema: NamedSchema): [NamedSchema, NamedSchema] {
  const isUse = (keyword: string) => USE_KEYWORDS.some((one) => one === keyword)
  const entries = Object.entries(schema)
  return [
    Object.fromEntries(entries.filter(([keyword]) => isUse(keyword))),
    Object.fromEntries(entries.filter(([keyword]) => !isUse(keyword))),
  ]
}

/** Ending of the name of an object in a choice: its constant field or its title. */
function choiceEnding({ title, properties }: NamedSchema): string {
  if (properties === undefined) return ''
  const constant = Object.values(properties).find((one) => one.enum?.length === 1)?.enum?.[0]
  return toPascal(String(constant ?? title ?? 'object'))
}

function mapDeep(value: unknown, replace: (value: object) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const replaced = replace(value)
  if (replaced !== undefined) return replaced
  if (Array.isArray(value)) return value.map((one) => mapDeep(one, replace))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapDeep(one, replace)]))
}
