import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import type { TestSession } from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { expandDocument } from '../../apps/server/platform/http/document/expand-document.ts'
import type { TestService } from '../support/servers/service.ts'

/** Subset of JSON Schema that the document uses. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
type Content = Readonly<Record<string, Media>>

interface DocumentedResponse {
  readonly description?: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema: Schema }>>
}

export interface OperationObject {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

export interface ApiDocument {
  readonly openapi: string
  readonly info: { readonly version: string; readonly title: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly tags: readonly { readonly name: string }[]
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Operation as the document describes it. */
export interface Described {
  /** Method and path, such as `POST /account/keys/{id}/rotate`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly object: OperationObject
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly bodyExamples: readonly unknown[]
  /** Returns why a body does not match the document for this status, or undefined if it matches. */
  findFault(status: string, type: string, body: unknown): string | undefined
  /** Returns whether the document lists this code for this status. */
  hasErrorCode(status: string, code: unknown): boolean
  /** Fails the test unless the reply matches the document for its status. */
  expectDocumented(reply: LightMyRequestResponse): void
}

export async function readDocument({ app }: TestService): Promise<ApiDocument> {
  return (await app.inject({ url: '/openapi.json' })).json()
}

/** Operations of the documents so far. Compiling their schemas takes longer than most tests. */
const operationsByDocument = new Map<string, Described[]>()

export function listOperations(document: ApiDocument): Described[] {
  // The document contains the URL of the server, which may differ between otherwise equal documents.
  const text = JSON.stringify({ ...document, servers: [] })
  const operations = operationsByDocument.get(text) ?? describeOperations(document)
  operationsByDocument.set(text, operations)
  return operations
}

function describeOperations(document: ApiDocument): Described[] {
  const ajv = new Ajv({ strict: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema(document, 'api')
  // Requests are generated from schemas without references. Replies are validated with the document as it is served.
  const { paths } = expandDocument(document)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, object]) =>
      describeOperation(ajv, path, method, object, paths[path]?.[method]?.requestBody?.content['application/json']),
    ),
  )
}

function describeOperation(
  ajv: Ajv,
  path: string,
  method: string,
  object: OperationObject,
  media: Media | undefined,
): Described {
  const name = `${method.toUpperCase()} ${path}`
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (status: string, type: string): ValidateFunction => {
    const pointer = ['paths', path, method, 'responses', status, 'content', type, 'schema']
    const known = validators.get(`${status} ${type}`) ?? ajv.compile({ $ref: `api#/${pointer.map(escaped).join('/')}` })
    validators.set(`${status} ${type}`, known)
    return known
  }
  const findFault = (status: string, type: string, body: unknown): string | undefined => {
    const validate = validatorOf(status, type)
    return validate(body) ? undefined : ajv.errorsText(validate.errors)
  }
  const hasErrorCode = (status: string, code: unknown): boolean =>
    object.responses[status]?.headers?.['X-Error-Code']?.schema.enum?.includes(code) === true
  const foreign = foreignFields(path)
  return {
    name,
    method: method.toUpperCase() as Described['method'],
    path,
    object,
    parameters: object.parameters ?? [],
    body: media?.schema,
    bodyExamples: media ? examplesOf(media) : [],
    findFault,
    hasErrorCode,
    expectDocumented(reply) {
      const status = [String(reply.statusCode), `${String(reply.statusCode)[0]}XX`].find((key) => object.responses[key])
      if (!status) throw new Error(`${name} replied ${reply.statusCode}, which is not documented: ${reply.payload}`)
      const type = String(reply.headers['content-type']).split(';')[0] ?? ''
      const body: unknown = type === 'application/json' ? reply.json() : reply.payload
      const fault = findFault(status, type, body)
      if (fault) throw new Error(`${name} ${status}: ${fault} in ${reply.payload.slice(0, 500)}`)
      if (reply.statusCode < 400) return
      const own = Object.keys(body as object).filter((field) => !foreign.includes(field))
      // Tests check thousands of replies, and an assertion of Vitest takes longer than this comparison.
      if (own.sort().join() !== 'busy,detail') throw new Error(`${name} ${status}: the error has the fields ${own}`)
      const code = reply.headers['x-error-code']
      if (!hasErrorCode(status, code)) throw new Error(`${name} ${status}: the code ${code} is not documented`)
    },
  }
}

export function examplesOf({ example, examples }: Pick<Media, 'example' | 'examples'>): unknown[] {
  const named = Object.values(examples ?? {}).map(({ value }) => value)
  return example === undefined ? named : [example, ...named]
}

/** Returns the additional error fields of operations with a third-party format. */
function foreignFields(path: string): string[] {
  return path.startsWith('/v1/compat/') ? ['status', 'error_message', 'geocoded_waypoints', 'routes'] : []
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** Returns the credentials that the operation requires: a key, a session or none. */
export function credentialsFor({ object }: Described, visitor: TestSession): Record<string, string> {
  const schemes = (object.security ?? []).flatMap((requirement) => Object.keys(requirement))
  return {
    ...(schemes.includes('key') ? { 'x-api-key': visitor.key } : {}),
    ...(schemes.includes('session') ? visitor.headers : {}),
  }
}

/** Returns the URL of an operation with its parameters filled in. */
export function addressOf(operation: Described, values: Readonly<Record<string, unknown>>): string {
  const query: string[] = []
  let path = operation.path
  for (const { name, in: place } of operation.parameters) {
    const value = values[name]
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value).toWellFormed()))
    else if (place === 'query' && value !== undefined) {
      query.push(`${name}=${encodeURIComponent(String(value).toWellFormed())}`)
    }
  }
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}
