import { findKeyHeader } from '../access.ts'
import type { Guide } from '../guides/guide-library.ts'
import type { OperationEntry, OperationGroup } from '../operations.ts'
import { type PageContext, sections } from '../page-context.ts'
import { emptyHtml, type Html, html } from './html.ts'
import { renderMethod } from './render-operation.ts'

/**
 * Renders the navigation as a popover on narrow screens and a column on wide screens. The navigation uses only CSS, so
 * that it opens without a script. The script reveals the search, which does not work without a script.
 */
export function renderNavigation(
  { document, groups, schemas, basePath }: PageContext,
  guides: readonly Guide[],
  current: string | undefined,
): Html {
  // On the page of a guide, these links lead to the reference, which is another page.
  const page = current === undefined ? '' : `${basePath}/docs`
  return html`
    <nav id="navigation" popover aria-label="Contents">
    <label hidden><span>Search the docs</span><input type="search" placeholder="Search the docs  /" autocomplete="off"></label>
    <p role="status"></p>
    <ul class="hits" aria-label="Found" hidden></ul>
    <ul><li><a href="${basePath}/docs/tour"${current === 'tour' ? html` aria-current="page"` : emptyHtml}>Tour of the engine</a></ul>
    ${renderGuideLinks(guides, basePath, current)}
    <ul>
    <li><a href="${page}#${sections.firstCall}">First call</a>
    ${findKeyHeader(document) ? html`<li><a href="${page}#${sections.keys}">Keys</a>` : emptyHtml}
    <li><a href="${page}#${sections.errors}">Errors</a>
    <li><a href="${page}#${sections.limits}">Limits</a>
    </ul>
    ${groups.map((group) => renderGroupLinks(group, page))}
    ${schemas.listShared().some((name) => name !== 'Error') ? renderObjectsLink(page) : emptyHtml}
    </nav>`
}

/** Renders the links to guides. Each folder can be collapsed, and the folder of the current page is open. */
function renderGuideLinks(guides: readonly Guide[], basePath: string, current: string | undefined): Html {
  const titles = [...new Set(guides.map(({ group }) => group))]
  return html`${titles.map((title) => {
    const members = guides.filter(({ group }) => group === title)
    const isOpen = title === 'Start' || members.some(({ path }) => path === current)
    const links = members.map(
      (guide) =>
        html`<li><a href="${basePath}/docs/${guide.path}"${guide.path === current ? html` aria-current="page"` : emptyHtml}>${guide.title}</a>`,
    )
    return html`<details${isOpen ? html` open` : emptyHtml}><summary>${title}</summary><ul>${links}</ul></details>`
  })}`
}

function renderGroupLinks({ anchor, name, entries }: OperationGroup, page: string): Html {
  return html`<div><h2><a href="${page}#${anchor}">${name}</a></h2><ul>${entries.map((entry) => renderEntryLink(entry, page))}</ul></div>`
}

function renderEntryLink({ anchor, method, path, summary }: OperationEntry, page: string): Html {
  return html`<li><a href="${page}#${anchor}">${summary}<span>${renderMethod(method)} ${path}</span></a>`
}

function renderObjectsLink(page: string): Html {
  return html`<ul><li><a href="${page}#${sections.objects}">Objects</a></ul>`
}
