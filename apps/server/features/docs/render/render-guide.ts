import { findKeyHeader } from '../access.ts'
import { isSuccess, type OperationEntry } from '../operations.ts'
import { isSingleStatus, listEntries, type PageContext, sections } from '../page-context.ts'
import { KEY_VARIABLE, toCurl } from '../schema/curl.ts'
import { toMediaExample } from '../schema/example.ts'
import { toSchemaAnchor } from '../schema/schema-type.ts'
import { busyStatuses, statusAdvice } from '../schema/statuses.ts'
import { renderFields } from './field-table.ts'
import { emptyHtml, type Html, html, renderInlineText } from './html.ts'
import { renderCode, renderCurl, renderExample } from './render-code.ts'
import { renderCodes } from './render-codes.ts'

/** Renders general information that readers need before any single operation. */
export function renderGuide(context: PageContext): Html {
  return html`${renderFirstCall(context)}${renderKeys(context)}${renderErrors(context)}${renderLimits(context)}`
}

/**
 * Finds the operation of the first call. The route operation is preferred if it works without a key. Otherwise, any
 * anonymous operation is used, with operations under `/v1/` first.
 */
function findFirstCall({ groups }: PageContext): OperationEntry | undefined {
  const publicOperations = listEntries(groups).filter(({ access, deprecated }) => access.anonymous && !deprecated)
  return (
    publicOperations.find(({ path }) => path === '/v1/route') ??
    publicOperations.find(({ path }) => path.startsWith('/v1/')) ??
    publicOperations[0]
  )
}

function renderFirstCall(context: PageContext): Html {
  const entry = findFirstCall(context)
  if (!entry) return emptyHtml
  const { schemas, baseUrl } = context
  const media = entry.replies.find(isSuccess)?.media
  return html`\n    <section id="${sections.firstCall}" class="split">\n    <div><h2>First call</h2>\n    <p>Paste this into a terminal. It needs no key and no setup.</p>\n    <p>Its fields and its reply are explained under <a href="#${entry.anchor}">${entry.summary}</a>.</p>\n    <p>Every path on this page is relative to <code>${baseUrl}</code>. Bodies are JSON.</p></div>\n    <div class="side">${renderCurl('Request', toCurl(entry, baseUrl, schemas))}\n    ${media ? renderExample('Reply', toMediaExample(media, schemas, 'reply')) : emptyHtml}</div>\n    </section>`
}

function renderKeys({ document, groups }: PageContext): Html {
  const header = findKeyHeader(document)
  if (header === undefined) return emptyHtml
  const signup = listEntries(groups).find(({ path }) => path.endsWith('/signup'))
  const signupLink = signup ? html` <a href="#${signup.anchor}">Create one</a> with your email address.` : emptyHtml
  return html`
    <section id="${sections.keys}" class="split">
    <div><h2>Keys</h2>
    <p>Send your key in the header <code>${header}</code>.${signupLink} The key is shown only once.</p>
    <p>Keep it on your servers, and out of URLs, web pages and repositories. Each operation below says whether
    it requires a key, accepts one, or needs none. Where a key is optional, calls without one share a lower limit.</p></div>
    <div class="side">${renderCode(
      'Shell',
      `export ${KEY_VARIABLE}=fw_live_…\n\n# the examples on this page send it as\ncurl -H "${header}: $${KEY_VARIABLE}" …`,
      'shell',
    )}</div>
    </section>`
}

const errorExample = { busy: false, detail: 'to[0] is 91.2; latitude ranges from -90 to 90' }

function renderErrors(context: PageContext): Html {
  const { document, schemas, statusMeanings, errorsUrl, commonCodes } = context
  const schema = document.components?.schemas?.Error
  const fields =
    schema && html`<div id="${toSchemaAnchor('Error')}">${renderFields('Error', schema, schemas, 'reply')}</div>`
  const statuses = new Set([...Object.keys(statusAdvice), ...[...statusMeanings.keys()].filter(isSingleStatus)])
  return html`
    <section id="${sections.errors}" class="split">
    <div><h2>Errors</h2>
    <p>Every error reply has the same body. <code>busy</code> is true when the same request may succeed
    later; <code>detail</code> says what is wrong and what to do about it. The header <code>X-Error-Code</code> names
    the error for programs: texts may change, but codes do not.${errorsUrl === undefined ? emptyHtml : html` See <a href="${errorsUrl}">all error codes</a>.`}</p>
    ${commonCodes.size > 0 ? html`<p class="codes">Most operations can return: ${renderCodes(commonCodes, context)}</p>` : emptyHtml}
    <p>Unknown fields are ignored, and the reply lists them in <code>warnings</code>.</p>
    ${fields}
    <table class="statuses">
    <caption>Statuses</caption>
    <thead><tr><th>Status<th>Meaning<th>What to do<tbody>
    ${[...statuses].sort().map((status) => renderStatusRow(status, statusMeanings))}
    </table></div>
    <div class="side">${renderExample('Error', errorExample)}</div>
    </section>`
}

function renderStatusRow(status: string, meanings: ReadonlyMap<string, string>): Html {
  const advice = statusAdvice[status]
  const meaning = meanings.get(status) || advice?.meaning || ''
  const busyBadge = busyStatuses.has(status) ? html` <em>busy</em>` : emptyHtml
  return html`
    <tr id="${status}"><th>${status}${busyBadge}<td>${renderInlineText(meaning)}<td>${renderInlineText(advice?.action ?? '')}`
}

const limitHeaders: readonly (readonly [name: string, meaning: string])[] = [
  ['RateLimit-Limit', 'Maximum number of requests in a burst.'],
  ['RateLimit-Remaining', 'Requests currently left in the burst.'],
  ['RateLimit-Reset', 'Seconds until the full burst is available again.'],
  ['Retry-After', 'On 429, 502 and 503: seconds to wait before the next request.'],
  ['X-Error-Code', 'On every error: a stable name such as not-snapped or key-expired.'],
  ['X-Request-Id', 'On every reply. Include it when you report a problem.'],
]

const limitExample = `HTTP/1.1 429 Too Many Requests
RateLimit-Limit: 20
RateLimit-Remaining: 0
RateLimit-Reset: 10
Retry-After: 1
X-Error-Code: rate-limited

{"busy": true, "detail": "Rate limit exceeded: …"}`

function renderLimits({ groups }: PageContext): Html {
  const usage = listEntries(groups).find(({ path }) => path.endsWith('/account/usage'))
  const usageLink = usage ? html` <a href="#${usage.anchor}">Check yours</a> at any time.` : emptyHtml
  return html`\n    <section id="${sections.limits}" class="split">\n    <div><h2>Limits</h2>\n    <p>Requests are limited per second, and routes per month, by the plan of the key.${usageLink}</p>\n    <p>If you exceed a limit, the reply is 429: wait the number of seconds in <code>Retry-After</code>, then continue. A client that paces\n    its calls by <code>RateLimit-Remaining</code> never gets a 429.</p>\n    <table>\n    <caption>Reply headers</caption>\n    <thead><tr><th>Header<th>Meaning<tbody>\n    ${limitHeaders.map(([name, meaning]) => html`<tr><th>${name}<td>${meaning}`)}\n    </table></div>\n    <div class="side">${renderCode('Over the limit', limitExample, 'text')}</div>\n    </section>`
}
