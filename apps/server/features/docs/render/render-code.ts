import type { Curl } from '../schema/curl.ts'
import { prettyJson } from '../schema/json-text.ts'
import type { CodeCall } from '../shell/code-call.ts'
import { emptyHtml, escapeContent, Html, html } from './html.ts'

/**
 * Renders a titled code block. The script adds the buttons of the title bar, and the languages of API calls, because
 * these do not work without a script.
 */
export function renderCode(
  title: string | Html,
  code: string | Html,
  language: string,
  calls: readonly CodeCall[] = [],
): Html {
  const data = calls.length === 0 ? emptyHtml : html` data-calls="${JSON.stringify(calls)}"`
  return html`
    <figure class="code ${language}"${data}>
    <figcaption>${title}</figcaption>
    <pre><code>${code instanceof Html ? code : escapeContent(code)}</code></pre>
    </figure>`
}

/** Renders a command. The body is marked, because the try-it form starts from the body. */
export function renderCurl(title: string, { head, body, tail, call }: Curl): Html {
  return renderCode(
    title,
    body ? html`${escapeContent(head)}<span>${escapeContent(body)}</span>${escapeContent(tail)}` : head,
    'shell',
    [call],
  )
}

export function renderExample(title: string | Html, example: unknown): Html {
  if (typeof example === 'string') return renderCode(title, example, 'text')
  return renderCode(title, prettyJson(example), 'json')
}
