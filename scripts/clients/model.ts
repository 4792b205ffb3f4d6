/** Type of a value, independent of the programming language. */
export type Type =
  | { readonly kind: 'string' | 'number' | 'integer' | 'boolean' | 'any' | 'point' }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'list' | 'map'; readonly item: Type }
  | { readonly kind: 'nullable'; readonly type: Type }
  | { readonly kind: 'named'; readonly declaration: Declaration }

export interface Field {
  readonly name: string
  readonly type: Type
  readonly isRequired: boolean
  readonly description: string | undefined
}

/** Named type. Identical types are declared once, under the name that is used first. */
export type Declaration = { readonly name: string } & (
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly isRequest: boolean }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'union'; readonly members: readonly Type[] }
)

export interface Method {
  /** Operation id of the document, in camel case. */
  readonly id: string
  readonly http: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly pathNames: readonly string[]
  readonly query: readonly Field[]
  readonly body: { readonly type: Type; readonly isRequired: boolean } | undefined
  /** `text` returns the reply as it is. `events` yields server-sent events. */
  readonly reply: Type | 'text' | 'events'
  /** Values of `format` that return a file instead of the reply. */
  readonly formats: readonly string[]
  /** Where `format` is sent. */
  readonly formatIn: 'query' | 'body'
  /** Whether the call may be sent again after 502, 503 or a broken connection. */
  readonly isIdempotent: boolean
  /** Name and type of the items if the reply is a page that may be followed by another page. */
  readonly pages: { readonly field: string; readonly item: Type } | undefined
}

export interface Model {
  readonly version: string
  readonly declarations: readonly Declaration[]
  readonly methods: readonly Method[]
  readonly errorCodes: readonly string[]
  /** Declarations by the names that they had before. */
  readonly formerNames: ReadonlyMap<string, Declaration>
}

/** Returns a string that is equal for types that are interchangeable. */
export function shapeOf(type: Type): string {
  switch (type.kind) {
    case 'word':
      return `'${type.value}'`
    case 'list':
    case 'map':
      return `${type.kind}<${shapeOf(type.item)}>`
    case 'nullable':
      return `${shapeOf(type.type)}?`
    case 'named':
      return type.declaration.name
    default:
      return type.kind
  }
}
