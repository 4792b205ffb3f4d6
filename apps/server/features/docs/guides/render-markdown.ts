import { Marked, type Tokens } from 'marked'
import { escapeContent, html } from '../render/html.ts'

interface Section {
  readonly heading: string
  readonly anchor: string
  /** Words of the section, for the search. */
  readonly text: string
}

export interface RenderedMarkdown {
  readonly title: string
  readonly markup: string
  readonly sections: readonly Section[]
}

/** Returns the URL of a link, or undefined to keep only its text. */
type ResolveLink = (link: string) => string | undefined

/** Renders a guide of the repository. HTML in the guide is shown as text. */
export function renderMarkdown(source: string, resolveLink: ResolveLink): RenderedMarkdown {
  const headings: { heading: string; anchor: string }[] = []
  const anchors = new Set<string>()
  const markdownParser = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = toAnchor(text, anchors)
        headings.push({ heading: toPlainText(text), anchor })
        const content = this.parser.parseInline(tokens)
        return depth === 1
          ? `<h1 id="${anchor}">${content}</h1>`
          : `<h${depth} id="${anchor}"><a href="#${anchor}">${content}</a></h${depth}>`
      },
      link({ href, tokens }: Tokens.Link) {
        const target = resolveLink(href)
        const content = this.parser.parseInline(tokens)
        return target === undefined ? content : `${html`<a href="${target}">`.markup}${content}</a>`
      },
      image({ href, text }: Tokens.Image) {
        const target = resolveLink(href)
        return target === undefined ? '' : html`<img src="${target}" alt="${text}" loading="lazy">`.markup
      },
      code({ text, lang }: Tokens.Code) {
        const language = lang === 'json' || lang === 'ts' ? lang : 'shell'
        const title = { json: 'JSON', ts: 'TypeScript', shell: 'Terminal' }[language]
        return html`<figure class="code ${language}"><figcaption>${title}</figcaption><pre><code>${escapeContent(text)}</code></pre></figure>`
          .markup
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return escapeContent(text).markup
      },
      table(token: Tokens.Table) {
        const head = token.header.map((cell) => `<th>${this.parser.parseInline(cell.tokens)}`).join('')
        const rows = token.rows.map(
          (row) => `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}`).join('')}`,
        )
        return `<div class="wide-table"><table><thead><tr>${head}<tbody>${rows.join('')}</table></div>`
      },
    },
  })
  const markup = markdownParser.parse(source, { async: false })
  const title = headings[0]?.heading ?? 'Guide'
  return { title, markup, sections: splitSections(source, headings) }
}

/** Returns the words below each heading. */
function splitSections(source: string, headings: readonly { heading: string; anchor: string }[]): readonly Section[] {
  const withoutCode = source.split(/^```.*$/m)
  const parts: string[] = []
  withoutCode.forEach((block, index) => {
    if (index % 2 === 1) {
      parts[parts.length - 1] = `${parts.at(-1) ?? ''} ${block}`
      return
    }
    const [introText = '', ...sectionTexts] = block.split(/^#{1,6} .*$/m)
    if (parts.length > 0) parts[parts.length - 1] += ` ${introText}`
    parts.push(...sectionTexts)
  })
  return headings.map(({ heading, anchor }, index) => ({ heading, anchor, text: toPlainText(parts[index] ?? '') }))
}

function toAnchor(text: string, usedAnchors: Set<string>): string {
  const base =
    toPlainText(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'section'
  let anchor = base
  for (let count = 2; usedAnchors.has(anchor); count++) anchor = `${base}-${count}`
  usedAnchors.add(anchor)
  return anchor
}

function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
