import type { OperationEntry } from '../operations.ts'
import { findExample, toExample, toMediaExample } from './example.ts'
import type { SchemaIndex } from './schema-index.ts'

/** Command line in three parts, so that the try-it form can find the body in the middle. */
export interface Curl {
  readonly head: string
  readonly body: string
  readonly tail: string
  /** The same request, for code examples in other languages. */
  readonly request: CodeRequest
}

interface CodeRequest {
  readonly method: string
  /** Path and query of the request. */
  readonly target: string
  /** Headers of the request. A value that starts with `$` is the name of a variable that the reader sets. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/**
 * Variable from which examples read the caller's key. A key in every command would end up in notes and shell histories.
 */
export const KEY_VARIABLE = 'FAIRWAY_KEY'

const MAX_LINE_LENGTH = 64

export function toCurl(entry: OperationEntry, base: string, schemas: SchemaIndex): Curl {
  const { method, access, body } = entry
  const target = toRequestTarget(entry, schemas)
  const commandLines = [`curl ${quote(base + target)}`]
  const headers: (readonly [string, string])[] = listParameterValues(entry, 'header', schemas).map((pair) => pair)
  const example = body && toMediaExample(body, schemas, 'request')
  if (method !== (body ? 'POST' : 'GET')) commandLines.push(`-X ${method}`)
  if (access.keyHeader && !access.anonymous) commandLines.push(`-H "${access.keyHeader}: $${KEY_VARIABLE}"`)
  else if (access.cookie && !access.anonymous) commandLines.push(`-b "${access.cookie}=$SESSION"`)
  if (access.keyHeader && !access.anonymous) headers.unshift([access.keyHeader, `$${KEY_VARIABLE}`])
  else if (access.cookie && !access.anonymous) headers.unshift(['Cookie', '$SESSION'])
  for (const [name, value] of listParameterValues(entry, 'header', schemas))
    commandLines.push(`-H ${quote(`${name}: ${value}`, true)}`)
  const request = { method, target, headers }
  if (!body) return { head: commandLines.join(' \\\n  '), body: '', tail: '', request }
  headers.push(['Content-Type', body.type])
  commandLines.push(`-H ${quote(`Content-Type: ${body.type}`, true)}`, "-d '")
  return { head: commandLines.join(' \\\n  '), body: escapeQuotes(toBodyText(example)), tail: "'", request }
}

/** Returns the text of a body. Short bodies stay on one line, because a single line is easier to paste. */
function toBodyText(example: unknown): string {
  if (typeof example === 'string') return example
  const prettyBody = prettyJson(example ?? {})
  const line = prettyBody.replace(/\n\s*/g, ' ').replace(/^\{ | \}$/g, (end) => end.trim())
  return line.length <= MAX_LINE_LENGTH ? line : prettyBody
}

function toRequestTarget(entry: OperationEntry, schemas: SchemaIndex): string {
  let target = entry.path
  for (const [name, value] of listParameterValues(entry, 'path', schemas)) {
    target = target.replace(`{${name}}`, encodeURIComponent(value))
  }
  const query = listParameterValues(entry, 'query', schemas).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return query.length > 0 ? `${target}?${query.join('&')}` : target
}

/** Lists required parameters, and parameters that have an example in the document. */
function listParameterValues(
  { parameters }: OperationEntry,
  location: string,
  schemas: SchemaIndex,
): readonly (readonly [string, string])[] {
  return parameters.flatMap((parameter) => {
    if (parameter.in !== location) return []
    const schema = parameter.schema ?? {}
    const exampleValue = findExample(parameter) ?? findExample(schemas.resolve(schema))
    if (exampleValue === undefined && !parameter.required) return []
    return [[parameter.name, String(exampleValue ?? toExample(schema, schemas, 'request', parameter.name))] as const]
  })
}

/**
 * Encodes text for a query. Commas and colons have no special meaning in a query, and `near=52.5,13.4` is easier to
 * read than its encoding.
 */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll("'", '%27')
}

function quote(text: string, always = false): string {
  return always || /[^\w:/.,=@%-]/.test(text) ? `'${escapeQuotes(text)}'` : text
}

function escapeQuotes(text: string): string {
  return text.replaceAll("'", "'\\''")
}

/** Formats readable JSON, with lists of primitive values such as points on one line. */
export function prettyJson(value: unknown): string {
  const indentedJson = JSON.stringify(value, null, 2) ?? 'null'
  // JSON strings never contain raw line breaks, so removing them changes no value.
  return indentedJson.replace(/\[\n[^[\]{}]{0,120}?\n\s*\]/g, (list) =>
    list.replace(/\n\s*(?=\])|(?<=\[)\n\s*/g, '').replace(/\n\s*/g, ' '),
  )
}
