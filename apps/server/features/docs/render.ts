import type { OpenApiDocument } from './document.ts'
import type { Guide } from './guides/guide-library.ts'
import { pageScript, pageStyle } from './page-assets.ts'
import { type PageContext, toPageContext } from './page-context.ts'
import { emptyHtml, Html, html, renderInlineText } from './render/html.ts'
import { renderGuide } from './render/render-guide.ts'
import { renderNavigation } from './render/render-navigation.ts'
import { renderObjects } from './render/render-objects.ts'
import { renderGroup } from './render/render-operation.ts'

export type { OpenApiDocument } from './document.ts'

/** Renders the self-contained API reference. */
export function renderDocs(document: OpenApiDocument, guides: readonly Guide[] = []): string {
  const context = toPageContext(document)
  return renderFrame(context, guides, { title: 'API reference', content: renderContent(context) })
}

interface FramedPage {
  readonly title: string
  readonly content: Html
  /** Path of the guide on this page. */
  readonly current?: string
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
    <style>${new Html(pageStyle)}</style>
    </head>
    <body id="top" data-base="${context.basePath}">
    ${renderHeader(context)}
    ${renderNavigation(context, guides, page.current)}
    ${page.content}
    <script type="module">${new Html(pageScript)}</script>
    </body>
    </html>`.markup
}

/** Logo with two stops and the route between them. */
const LOGO = new Html(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M6 18C6 9 18 15 18 6"/><circle cx="6" cy="18" r="3"/><circle cx="18" cy="6" r="3"/></svg>',
)

/** Icon of the page. Without an icon, browsers request one from the server and log an error. */
const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#0d7a6a"><path d="M6 18C6 9 18 15 18 6" fill="none" stroke="#0d7a6a" stroke-width="2.5"/><circle cx="6" cy="18" r="4"/><circle cx="18" cy="6" r="4"/></svg>',
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
function renderContent(context: PageContext): Html {
  const { title, version, description = '' } = context.document.info
  const [, first = '', remainingText = ''] = /^(.*?[.!?])(?:\s+(.*))?$/s.exec(description) ?? ['', description]
  return html`
    <main id="content" tabindex="-1">
    <h1>${title} <small>${version}</small></h1>
    ${first ? html`<p class="lead">${renderInlineText(first)}</p>` : emptyHtml}
    ${remainingText ? html`<p>${renderInlineText(remainingText)}</p>` : emptyHtml}
    ${renderGuide(context)}
    ${context.groups.map((group) => renderGroup(group, context))}
    ${renderObjects(context)}
    </main>`
}
