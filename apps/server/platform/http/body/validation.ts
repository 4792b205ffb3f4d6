import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/** Returns the error in a value; undefined if it is valid. */
export type Check = (value: unknown) => InvalidInput | undefined

/** Makes the check of one part of a request. */
export type CheckMaker = (schema: object, part: string | undefined) => Check

/**
 * Validates with the schemas of the OpenAPI document: bodies exactly, query strings coerced to numbers. Returns the
 * same checks for requests outside Fastify.
 */
export function validateBySchema(app: FastifyInstance): CheckMaker {
  const compilers = { exact: compiler(app, false), coercing: compiler(app, true) }
  const check: CheckMaker = (schema, part) => {
    // The compiler caches schemas.
    const validate = (part === 'body' ? compilers.exact : compilers.coercing)().compile(schema)
    return (value) => (validate(value) ? undefined : invalid(validate.errors, part))
  }
  app.setValidatorCompiler(({ schema, httpPart }) => toValidator(check(schema as object, httpPart)))
  return check
}

/** A check in the form that Fastify expects. */
export function toValidator(faultIn: Check): (data: unknown) => { error: Error } | { value: unknown } {
  return (data) => {
    const error = faultIn(data)
    return error ? { error } : { value: data }
  }
}

/** Input that its schema rejects, with a message for the caller. */
export class InvalidInput extends Error {
  /** A stack trace is useless here, and capturing it takes longer than the rest of the request. */
  static refuse(fault: string): InvalidInput {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    const refusal = new InvalidInput(fault)
    Error.stackTraceLimit = limit
    return refusal
  }
}

function compiler(app: FastifyInstance, coerceTypes: boolean): () => Ajv {
  let ajv: Ajv | undefined
  return () => {
    if (ajv) return ajv
    ajv = new Ajv({ coerceTypes, useDefaults: true, allErrors: false, verbose: true, strict: false })
    formats.default(ajv)
    for (const schema of Object.values(app.getSchemas())) ajv.addSchema(schema as object)
    return ajv
  }
}

function invalid(errors: ErrorObject[] | null | undefined, part: string | undefined): InvalidInput {
  // For a choice of several shapes, its own message is clearer than why each alternative fails.
  const error =
    errors?.find(({ keyword, parentSchema }) => keyword === 'anyOf' && parentSchema?.['x-demand']) ?? errors?.[0]
  return InvalidInput.refuse(error ? describe(error, part ?? 'body') : 'The request does not match its schema')
}

/** `stops[3].at[0] is 91.2; it must be at most 90: Latitude in degrees.` */
export function describe(error: ErrorObject, part: string): string {
  const path = toPath(error.instancePath)
  if (error.keyword === 'required') {
    const missing = toPath(`${error.instancePath}/${error.params.missingProperty}`)
    return `${missing} is missing${expectation(error.parentSchema?.properties?.[error.params.missingProperty])}`
  }
  const name = path === '' ? (part === 'body' ? 'The body' : `The ${part}`) : path
  if (path === '' && (error.data ?? null) === null) return `${name} is missing; send a JSON object`
  const given = `${name} is ${show(error.data)}`
  return `${given}; it must ${demand(error)}${meaning(error.parentSchema as Described | undefined)}`
}

function demand(error: ErrorObject): string {
  const { keyword, params } = error
  switch (keyword) {
    case 'type':
      return `be ${article(String(params.type))}`
    case 'enum':
      return `be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'minimum':
      return `be at least ${params.limit}`
    case 'maximum':
      return `be at most ${params.limit}`
    case 'minLength':
      return `have at least ${plural(params.limit, 'character')}`
    case 'maxLength':
      return `have at most ${plural(params.limit, 'character')}; it has ${[...String(error.data)].length}`
    case 'minItems':
      return `have at least ${plural(params.limit, 'item')}; it has ${(error.data as unknown[]).length}`
    case 'maxItems':
      return `have at most ${plural(params.limit, 'item')}; it has ${(error.data as unknown[]).length}`
    case 'anyOf':
    case 'pattern':
      return String(error.parentSchema?.['x-demand'] ?? `match ${params.pattern}`)
    case 'format':
      return `be a ${params.format}`
    default:
      return error.message?.replace(/^must /, '') ?? 'match its schema'
  }
}

interface Described {
  readonly type?: unknown
  readonly description?: unknown
  readonly enum?: unknown
  readonly 'x-demand'?: unknown
}

function expectation(schema: Described | undefined): string {
  if (!schema) return ''
  const wanted = schema['x-demand']
  if (typeof wanted === 'string') return `; it must ${wanted}${meaning(schema)}`
  const kind = Array.isArray(schema.enum) ? `one of ${schema.enum.join(', ')}` : article(String(schema.type ?? 'value'))
  return `; it must be ${kind}${meaning(schema)}`
}

function meaning(schema: Described | undefined): string {
  return typeof schema?.description === 'string' ? ` (${schema.description.replace(/\.$/, '')})` : ''
}

/** `/stops/3/at` as `stops[3].at`. */
function toPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '')
}

function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = toText(value)
  // Truncated strings keep their closing quote.
  return text.length > 60 ? `${text.slice(0, 57)}…${text.startsWith('"') ? '"' : ''}` : text
}

/** JSON, or the type of a value that is nested too deeply for the stack. */
function toText(value: unknown): string {
  // JSON would write NaN and Infinity as null.
  if (typeof value === 'number') return String(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Array.isArray(value) ? 'a deeply nested array' : 'a deeply nested object'
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
