import { findKeyHeader } from '../access.ts'
import type { OperationEntry, OperationGroup } from '../operations.ts'
import { type PageContext, sections } from '../page-context.ts'
import { emptyHtml, type Html, html } from './html.ts'
import { renderMethod } from './render-operation.ts'

/**
 * A popover on narrow screens and a column on wide ones. It uses only CSS, so that it opens without a script. The
 * script reveals the filter, which does not work without it.
 */
export function renderNavigation({ document, groups, schemas }: PageContext): Html {
  return html`
    <nav id="navigation" popover aria-label="Contents">
    <label hidden><span>Filter operations</span><input type="search" placeholder="Filter operations" autocomplete="off"></label>
    <p role="status"></p>
    <ul>
    <li><a href="#${sections.firstCall}">First call</a>
    ${findKeyHeader(document) ? html`<li><a href="#${sections.keys}">Keys</a>` : emptyHtml}
    <li><a href="#${sections.errors}">Errors</a>
    <li><a href="#${sections.limits}">Limits</a>
    </ul>
    ${groups.map(renderGroupLinks)}
    ${schemas.listShared().some((name) => name !== 'Error') ? renderObjectsLink() : emptyHtml}
    </nav>`
}

function renderGroupLinks({ anchor, name, entries }: OperationGroup): Html {
  return html`<div><h2><a href="#${anchor}">${name}</a></h2><ul>${entries.map(renderEntryLink)}</ul></div>`
}

function renderEntryLink({ anchor, method, path, summary }: OperationEntry): Html {
  return html`<li><a href="#${anchor}">${summary}<span>${renderMethod(method)} ${path}</span></a>`
}

function renderObjectsLink(): Html {
  return html`<ul><li><a href="#${sections.objects}">Objects</a></ul>`
}
