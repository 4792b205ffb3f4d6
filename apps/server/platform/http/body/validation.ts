import { Ajv, type ErrorObject, type Options } from 'ajv'
import formats from 'ajv-formats'
import buildSerializer, { type AnySchema, type Schema } from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { isTimestamp } from './instants.ts'
import { createRespeller, findGivenValue } from './spellings.ts'

/**
 * Options that halve the compile time: Ajv neither validates the schemas nor optimizes its code. Tests validate the
 * schemas in the OpenAPI document instead.
 */
const FAST_COMPILATION: Options = { meta: false, code: { optimize: false } }

/** Returns the error in a value, or undefined if the value is valid. */
export type SchemaCheck = (value: unknown) => InvalidInputError | undefined

/** Creates a function that checks one part of a request. */
export type SchemaCheckFactory = (schema: object, inputPart: string | undefined) => SchemaCheck

/**
 * Validates requests with the schemas of the OpenAPI document. Query strings are coerced to numbers first, but bodies
 * are not. Returns the same checks for requests outside Fastify.
 */
export function useSchemaValidation(app: FastifyInstance): SchemaCheckFactory {
  const compilers = { exact: createAjvLoader(app, false), coercing: createAjvLoader(app, true) }
  const check: SchemaCheckFactory = (schema, inputPart) => {
    // If several operations use the same schema object, Ajv compiles it only once.
    const getValidate = compileOnce(() =>
      (inputPart === 'body' ? compilers.exact : compilers.coercing)().compile(schema),
    )
    const respell = createRespeller(schema)
    return (value) => {
      respell?.(value)
      const validate = getValidate()
      return validate(value) ? undefined : toInvalidInput(validate.errors, inputPart)
    }
  }
  app.setValidatorCompiler(({ schema, httpPart }) => toFastifyValidator(check(schema as object, httpPart)))
  return check
}

/** Compiles the serializer of a reply when it is first needed. */
export function useLazySerializers(app: FastifyInstance): void {
  const serializers = new Map<string, () => (value: unknown) => string>()
  const addSerializer = (schema: object) =>
    compileOnce(() =>
      buildSerializer(schema as AnySchema, {
        schema: selectReferenced(schema, app.getSchemas() as Record<string, Schema>),
        ajv: FAST_COMPILATION,
      }),
    )
  app.setSerializerCompiler(({ schema }) => {
    // All error replies use the same schema. Only their headers differ, and headers are not serialized.
    const { $ref } = schema as { readonly $ref?: string }
    const getSerialize =
      $ref === undefined ? addSerializer(schema as object) : getOrAdd(serializers, $ref, () => addSerializer({ $ref }))
    return (value) => getSerialize()(value)
  })
}

/**
 * Returns the schemas that a schema references, directly or indirectly. A serializer checks every schema that it
 * receives, so it receives only these schemas.
 */
function selectReferenced(schema: object, schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const selectedSchemas: Record<string, Schema> = {}
  const open: object[] = [schema]
  for (const next of open) {
    for (const [, id = ''] of JSON.stringify(next).matchAll(/"\$ref":"([^"#]+)#?/g)) {
      const sharedSchema = schemas[id]
      if (!sharedSchema || id in selectedSchemas) continue
      selectedSchemas[id] = sharedSchema
      open.push(sharedSchema)
    }
  }
  return selectedSchemas
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

/**
 * Wraps a function so that it runs on the first call only. Compiling the schemas of all operations at startup would
 * double the startup time of a thread.
 */
function compileOnce<T>(compile: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => {
    result ??= { value: compile() }
    return result.value
  }
}

/** Validation errors of bodies that another thread has already checked. */
const checkedBodies = new WeakMap<object, InvalidInputError | undefined>()

export function markChecked(body: object, error?: InvalidInputError): object {
  checkedBodies.set(body, error)
  return body
}

/** Creates a function that validates a body outside Fastify. */
export function compileBodyCheck(schema: object): SchemaCheck {
  const validate = createAjv(false).compile(schema)
  const respell = createRespeller(schema)
  return (value) => {
    respell?.(value)
    return validate(value) ? undefined : toInvalidInput(validate.errors, 'body')
  }
}

/** Converts a check to the form that Fastify expects. */
export function toFastifyValidator(check: SchemaCheck): (data: unknown) => { error: Error } | { value: unknown } {
  return (data) => {
    const isChecked = typeof data === 'object' && data !== null && checkedBodies.has(data)
    const error = isChecked ? checkedBodies.get(data) : check(data)
    return error ? { error } : { value: data }
  }
}

/** Error for input that violates its schema, with a message for the caller. */
export class InvalidInputError extends Error {
  /** Creates the error without a stack trace, because capturing one takes longer than the rest of the request. */
  static withReason(reason: string): InvalidInputError {
    const previousStackLimit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    const inputError = new InvalidInputError(reason)
    Error.stackTraceLimit = previousStackLimit
    return inputError
  }
}

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    useDefaults: true,
    allErrors: false,
    verbose: true,
    strict: false,
    validateSchema: false,
    ...FAST_COMPILATION,
  })
  formats.default(ajv)
  // Other spellings of times have been converted before validation.
  ajv.addKeyword({ keyword: 'x-time', compile: () => isTimestamp })
  return ajv
}

function createAjvLoader(app: FastifyInstance, coerceTypes: boolean): () => Ajv {
  let ajv: Ajv | undefined
  return () => {
    if (ajv) return ajv
    ajv = createAjv(coerceTypes)
    for (const schema of Object.values(app.getSchemas())) ajv.addSchema(schema as object)
    return ajv
  }
}

function toInvalidInput(errors: ErrorObject[] | null | undefined, inputPart: string | undefined): InvalidInputError {
  // If a field allows several shapes, one message for the field is clearer than the errors of every shape.
  const error =
    errors?.find(({ keyword, parentSchema }) => keyword === 'anyOf' && parentSchema?.['x-demand']) ?? errors?.[0]
  return InvalidInputError.withReason(
    error ? describeValidationError(error, inputPart ?? 'body') : 'The request does not match its schema',
  )
}

/** Returns a message such as `stops[3].at[0] is 91.2; it must be at most 90: Latitude in degrees.` */
function describeValidationError(error: ErrorObject, inputPart: string): string {
  const path = toPath(error.instancePath)
  if (error.keyword === 'required') {
    const missingPath = toPath(`${error.instancePath}/${error.params.missingProperty}`)
    return `${missingPath} is missing${describeExpectation(error.parentSchema?.properties?.[error.params.missingProperty])}`
  }
  const name = path === '' ? (inputPart === 'body' ? 'The body' : `The ${inputPart}`) : path
  if (path === '' && (error.data ?? null) === null) return `${name} is missing; send a JSON object`
  const valueStatement = `${name} is ${formatValue(error.data)}`
  return `${valueStatement}; it must ${describeRequirement(error)}${formatSchemaDescription(error.parentSchema as DescribedSchema | undefined)}`
}

function describeRequirement(error: ErrorObject): string {
  const { keyword, params } = error
  switch (keyword) {
    case 'type':
      return `be ${getArticle(String(params.type))}`
    case 'enum':
      return `be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'minimum':
      return `be at least ${params.limit}`
    case 'maximum':
      return `be at most ${params.limit}`
    case 'minLength':
      return `have at least ${pluralize(params.limit, 'character')}`
    case 'maxLength':
      return `have at most ${pluralize(params.limit, 'character')}; it has ${[...String(error.data)].length}`
    case 'minItems':
      return `have at least ${pluralize(params.limit, 'item')}; it has ${(error.data as unknown[]).length}`
    case 'maxItems':
      return `have at most ${pluralize(params.limit, 'item')}; it has ${(error.data as unknown[]).length}`
    case 'anyOf':
    case 'x-time':
    case 'pattern':
      return String(error.parentSchema?.['x-demand'] ?? `match ${params.pattern}`)
    case 'format':
      return `be a ${params.format}`
    default:
      return error.message?.replace(/^must /, '') ?? 'match its schema'
  }
}

interface DescribedSchema {
  readonly type?: unknown
  readonly description?: unknown
  readonly enum?: unknown
  readonly 'x-demand'?: unknown
}

function describeExpectation(schema: DescribedSchema | undefined): string {
  if (!schema) return ''
  const customRequirement = schema['x-demand']
  if (typeof customRequirement === 'string') return `; it must ${customRequirement}${formatSchemaDescription(schema)}`
  const kind = Array.isArray(schema.enum)
    ? `one of ${schema.enum.join(', ')}`
    : getArticle(String(schema.type ?? 'value'))
  return `; it must be ${kind}${formatSchemaDescription(schema)}`
}

function formatSchemaDescription(schema: DescribedSchema | undefined): string {
  // Descriptions mark code with backticks, which a message shows as they are.
  const description = schema?.description
  return typeof description === 'string' ? ` (${description.replaceAll('`', '').replace(/\.$/, '')})` : ''
}

/** Converts `/stops/3/at` to `stops[3].at`. */
function toPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '')
}

function formatValue(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = toValueString(findGivenValue(value))
  // Truncated strings keep their closing quote.
  return text.length > 60 ? `${text.slice(0, 57)}…${text.startsWith('"') ? '"' : ''}` : text
}

function toValueString(value: unknown): string {
  // JSON would write NaN and Infinity as null.
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
}

function getArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
