import type { Parameter, Schema } from '../document.ts'
import type { Direction } from '../schema/example.ts'
import { findExample, toExample } from '../schema/example.ts'
import type { SchemaIndex } from '../schema/schema-index.ts'
import { listConstraints, toCode, toType } from '../schema/schema-type.ts'
import { type Field, listFields } from './fields.ts'
import { emptyHtml, type Html, html, renderInlineText } from './html.ts'

const MAX_DEPTH = 5

/** Renders a table of all fields of a schema. A shared schema, or a schema without fields, gets a single line. */
export function renderFields(caption: string, schema: Schema, schemas: SchemaIndex, direction: Direction): Html {
  const fields = schemas.findShared(schema) === undefined ? listFields(schema, schemas) : []
  if (fields.length === 0) return html`<p class="plain"><b>${caption}</b> ${toType(schema, schemas)}</p>`
  return renderTable(
    caption,
    fields.map((field) => renderField(field, schemas, direction)),
  )
}

export function renderParameters(caption: string, parameters: readonly Parameter[], schemas: SchemaIndex): Html {
  if (parameters.length === 0) return emptyHtml
  return renderTable(
    caption,
    parameters.map((parameter) => renderParameter(parameter, schemas)),
  )
}

// Renders a table without the optional parts of HTML, such as closing tags of cells and rows. With hundreds of rows,
// these parts would make up a fifth of the page.
function renderTable(caption: string, rows: readonly Html[]): Html {
  return html`
    <table>
    <caption>${caption}</caption>
    <thead><tr><th>Name<th>Type<th>Description<tbody>${rows}
    </table>`
}

function renderField(field: Field, schemas: SchemaIndex, direction: Direction): Html {
  const { schema, parents, name, depth, required, isChoice } = field
  const indent = depth > 0 ? html` class=d${Math.min(depth, MAX_DEPTH)}` : emptyHtml
  if (isChoice) return html`<tr><th${indent}><em>${name}</em><td>${toType(schema, schemas)}<td>`
  const badge = direction === 'request' ? required && 'required' : !required && 'optional'
  const parentsHtml = parents ? html`<i>${parents}</i>` : emptyHtml
  return html`<tr><th${indent}>${parentsHtml}${name}${renderBadge(badge)}${renderDescription(schema, schemas, undefined)}`
}

/** Renders a parameter with the data from which the try-it form is built. */
function renderParameter(parameter: Parameter, schemas: SchemaIndex): Html {
  const schema = parameter.schema ?? {}
  const exampleValue = findExample(parameter) ?? findExample(schema)
  const value = exampleValue ?? (parameter.required ? toExample(schema, schemas, 'request', parameter.name) : undefined)
  const valueAttribute = value === undefined ? emptyHtml : html` data-value="${String(value)}"`
  return html`
    <tr data-in="${parameter.in}"${valueAttribute}>
    <th>${parameter.name}${renderBadge(parameter.required === true && 'required')}
    ${renderDescription(schema, schemas, parameter.description)}`
}

function renderBadge(badge: string | false): Html {
  if (!badge) return emptyHtml
  return badge === 'required' ? html` <em>${badge}</em>` : html` <small>${badge}</small>`
}

function renderDescription(schema: Schema, schemas: SchemaIndex, description: string | undefined): Html {
  const resolvedSchema = schemas.resolve(schema)
  const limits = listConstraints(schema, schemas).map((limit) => html`<small>${limit}</small>`)
  const defaultHtml =
    resolvedSchema.default === undefined ? emptyHtml : html`<small>default ${toCode(resolvedSchema.default)}</small>`
  const text = description ?? resolvedSchema.description ?? ''
  const deprecatedHtml = resolvedSchema.deprecated ? html`<em>deprecated</em> ` : emptyHtml
  return html`<td>${toType(schema, schemas)}${limits}${defaultHtml}<td>${deprecatedHtml}${renderInlineText(text)}`
}
