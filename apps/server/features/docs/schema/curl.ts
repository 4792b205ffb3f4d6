import type { Entry } from '../operations.ts'
import { findExample, toExample, toMediaExample } from './example.ts'
import type { SchemaBook } from './schema-index.ts'

/** A command line in three parts, so that the try-it form can find the body in the middle. */
export interface Curl {
  readonly head: string
  readonly body: string
  readonly tail: string
}

/**
 * Examples read the caller's key from this variable. A key pasted into every command would end up in notes and shell
 * histories.
 */
export const KEY_VARIABLE = 'FAIRWAY_KEY'

const ONE_LINE = 64

export function toCurl(entry: Entry, base: string, book: SchemaBook): Curl {
  const { method, access, body } = entry
  const pieces = [`curl ${quote(base + toTarget(entry, book))}`]
  const example = body && toMediaExample(body, book, 'request')
  if (method !== (body ? 'POST' : 'GET')) pieces.push(`-X ${method}`)
  if (access.keyHeader && !access.anonymous) pieces.push(`-H "${access.keyHeader}: $${KEY_VARIABLE}"`)
  else if (access.cookie && !access.anonymous) pieces.push(`-b "${access.cookie}=$SESSION"`)
  for (const [name, value] of listValues(entry, 'header', book)) pieces.push(`-H ${quote(`${name}: ${value}`, true)}`)
  if (!body) return { head: pieces.join(' \\\n  '), body: '', tail: '' }
  pieces.push(`-H ${quote(`Content-Type: ${body.type}`, true)}`, "-d '")
  return { head: pieces.join(' \\\n  '), body: escapeQuotes(toBodyText(example)), tail: "'" }
}

/** Short bodies stay on one line because a single line is easier to paste. */
function toBodyText(example: unknown): string {
  if (typeof example === 'string') return example
  const pretty = prettyJson(example ?? {})
  const line = pretty.replace(/\n\s*/g, ' ').replace(/^\{ | \}$/g, (end) => end.trim())
  return line.length <= ONE_LINE ? line : pretty
}

function toTarget(entry: Entry, book: SchemaBook): string {
  let target = entry.path
  for (const [name, value] of listValues(entry, 'path', book)) {
    target = target.replace(`{${name}}`, encodeURIComponent(value))
  }
  const query = listValues(entry, 'query', book).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return query.length > 0 ? `${target}?${query.join('&')}` : target
}

/** Required parameters, and those that have an example in the document. */
function listValues({ parameters }: Entry, place: string, book: SchemaBook): readonly (readonly [string, string])[] {
  return parameters.flatMap((parameter) => {
    if (parameter.in !== place) return []
    const schema = parameter.schema ?? {}
    const given = findExample(parameter) ?? findExample(book.resolve(schema))
    if (given === undefined && !parameter.required) return []
    return [[parameter.name, String(given ?? toExample(schema, book, 'request', parameter.name))] as const]
  })
}

/** Commas and colons have no special meaning in a query, and `near=52.5,13.4` is easier to read than its encoding. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll("'", '%27')
}

function quote(text: string, always = false): string {
  return always || /[^\w:/.,=@%-]/.test(text) ? `'${escapeQuotes(text)}'` : text
}

function escapeQuotes(text: string): string {
  return text.replaceAll("'", "'\\''")
}

/** Readable JSON: lists of primitive values, especially points, stay on one line. */
export function prettyJson(value: unknown): string {
  const spread = JSON.stringify(value, null, 2) ?? 'null'
  // JSON strings never contain raw line breaks, so removing them changes no value.
  return spread.replace(/\[\n[^[\]{}]{0,120}?\n\s*\]/g, (list) =>
    list.replace(/\n\s*(?=\])|(?<=\[)\n\s*/g, '').replace(/\n\s*/g, ' '),
  )
}
