/** Markup that is safe to send. Strings enter only through `html`, which escapes them. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type HtmlValue = Html | string | number | undefined | readonly Html[]

export const emptyHtml = new Html('')

/**
 * Fills a markup template and escapes every value. Line breaks and indentation of the template are removed between tags
 * and collapse to a space within text.
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = ''
  template.forEach((literal, index) => {
    markup += literal.replace(/(^|>)\n\s*|\n\s*$/g, '$1').replace(/\n\s*/g, ' ') + toMarkup(values[index])
  })
  return new Html(markup)
}

function toMarkup(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map((part) => part.markup).join('')
  return escapeText(String(value))
}

const escapeByCharacter: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapeByCharacter[sign] ?? sign)
}

/**
 * Escapes text that appears only between tags, where quotes are harmless. Escaped quotes in code would make up a
 * twentieth of the page.
 */
export function escapeContent(text: string): Html {
  return new Html(text.replace(/[&<>]/g, (sign) => escapeByCharacter[sign] ?? sign))
}

/** Renders inline text in which backticks mark code. */
export function renderInlineText(text: string): Html {
  const parts = text.split(/`([^`]+)`/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}

/** Renders paragraphs that are separated by empty lines. */
export function renderParagraphs(text: string | undefined): Html {
  const paragraphs = (text ?? '').split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return html`${paragraphs.map((paragraph) => html`<p>${renderInlineText(paragraph)}</p>`)}`
}

export function joinHtml(parts: readonly Html[], separator: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`
}
