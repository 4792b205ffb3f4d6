import type { OperationInput } from '../../../operations/define-operation.ts'
import type { FrameReply, FrameRequest } from './exchange.ts'

interface ObjectShape {
  readonly properties?: Readonly<Record<string, ObjectShape>>
  readonly items?: ObjectShape
  readonly additionalProperties?: unknown
}

/** More would be noise, and a body full of unknown fields must not produce a reply of the same size. */
const MAX_WARNINGS = 10

/**
 * Unknown fields do not fail a request, so that clients of other versions keep working. The reply reports them as
 * ignored, so that a misspelled option does not pass silently.
 */
export function unknownFields(
  schemas: InputSchemas,
): (input: Pick<OperationInput, 'body' | 'query'>) => string[] | null {
  const body: ObjectShape | undefined = schemas.body
  const query: ObjectShape = schemas.query ?? NO_FIELDS
  return (input) => {
    const found: string[] = []
    if (body) collect(body, input.body, '', found)
    collect(query, input.query, '', found)
    return found.length > 0 ? found : null
  }
}

interface InputSchemas {
  readonly body?: object
  readonly query?: object
}

/** Appends the warnings to the reply, which is a serialized JSON object. */
export function tellIgnoredFields(request: FrameRequest, reply: FrameReply, payload: unknown): unknown {
  if (request.ignored === null || reply.statusCode >= 400) return payload
  const text = payload instanceof Uint8Array ? Buffer.from(payload).toString('utf8') : payload
  if (typeof text !== 'string') return payload
  const rest = text === '{}' ? '' : `${text.slice(1, -1)},`
  return `{${rest}"warnings":${warningsOf(request)}}`
}

/** The ignored fields as JSON, for replies that are not fully serialized when sent; empty if there are none. */
export function warningsOf({ ignored }: Pick<FrameRequest, 'ignored'>): string {
  return ignored === null ? '' : JSON.stringify(ignored.map((field) => `unknown field '${field}' was ignored`))
}

const NO_FIELDS: ObjectShape = { properties: {} }

function collect(shape: ObjectShape, value: unknown, path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_WARNINGS) return
  if (Array.isArray(value)) {
    // Arrays of numbers, which are the long ones, contain no fields.
    if (!shape.items?.properties) return
    for (let index = 0; index < value.length; index++) collect(shape.items, value[index], `${path}[${index}]`, found)
  } else if (shape.properties && !shape.additionalProperties) {
    collectFields(shape.properties, value as Record<string, unknown>, path, found)
  }
}

function collectFields(
  known: Readonly<Record<string, ObjectShape>>,
  value: Record<string, unknown>,
  path: string,
  found: string[],
): void {
  for (const field of Object.keys(value)) {
    if (found.length >= MAX_WARNINGS) return
    const name = path === '' ? field : `${path}.${field}`
    const shape = Object.hasOwn(known, field) ? known[field] : undefined
    if (shape) collect(shape, value[field], name, found)
    else found.push(name.length > 60 ? `${name.slice(0, 57)}…` : name)
  }
}
