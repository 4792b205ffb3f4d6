/**
 * Returns the document with references to schemas replaced by the schemas, for readers that follow no references.
 * Keywords next to a reference replace those of the schema. References to `kept` schemas remain, and so do references
 * of a schema to itself.
 */
export function expandDocument<T extends object>(document: T, kept: readonly string[] = []): T {
  const schemas =
    (document as { components?: { schemas?: Readonly<Record<string, object>> } }).components?.schemas ?? {}
  const expand = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => expand(one, open))
    if (typeof value !== 'object' || value === null) return value
    const use = findUse(value)
    const schema = use && !open.includes(use.name) ? schemas[use.name] : undefined
    if (use && schema) return { ...(expand(schema, [...open, use.name]) as object), ...use.keywords }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expand(one, open)]))
  }
  return expand(document, kept) as T
}

interface SchemaUse {
  /** Name of the component. */
  readonly name: string
  /** Keywords next to the reference, and `nullable` if the use accepts null. */
  readonly keywords: Readonly<Record<string, unknown>>
}

/**
 * Returns the component that a schema refers to, or undefined if the schema is none. A reference with other keywords is
 * the only part of an `allOf`, and a reference that accepts null is a part of an `anyOf`.
 */
export function findUse(schema: object): SchemaUse | undefined {
  const { $ref, allOf, anyOf, ...keywords } = schema as Reference
  const name = nameOf({ $ref })
  if (name !== undefined) return { name, keywords: {} }
  if (allOf?.length === 1 && anyOf === undefined) {
    const wrapped = nameOf(allOf[0])
    return wrapped === undefined ? undefined : { name: wrapped, keywords }
  }
  const [first, second, ...others] = anyOf ?? []
  const nullable = nameOf(first)
  if (nullable === undefined || others.length > 0 || allOf !== undefined || !isNull(second)) return undefined
  return { name: nullable, keywords: { nullable: true, ...keywords } }
}

interface Reference {
  readonly $ref?: string | undefined
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly allOf?: readonly Reference[]
  readonly anyOf?: readonly Reference[]
}

function nameOf(schema: Reference | undefined): string | undefined {
  return /^#\/components\/schemas\/(\w+)$/.exec(schema?.$ref ?? '')?.[1]
}

function isNull(schema: Reference | undefined): boolean {
  return schema?.nullable === true && schema.enum?.length === 1 && schema.enum[0] === null
}
