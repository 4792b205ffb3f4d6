import type { OpenApiDocument } from './document.ts'
import type { Guide } from './guides/guide-library.ts'
import { pageScript, pageStyle } from './page-assets.ts'
import { type PageContext, toPageContext } from './page-context.ts'
import { emptyHtml, Html, html, renderInlineText } from './render/html.ts'
import { renderGuide } from './render/render-guide.ts'
import { renderNavigation } from './render/render-navigation.ts'
import { renderObjects } from './render/render-objects.ts'
import { renderGroup } from './render/render-operation.ts'
import { renderTasks } from './render/render-tasks.ts'

export type { OpenApiDocument } from './document.ts'

/** Renders the self-contained API reference. */
export function renderDocs(document: OpenApiDocument, guides: readonly Guide[] = []): string {
  const context = toPageContext(document, guides)
  return renderFrame(context, guides, { title: 'API reference', content: renderContent(context, guides) })
}

interface FramedPage {
  readonly title: string
  readonly content: Html
  /** Path of this page, if the page is not the reference. */
  readonly current?: string
  /** Style and script of a page that needs more than the others. */
  readonly style?: string
  readonly script?: string
}

/** Renders the header, the contents and the scripts around a page. */
export function renderFrame(context: PageContext, guides: readonly Guide[], page: FramedPage): string {
  return html`
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>${context.document.info.title} ${page.title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="${PAGE_ICON}">
    <style>${new Html(page.style ?? pageStyle)}</style>
    </head>
    <body id="top" data-base="${context.basePath}">
    ${renderHeader(context)}
    ${renderNavigation(context, guides, page.current)}
    ${page.content}
    <script type="module">${new Html(page.script ?? pageScript)}</script>
    </body>
    </html>`.markup
}

/** Logo of the console: two stops and the route between them. */
const LOGO_SHAPES =
  '<rect width="64" height="64" rx="14" fill="#0f766e"/><path d="M16 48c0-14 32-10 32-26a10 10 0 0 0-20 0" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/><circle cx="16" cy="48" r="5" fill="#fff"/><circle cx="28" cy="22" r="5" fill="#fbbf24"/>'
const LOGO = new Html(`<svg viewBox="0 0 64 64" width="26" height="26" aria-hidden="true">${LOGO_SHAPES}</svg>`)

/** Icon of the page. Without an icon, browsers request one from the server and log an error. */
const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${LOGO_SHAPES}</svg>`,
)}`

function renderHeader({ document, basePath }: PageContext): Html {
  return html`
    <a class="skip" href="#content">Skip to content</a>
    <header>
    <button popovertarget="navigation">Contents</button>
    <a class="brand" href="${basePath}/docs">${LOGO}${document.info.title}</a>
    <span>Docs</span>
    <a href="${basePath}/">Console</a>
    <a href="${basePath}/openapi.json">openapi.json</a>
    </header>`
}

/**
 * Renders the content. The first sentence of the description introduces the service, and readers need the other
 * sentences before the first call.
 */
function renderContent(context: PageContext, guides: readonly Guide[]): Html {
  const { title, version, description = '' } = context.document.info
  const [, first = '', remainingText = ''] = /^(.*?[.!?])(?:\s+(.*))?$/s.exec(description) ?? ['', description]
  return html`
    <main id="content" tabindex="-1">
    <h1>${title} <small>${version}</small></h1>
    ${first ? html`<p class="lead">${renderInlineText(first)}</p>` : emptyHtml}
    ${remainingText ? html`<p>${renderInlineText(remainingText)}</p>` : emptyHtml}
    <p>Take the <a href="${context.basePath}/docs/tour">tour of the engine</a> to see how it computes a route.</p>
    ${renderTasks(guides, context.basePath)}
    ${renderGuide(context)}
    ${context.groups.map((group) => renderGroup(group, context))}
    ${renderObjects(context)}
    </main>`
}
