import type { OperationEntry } from '../operations.ts'
import type { CodeCall } from '../shell/code-call.ts'
import { findExample, toExample, toMediaExample } from './example.ts'
import { formatJson } from './json-text.ts'
import type { SchemaIndex } from './schema-index.ts'

/** Command line in three parts, so that the try-it form can find the body in the middle. */
export interface Curl {
  readonly head: string
  readonly body: string
  readonly tail: string
  /** The same request for examples in other languages, without its body, which the page reads from the command. */
  readonly call: CodeCall
}

/**
 * Variable from which examples read the caller's key. A key in every command would end up in notes and shell histories.
 */
export const KEY_VARIABLE = 'FAIRWAY_KEY'

export function toCurl(entry: OperationEntry, base: string, schemas: SchemaIndex): Curl {
  const { method, access, body } = entry
  const target = toRequestTarget(entry, schemas)
  const commandLines = [`curl ${quote(base + target)}`]
  const headers: (readonly [string, string])[] = listParameterValues(entry, 'header', schemas).map((pair) => pair)
  const example = body && toMediaExample(body, schemas, 'request')
  if (method !== (body ? 'POST' : 'GET')) commandLines.push(`-X ${method}`)
  if (access.keyHeader && !access.anonymous) commandLines.push(`-H "${access.keyHeader}: $${KEY_VARIABLE}"`)
  else if (access.cookie && !access.anonymous) commandLines.push(`-b "${access.cookie}=$SESSION"`)
  if (access.keyHeader && !access.anonymous) headers.unshift([access.keyHeader, `{{${KEY_VARIABLE}}}`])
  else if (access.cookie && !access.anonymous) headers.unshift(['Cookie', `${access.cookie}={{SESSION}}`])
  for (const [name, value] of listParameterValues(entry, 'header', schemas))
    commandLines.push(`-H ${quote(`${name}: ${value}`, true)}`)
  const call = { method, target, headers, body: '' }
  if (!body) return { head: commandLines.join(' \\\n  '), body: '', tail: '', call }
  headers.push(['Content-Type', body.type])
  commandLines.push(`-H ${quote(`Content-Type: ${body.type}`, true)}`, "-d '")
  const text = typeof example === 'string' ? example : formatJson(example ?? {})
  return { head: commandLines.join(' \\\n  '), body: escapeQuotes(text), tail: "'", call }
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
