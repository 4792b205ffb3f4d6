import type { Parameter } from '../document.ts'
import { isSuccess, type OperationEntry, type OperationGroup, type Reply } from '../operations.ts'
import { type PageContext, toStatusAnchor } from '../page-context.ts'
import { toCurl } from '../schema/curl.ts'
import { toMediaExample } from '../schema/example.ts'
import { renderFields, renderParameters } from './field-table.ts'
import { emptyHtml, type Html, html, renderInlineText, renderParagraphs } from './html.ts'
import { renderCurl, renderExample } from './render-code.ts'
import { renderCodes } from './render-codes.ts'

export function renderGroup(group: OperationGroup, context: PageContext): Html {
  return html`
    <section>
    <h2 id="${group.anchor}">${group.name}</h2>
    ${renderParagraphs(group.description)}
    ${group.entries.map((entry) => renderOperation(entry, context))}
    </section>`
}

function renderOperation(entry: OperationEntry, context: PageContext): Html {
  const { anchor, access, body } = entry
  return html`
    <article id="${anchor}" class="split"${access.keyHeader ? html` data-key="${access.keyHeader}"` : emptyHtml}>
    <div>
    <h3><a href="#${anchor}">${entry.summary}</a></h3>
    ${renderEndpoint(entry)}
    ${renderParagraphs(entry.description)}
    ${renderParameterTables(entry.parameters, context)}
    ${body?.schema ? renderFields('Body', body.schema, context.schemas, 'request') : emptyHtml}
    ${renderReplies(entry, context)}
    </div>
    ${renderExamples(entry, context)}
    </article>`
}

function renderEndpoint({ method, path, access, deprecated }: OperationEntry): Html {
  return html`
    <p class="endpoint">${renderMethod(method)} <code>${path}</code>
    ${deprecated ? html` <em>deprecated</em>` : emptyHtml} <span>${access.label}</span></p>`
}

export function renderMethod(method: string): Html {
  return html`<b class="${method.toLowerCase()}">${method}</b>`
}

const parameterLocations = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const

function renderParameterTables(parameters: readonly Parameter[], { schemas }: PageContext): readonly Html[] {
  return parameterLocations.map(([location, caption]) =>
    renderParameters(
      caption,
      parameters.filter((parameter) => parameter.in === location),
      schemas,
    ),
  )
}

/**
 * Maximum number of fields of an expanded reply. Longer replies start collapsed, because the example is enough for most
 * readers.
 */
const MAX_EXPANDED_FIELDS = 14

function renderReplies({ replies }: OperationEntry, context: PageContext): Html {
  const specificReplies = replies.filter((reply) => isSuccess(reply) || !isCommonReply(reply, context))
  const commonReplies = replies.filter((reply) => !specificReplies.includes(reply))
  const links = commonReplies.map(({ status }) => html` <a href="#${toStatusAnchor(status)}">${status}</a>`)
  return html`
    <h4>Replies</h4>${specificReplies.map((reply) => renderReply(reply, context))}
    ${links.length > 0 ? html`<p class="errors">Errors${links}</p>` : emptyHtml}
    ${renderSpecificCodes(replies, context)}`
}

/** Renders the error codes that only some operations can return. The list is long, so it starts collapsed. */
function renderSpecificCodes(replies: readonly Reply[], context: PageContext): Html {
  const codes = new Set(replies.flatMap((reply) => reply.codes).filter((code) => !context.commonCodes.has(code)))
  if (codes.size === 0) return emptyHtml
  return html`<details class="reply codes"><summary>Error codes</summary><p>${renderCodes(codes, context)}</p></details>`
}

function isCommonReply({ status, description }: Reply, { statusMeanings }: PageContext): boolean {
  return statusMeanings.get(status) === description
}

function renderReply(reply: Reply, { schemas }: PageContext): Html {
  const title = html`<b>${reply.status}</b> ${renderInlineText(reply.description)}`
  const schema = isSuccess(reply) ? reply.media?.schema : undefined
  if (!schema) return html`<p class="reply">${title}</p>`
  const fields = renderFields('Reply', schema, schemas, 'reply')
  const openAttribute = fields.markup.split('<tr').length <= MAX_EXPANDED_FIELDS ? html` open` : emptyHtml
  return html`<details class="reply"${openAttribute}><summary>${title}</summary>${fields}</details>`
}

function renderExamples(entry: OperationEntry, { baseUrl, schemas }: PageContext): Html {
  const success = entry.replies.find(isSuccess)
  const example = success?.media && toMediaExample(success.media, schemas, 'reply')
  return html`
    <div class="side">${renderCurl('Request', toCurl(entry, baseUrl, schemas))}
    ${example === undefined ? emptyHtml : renderExample(html`Reply <b>${success?.status}</b>`, example)}</div>`
}
