import { type Curl, prettyJson } from '../schema/curl.ts'
import { Html, html, toContent } from './html.ts'

/** A titled code block. The script adds the title bar buttons because they do not work without it. */
export function renderCode(title: string | Html, code: string | Html, language: 'json' | 'shell' | 'text'): Html {
  return html`
    <figure class="code ${language}">
    <figcaption>${title}</figcaption>
    <pre><code>${code instanceof Html ? code : toContent(code)}</code></pre>
    </figure>`
}

/** The body is marked because the try-it form starts from it. */
export function renderCurl(title: string, { head, body, tail }: Curl): Html {
  return renderCode(
    title,
    body ? html`${toContent(head)}<span>${toContent(body)}</span>${toContent(tail)}` : head,
    'shell',
  )
}

export function renderExample(title: string | Html, example: unknown): Html {
  if (typeof example === 'string') return renderCode(title, example, 'text')
  return renderCode(title, prettyJson(example), 'json')
}
