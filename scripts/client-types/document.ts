/** Subset of OpenAPI 3.0.3 that the API document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly title?: string
  readonly description?: string
  readonly nullable?: boolean
  readonly enum?: readonly (string | number | boolean)[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Response {
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly 'x-idempotent'?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}

export interface ApiDocument {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface ListedOperation {
  readonly method: string
  readonly path: string
  /** Whether clients may send a request again without knowing the outcome of the first one. */
  readonly isIdempotent: boolean
  readonly operation: Operation
}

/** Lists the operations in the order of the document, which is the order of the code. */
export function listOperations({ paths }: ApiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase()
      return { method, path, isIdempotent: operation['x-idempotent'] ?? method === 'GET', operation }
    }),
  )
}
