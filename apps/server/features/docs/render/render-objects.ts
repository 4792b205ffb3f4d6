import { type PageContext, sections } from '../page-context.ts'
import { toSchemaAnchor, toType } from '../schema/schema-type.ts'
import { renderFields } from './field-table.ts'
import { listFields } from './fields.ts'
import { emptyHtml, type Html, html, renderParagraphs } from './html.ts'

/** Renders the schemas that multiple operations share. The error object has a separate section. */
export function renderObjects({ document, schemas }: PageContext): Html {
  const names = schemas.listShared().filter((name) => name !== 'Error')
  if (names.length === 0) return emptyHtml
  return html`
    <section id="${sections.objects}">
    <h2>Objects</h2>
    <p>Shapes that several operations share.</p>
    ${names.map((name) => renderObject(name))}
    </section>`

  function renderObject(name: string): Html {
    const schema = document.components?.schemas?.[name] ?? {}
    const fields = listFields(schema, schemas).length > 0 ? renderFields('Fields', schema, schemas, 'reply') : undefined
    return html`
      <article id="${toSchemaAnchor(name)}">
      <h3><a href="#${toSchemaAnchor(name)}">${name}</a></h3>
      ${renderParagraphs(schema.description)}
      ${fields ?? html`<p>${toType(schema, schemas)}</p>`}
      </article>`
  }
}
