import type { OperationInput } from '../../../operations/define-operation.ts'
import type { HttpReply, HttpRequest } from './exchange.ts'

interface SchemaShape {
  readonly properties?: Readonly<Record<string, SchemaShape>>
  readonly items?: SchemaShape
  readonly additionalProperties?: unknown
}

/** More would be noise, and a body full of unknown fields must not produce a reply of the same size. */
const MAX_WARNINGS = 10

/**
 * Unknown fields do not fail a request, so that clients of other versions keep working. The reply reports them as
 * ignored, so that a misspelled option does not pass silently.
 */
export function createUnknownFieldFinder(
  schemas: InputSchemas,
): (input: Pick<OperationInput, 'body' | 'query'>) => string[] | null {
  const body: SchemaShape | undefined = schemas.body
  const query: SchemaShape = schemas.query ?? NO_FIELDS
  return (input) => {
    const unknownPaths: string[] = []
    if (body) collectUnknown(body, input.body, '', unknownPaths)
    collectUnknown(query, input.query, '', unknownPaths)
    return unknownPaths.length > 0 ? unknownPaths : null
  }
}

interface InputSchemas {
  readonly body?: object
  readonly query?: object
}

/** Appends the warnings to the reply, which is a serialized JSON object. */
export function addIgnoredFieldWarnings(request: HttpRequest, reply: HttpReply, payload: unknown): unknown {
  if (request.ignored === null || reply.statusCode >= 400) return payload
  const json = payload instanceof Uint8Array ? Buffer.from(payload).toString('utf8') : payload
  if (typeof json !== 'string') return payload
  const existingMembers = json === '{}' ? '' : `${json.slice(1, -1)},`
  return `{${existingMembers}"warnings":${toIgnoredFieldWarnings(request)}}`
}

/** The ignored fields as JSON, for replies that are not fully serialized when sent; empty if there are none. */
export function toIgnoredFieldWarnings({ ignored }: Pick<HttpRequest, 'ignored'>): string {
  return ignored === null ? '' : JSON.stringify(ignored.map((field) => `unknown field '${field}' was ignored`))
}

const NO_FIELDS: SchemaShape = { properties: {} }

function collectUnknown(shape: SchemaShape, value: unknown, path: string, unknownPaths: string[]): void {
  if (typeof value !== 'object' || value === null || unknownPaths.length >= MAX_WARNINGS) return
  if (Array.isArray(value)) {
    // Arrays of numbers can be long, but they contain no fields.
    if (!shape.items?.properties) return
    for (let index = 0; index < value.length; index++)
      collectUnknown(shape.items, value[index], `${path}[${index}]`, unknownPaths)
  } else if (shape.properties && !shape.additionalProperties) {
    collectUnknownFields(shape.properties, value as Record<string, unknown>, path, unknownPaths)
  }
}

function collectUnknownFields(
  knownFields: Readonly<Record<string, SchemaShape>>,
  value: Record<string, unknown>,
  path: string,
  unknownPaths: string[],
): void {
  for (const field of Object.keys(value)) {
    if (unknownPaths.length >= MAX_WARNINGS) return
    const name = path === '' ? field : `${path}.${field}`
    const shape = Object.hasOwn(knownFields, field) ? knownFields[field] : undefined
    if (shape) collectUnknown(shape, value[field], name, unknownPaths)
    else unknownPaths.push(name.length > 60 ? `${name.slice(0, 57)}…` : name)
  }
}
