import { dereference, type OpenApiDocument, type Schema } from '../document.ts'

const SCHEMAS_POINTER = '#/components/schemas/'

/** Resolves schemas and lists those with a separate section on the page. */
export interface SchemaIndex {
  /** Resolves the reference and merges the parts of an `allOf`. */
  resolve(schema: Schema): Schema
  /** Returns the name under which the page shows this shared schema once. */
  findShared(schema: Schema): string | undefined
  listShared(): readonly string[]
}

/**
 * Creates the index. A schema with multiple references is shown once and linked, which is shorter. Every recursive
 * schema is shared, so expanding the others terminates.
 */
export function createSchemaIndex(document: OpenApiDocument): SchemaIndex {
  const referenceCounts = countReferences(document)
  const names = Object.keys(document.components?.schemas ?? {})
  const sharedNames = new Set(
    names.filter((name) => (referenceCounts.get(SCHEMAS_POINTER + encodePointer(name)) ?? 0) > 1),
  )
  const resolve = (schema: Schema): Schema => {
    const target = dereference(document, schema)
    return target.allOf ? mergeAllOf(target, target.allOf.map(resolve)) : target
  }
  return {
    resolve,
    findShared(schema) {
      const name = schema.$ref?.startsWith(SCHEMAS_POINTER)
        ? decodePointer(schema.$ref.slice(SCHEMAS_POINTER.length))
        : undefined
      return name !== undefined && sharedNames.has(name) ? name : undefined
    },
    listShared: () => [...sharedNames],
  }
}

function mergeAllOf({ allOf: _, ...own }: Schema, parts: readonly Schema[]): Schema {
  let merged: Schema = {}
  for (const part of [...parts, own]) {
    const properties = { ...merged.properties, ...part.properties }
    const requiredNames = [...(merged.required ?? []), ...(part.required ?? [])]
    merged = { ...merged, ...part, properties, required: requiredNames }
  }
  return Object.keys(merged.properties ?? {}).length > 0 ? { type: 'object', ...merged } : merged
}

function countReferences(root: unknown): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, innerSchema] of Object.entries(value)) {
      if (name === '$ref' && typeof innerSchema === 'string') uses.set(innerSchema, (uses.get(innerSchema) ?? 0) + 1)
      else visit(innerSchema)
    }
  }
  visit(root)
  return uses
}

function encodePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function decodePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
