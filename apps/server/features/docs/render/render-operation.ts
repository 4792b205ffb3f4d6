import type { Parameter } from '../document.ts'
import { type Entry, type Group, isSuccess, type Reply } from '../operations.ts'
import { type PageContext, toStatusAnchor } from '../page-context.ts'
import { toCurl } from '../schema/curl.ts'
import { toMediaExample } from '../schema/example.ts'
import { renderFields, renderParameters } from './field-table.ts'
import { type Html, html, nothing, toInline, toProse } from './html.ts'
import { renderCurl, renderExample } from './render-code.ts'

export function renderGroup(group: Group, context: PageContext): Html {
  return html`
    <section>
    <h2 id="${group.anchor}">${group.name}</h2>
    ${toProse(group.description)}
    ${group.entries.map((entry) => renderOperation(entry, context))}
    </section>`
}

function renderOperation(entry: Entry, context: PageContext): Html {
  const { anchor, access, body } = entry
  return html`
    <article id="${anchor}" class="split"${access.keyHeader ? html` data-key="${access.keyHeader}"` : nothing}>
    <div>
    <h3><a href="#${anchor}">${entry.summary}</a></h3>
    ${renderEndpoint(entry)}
    ${toProse(entry.description)}
    ${renderParameterTables(entry.parameters, context)}
    ${body?.schema ? renderFields('Body', body.schema, context.book, 'request') : nothing}
    ${renderReplies(entry, context)}
    </div>
    ${renderSide(entry, context)}
    </article>`
}

function renderEndpoint({ method, path, access, deprecated }: Entry): Html {
  return html`
    <p class="endpoint">${renderMethod(method)} <code>${path}</code>
    ${deprecated ? html` <em>deprecated</em>` : nothing} <span>${access.label}</span></p>`
}

export function renderMethod(method: string): Html {
  return html`<b class="${method.toLowerCase()}">${method}</b>`
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const

function renderParameterTables(parameters: readonly Parameter[], { book }: PageContext): readonly Html[] {
  return places.map(([place, caption]) =>
    renderParameters(
      caption,
      parameters.filter((parameter) => parameter.in === place),
      book,
    ),
  )
}

/** Long replies start collapsed because the example next to them is enough for most readers. */
const OPEN_FIELDS = 14

function renderReplies({ replies }: Entry, context: PageContext): Html {
  const own = replies.filter((reply) => isSuccess(reply) || !isCommon(reply, context))
  const common = replies.filter((reply) => !own.includes(reply))
  const links = common.map(({ status }) => html` <a href="#${toStatusAnchor(status)}">${status}</a>`)
  return html`
    <h4>Replies</h4>${own.map((reply) => renderReply(reply, context))}
    ${links.length > 0 ? html`<p class="errors">Errors${links}</p>` : nothing}`
}

function isCommon({ status, description }: Reply, { meanings }: PageContext): boolean {
  return meanings.get(status) === description
}

function renderReply(reply: Reply, { book }: PageContext): Html {
  const title = html`<b>${reply.status}</b> ${toInline(reply.description)}`
  const schema = isSuccess(reply) ? reply.media?.schema : undefined
  if (!schema) return html`<p class="reply">${title}</p>`
  const fields = renderFields('Reply', schema, book, 'reply')
  const open = fields.markup.split('<tr').length <= OPEN_FIELDS ? html` open` : nothing
  return html`<details class="reply"${open}><summary>${title}</summary>${fields}</details>`
}

function renderSide(entry: Entry, { baseUrl, book }: PageContext): Html {
  const success = entry.replies.find(isSuccess)
  const example = success?.media && toMediaExample(success.media, book, 'reply')
  return html`
    <div class="side">${renderCurl('Request', toCurl(entry, baseUrl, book))}
    ${example === undefined ? nothing : renderExample(html`Reply <b>${success?.status}</b>`, example)}</div>`
}
