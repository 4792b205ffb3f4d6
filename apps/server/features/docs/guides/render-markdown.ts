import { Marked, type Tokens } from 'marked'
import { escapeContent, type Html, html } from '../render/html.ts'
import { renderCode } from '../render/render-code.ts'
import { parseCalls } from '../shell/parse-calls.ts'
import { renderDiagram } from './render-diagram.ts'

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
  /** Rows of tables of error codes. Each row has an anchor. */
  readonly rows: readonly Section[]
}

interface Links {
  /** Returns the URL of a link, or undefined to keep only its text. */
  resolveLink(link: string): string | undefined
  /** Returns the URL that explains an error code, or undefined for any other word. */
  findErrorUrl?(code: string): string | undefined
}

/** Renders a guide of the repository. HTML in the guide is shown as text, except for comments. */
export function renderMarkdown(source: string, { resolveLink, findErrorUrl }: Links): RenderedMarkdown {
  const headings: { heading: string; anchor: string }[] = []
  const rows: Section[] = []
  const anchors = new Set<string>()
  // Links cannot contain links, and a heading is a link to itself.
  let isInLink = false
  const renderInLink = (render: () => string): string => {
    const isNested = isInLink
    isInLink = true
    const content = render()
    isInLink = isNested
    return content
  }
  const markdownParser = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = toAnchor(text, anchors)
        headings.push({ heading: toPlainText(text), anchor })
        const content = renderInLink(() => this.parser.parseInline(tokens))
        return depth === 1
          ? `<h1 id="${anchor}">${content}</h1>`
          : `<h${depth} id="${anchor}"><a href="#${anchor}">${content}</a></h${depth}>`
      },
      link({ href, tokens }: Tokens.Link) {
        const target = resolveLink(href)
        const content = renderInLink(() => this.parser.parseInline(tokens))
        return target === undefined ? content : `${html`<a href="${target}">`.markup}${content}</a>`
      },
      codespan({ text }: Tokens.Codespan) {
        const url = isInLink ? undefined : findErrorUrl?.(text)
        const code = html`<code>${text}</code>`
        return (url === undefined ? code : html`<a href="${url}">${code}</a>`).markup
      },
      image({ href, text }: Tokens.Image) {
        const target = resolveLink(href)
        return target === undefined ? '' : html`<img src="${target}" alt="${text}" loading="lazy">`.markup
      },
      code({ text, lang }: Tokens.Code) {
        return renderBlock(text, lang ?? '').markup
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return /^\s*<!--.*-->\s*$/s.test(text) ? '' : escapeContent(text).markup
      },
      table(token: Tokens.Table) {
        const head = token.header.map((cell) => `<th>${this.parser.parseInline(cell.tokens)}`).join('')
        const codeColumn = token.header.findIndex(({ text }) => text === ERROR_CODE_COLUMN)
        const body = token.rows.map((row) => {
          const cells = row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}`).join('')
          const [, code] = /^`([\w-]+)`$/.exec(row[codeColumn]?.text ?? '') ?? []
          if (code === undefined) return `<tr>${cells}`
          const anchor = toAnchor(code, anchors)
          rows.push({ heading: code, anchor, text: toPlainText(row.map(({ text }) => text).join(' ')) })
          return `<tr id="${anchor}">${cells}`
        })
        return `<div class="wide-table"><table><thead><tr>${head}<tbody>${body.join('')}</table></div>`
      },
    },
  })
  const markup = markdownParser.parse(source, { async: false })
  const title = headings[0]?.heading ?? 'Guide'
  // The search lists each row separately, so the sections do not repeat the rows.
  const prose = rows.length > 0 ? source.replaceAll(/^\|.*\|$/gm, '') : source
  return { title, markup, sections: splitSections(prose, headings), rows }
}

/** Title of the column whose values are error codes. */
const ERROR_CODE_COLUMN = 'code'

const languageTitles: Readonly<Record<string, string>> = {
  csv: 'CSV',
  go: 'Go',
  html: 'HTML',
  http: 'HTTP',
  ini: 'Settings',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  shell: 'Shell',
  text: 'Example',
  ts: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
}

/**
 * Renders a code block. A block without a language contains commands, or the help text of a command. Blocks that consist
 * of API calls get the same choice of languages as the requests of the reference.
 */
function renderBlock(text: string, language: string): Html {
  if (language === 'mermaid') return renderDiagram(text)
  if (language === '' && text.startsWith('Usage: ')) return renderCode('Help', text, 'text')
  if (language !== '') return renderCode(languageTitles[language] ?? language, text, language)
  const parsed = parseCalls(text)
  return 'calls' in parsed ? renderCode('Request', text, 'shell', parsed.calls) : renderCode('Shell', text, 'shell')
}

/** Returns the words below each heading. */
function splitSections(source: string, headings: readonly { heading: string; anchor: string }[]): readonly Section[] {
  const words = source.replaceAll(/^```mermaid$.*?^```$|^<!--.*?-->$/gms, '')
  const withoutCode = words.split(/^```.*$/m)
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
