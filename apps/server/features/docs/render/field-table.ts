import type { Parameter, Schema } from '../document.ts'
import type { Direction } from '../schema/example.ts'
import { findExample, toExample } from '../schema/example.ts'
import type { SchemaBook } from '../schema/schema-index.ts'
import { listLimits, toCode, toType } from '../schema/schema-type.ts'
import { type Field, listFields } from './fields.ts'
import { type Html, html, nothing, toInline } from './html.ts'

const DEEPEST = 5

/** A table of all fields of a schema, or a single line if it has none. */
export function renderFields(caption: string, schema: Schema, book: SchemaBook, direction: Direction): Html {
  const fields = book.findShared(schema) === undefined ? listFields(schema, book) : []
  if (fields.length === 0) return html`<p class="plain"><b>${caption}</b> ${toType(schema, book)}</p>`
  return renderTable(
    caption,
    fields.map((field) => renderField(field, book, direction)),
  )
}

export function renderParameters(caption: string, parameters: readonly Parameter[], book: SchemaBook): Html {
  if (parameters.length === 0) return nothing
  return renderTable(
    caption,
    parameters.map((parameter) => renderParameter(parameter, book)),
  )
}

// Omits what HTML allows to omit: closing tags of cells and rows, and the scope of a row's first heading. With hundreds
// of rows they would make up a fifth of the page.
function renderTable(caption: string, rows: readonly Html[]): Html {
  return html`
    <table>
    <caption>${caption}</caption>
    <thead><tr><th>Name<th>Type<th>Description<tbody>${rows}
    </table>`
}

function renderField(field: Field, book: SchemaBook, direction: Direction): Html {
  const { schema, parents, name, depth, required, choice } = field
  const indent = depth > 0 ? html` class=d${Math.min(depth, DEEPEST)}` : nothing
  if (choice) return html`<tr><th${indent}><em>${name}</em><td>${toType(schema, book)}<td>`
  const mark = direction === 'request' ? required && 'required' : !required && 'optional'
  const above = parents ? html`<i>${parents}</i>` : nothing
  return html`<tr><th${indent}>${above}${name}${renderMark(mark)}${renderRest(schema, book, undefined)}`
}

/** Includes the data that the try-it form needs, so that the form can be built from the table. */
function renderParameter(parameter: Parameter, book: SchemaBook): Html {
  const schema = parameter.schema ?? {}
  const given = findExample(parameter) ?? findExample(schema)
  const value = given ?? (parameter.required ? toExample(schema, book, 'request', parameter.name) : undefined)
  const start = value === undefined ? nothing : html` data-value="${String(value)}"`
  return html`
    <tr data-in="${parameter.in}"${start}>
    <th>${parameter.name}${renderMark(parameter.required === true && 'required')}
    ${renderRest(schema, book, parameter.description)}`
}

function renderMark(mark: string | false): Html {
  if (!mark) return nothing
  return mark === 'required' ? html` <em>${mark}</em>` : html` <small>${mark}</small>`
}

function renderRest(schema: Schema, book: SchemaBook, description: string | undefined): Html {
  const resolved = book.resolve(schema)
  const limits = listLimits(schema, book).map((limit) => html`<small>${limit}</small>`)
  const byDefault = resolved.default === undefined ? nothing : html`<small>default ${toCode(resolved.default)}</small>`
  const text = description ?? resolved.description ?? ''
  const deprecated = resolved.deprecated ? html`<em>deprecated</em> ` : nothing
  return html`<td>${toType(schema, book)}${limits}${byDefault}<td>${deprecated}${toInline(text)}`
}
