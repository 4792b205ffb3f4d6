import type { PageContext } from '../page-context.ts'
import { type Html, html, joinHtml } from './html.ts'

/** Renders error codes as links to their explanations. */
export function renderCodes(codes: Iterable<string>, { errorsUrl }: PageContext): Html {
  const links = [...codes]
    .sort()
    .map((code) => (errorsUrl === undefined ? html`${code}` : html`<a href="${errorsUrl}#${code}">${code}</a>`))
  return html`<code>${joinHtml(links, ', ')}</code>`
}
