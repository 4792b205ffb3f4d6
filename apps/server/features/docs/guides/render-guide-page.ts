import type { PageContext } from '../page-context.ts'
import { emptyHtml, Html, html } from '../render/html.ts'
import { renderFrame } from '../render.ts'
import type { Guide } from './guide-library.ts'

/**
 * Base URL in guides, which are written for the default port. The page replaces this URL with the URL of the service.
 */
const GUIDE_BASE_URL = 'http://localhost:8080'

/** Renders one guide, with the same header and navigation as the reference. */
export function renderGuidePage(context: PageContext, guides: readonly Guide[], guide: Guide): string {
  const index = guides.indexOf(guide)
  const [previous, next] = [guides[index - 1], guides[index + 1]]
  const content = html`
    <main id="content" tabindex="-1" class="guide">
    <p class="crumbs"><a href="/docs">Docs</a> / ${guide.group}</p>
    ${new Html(guide.markup.replaceAll(GUIDE_BASE_URL, html`${context.baseUrl}`.markup))}
    ${renderContents(guide)}
    <p class="neighbors">${previous ? html`<a href="/docs/${previous.path}">← ${previous.title}</a>` : html`<span></span>`}
    ${next ? html`<a href="/docs/${next.path}">${next.title} →</a>` : html`<span></span>`}</p>
    </main>`
  return renderFrame(context, guides, { title: guide.title, content, current: guide.path })
}

const MIN_SECTIONS = 2

/** Renders links to the sections of a guide, which wide screens show next to it. */
function renderContents({ sections }: Guide): Html {
  const [, ...inner] = sections
  if (inner.length < MIN_SECTIONS) return emptyHtml
  return html`<aside class="on-this-page" aria-label="On this page"><p>On this page</p>
    <ul class="section-links">${inner.map(({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a>`)}</ul></aside>`
}
