import { type Curl, prettyJson } from '../schema/curl.ts'
import { emptyHtml, escapeContent, Html, html } from './html.ts'

/**
 * Renders a titled code block. The script adds the buttons of the title bar, because the buttons do not work without a
 * script.
 */
export function renderCode(
  title: string | Html,
  code: string | Html,
  language: 'json' | 'shell' | 'text',
  request?: object,
): Html {
  const data = request === undefined ? emptyHtml : html` data-request="${JSON.stringify(request)}"`
  return html`
    <figure class="code ${language}"${data}>
    <figcaption>${title}</figcaption>
    <pre><code>${code instanceof Html ? code : escapeContent(code)}</code></pre>
    </figure>`
}

/** Renders a command. The body is marked, because the try-it form starts from the body. */
export function renderCurl(title: string, { head, body, tail, request }: Curl): Html {
  return renderCode(
    title,
    body ? html`${escapeContent(head)}<span>${escapeContent(body)}</span>${escapeContent(tail)}` : head,
    'shell',
    request,
  )
}

export function renderExample(title: string | Html, example: unknown): Html {
  if (typeof example === 'string') return renderCode(title, example, 'text')
  return renderCode(title, prettyJson(example), 'json')
}
