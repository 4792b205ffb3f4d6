/** Markup that is safe to send. Text reaches it through `html` alone, which escapes it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type Piece = Html | string | number | undefined | readonly Html[]

export const nothing = new Html('')

/**
 * Fills a template of markup. Escaping is what happens by itself, so that forgetting it is impossible. The line breaks
 * and indentation of the template are for its reader: between tags they do not travel, in a sentence they are a space.
 */
export function html(template: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let markup = ''
  template.forEach((literal, index) => {
    markup += literal.replace(/(^|>)\n\s*|\n\s*$/g, '$1').replace(/\n\s*/g, ' ') + toMarkup(pieces[index])
  })
  return new Html(markup)
}

function toMarkup(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Html) return piece.markup
  if (typeof piece === 'object') return piece.map((part) => part.markup).join('')
  return escapeText(String(piece))
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

/**
 * Text that stands between tags and nowhere else, where quotes are harmless. For code, which is full of them: written
 * as entities they would be a twentieth of the page.
 */
export function toContent(text: string): Html {
  return new Html(text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign))
}

/** One run of text in which backticks mark code. */
export function toInline(text: string): Html {
  const parts = text.split(/`([^`]+)`/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}

/** Paragraphs, which an empty line separates. */
export function toProse(text: string | undefined): Html {
  const paragraphs = (text ?? '').split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return html`${paragraphs.map((paragraph) => html`<p>${toInline(paragraph)}</p>`)}`
}

export function joinHtml(parts: readonly Html[], separator: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`
}
