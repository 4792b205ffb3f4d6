/** Part of an OpenAPI 3.0.3 document that the page reads. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly security?: readonly SecurityRequirement[]
  readonly paths: Readonly<Record<string, PathItem | undefined>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
}

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const
export type Method = (typeof methods)[number]

export type PathItem = { readonly [M in Method]?: Operation } & { readonly parameters?: readonly Parameter[] }

/**
 * Names of schemes that are all required. An operation lists alternatives as multiple requirements, and an empty
 * requirement allows anonymous access.
 */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

interface SecurityScheme {
  readonly type: string
  readonly in?: string
  readonly name?: string
}

export interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses?: Readonly<Record<string, Response>>
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Examples
}

export interface Body {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
}

export interface Response extends Body {
  readonly headers?: Readonly<Record<string, { readonly schema?: Schema } | undefined>>
}

type Content = Readonly<Record<string, MediaType>>

export interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Examples
}

export type Examples = Readonly<Record<string, { readonly value?: unknown }>>

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly nullable?: boolean
  readonly readOnly?: boolean
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean | number
  readonly exclusiveMaximum?: boolean | number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
}

/** Resolves a local reference such as `#/components/schemas/Error`. */
function findReferenced(document: OpenApiDocument, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined
  let node: unknown = document
  for (const step of ref.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined
    node = (node as Record<string, unknown>)[name]
  }
  return node
}

/** Follows references to the actual object. If a reference cannot be resolved, its sibling properties remain. */
export function dereference<T extends { readonly $ref?: string }>(document: OpenApiDocument, node: T): T {
  const seenRefs = new Set<string>()
  let current = node
  while (current.$ref !== undefined && !seenRefs.has(current.$ref)) {
    seenRefs.add(current.$ref)
    const { $ref, ...siblings } = current
    const target = findReferenced(document, $ref)
    if (typeof target !== 'object' || target === null) break
    current = { ...(target as T), ...siblings }
  }
  return current
}
