import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addDocsRoutes } from '../routes.ts'
import { fixture } from '../testing/fixture.ts'
import { GuideLibrary } from './guide-library.ts'
import { renderDiagram } from './render-diagram.ts'
import { renderMarkdown } from './render-markdown.ts'

const library = new GuideLibrary()
const app = Fastify()
addDocsRoutes(
  app,
  () => fixture,
  () => library,
)
const get = (url: string) => app.inject(url)

test('serves every guide, with links that lead to served pages and existing headings', async () => {
  expect(library.guides.length).toBeGreaterThan(40)
  const anchors = new Map(
    library.guides.map(({ path, sections, rows }) => [path, [...sections, ...rows].map(({ anchor }) => anchor)]),
  )
  for (const { path, markup } of library.guides) {
    expect(`${path} ${(await get(`/docs/${path}`)).statusCode}`).toBe(`${path} 200`)
    for (const [, target = ''] of markup.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)) {
      const [page = '', hash] = target.replace('/docs/', '').split('#')
      if (page.startsWith('pictures/')) expect(`${target} ${(await get(target)).statusCode}`).toBe(`${target} 200`)
      else expect([path, page, hash === undefined || anchors.get(page)?.includes(hash)]).toEqual([path, page, true])
    }
  }
})

test('lists the guides for beginners first, and links to them from the start page', async () => {
  const first = ['guides/console', 'guides/client', 'guides/client-python', 'guides/client-go']
  expect(library.guides.slice(0, 4).map(({ path }) => path)).toEqual(first)
  expect(library.guides.find(({ group }) => group === 'Air')?.path).toBe('guides/air/drone')
  const tasks = /<ul class="tasks".*?<\/ul>/s.exec((await get('/docs')).body)?.[0] ?? ''
  const links = [...tasks.matchAll(/href="\/docs\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(links).toHaveLength(8)
  expect(links.filter((path) => library.find(path) === undefined)).toEqual([])
})

test('reads the titles of guides without rendering them', () => {
  expect(library.guides.map(({ title }) => title)).toEqual(library.guides.map(({ sections }) => sections[0]?.heading))
})

test('renders the Markdown of guides, and shows HTML as text', () => {
  const source =
    '# A `b`\n\nSee [c](c.md), [gone](gone.md) <b>x</b>\n\n```\ncurl <url>\n```\n\n## A b\n\n| h |\n|---|\n| *v* |'
  const { title, markup, sections } = renderMarkdown(source, {
    resolveLink: (link) => (link === 'c.md' ? '/docs/c' : undefined),
  })
  expect(title).toBe('A b')
  expect(markup).toContain('See <a href="/docs/c">c</a>, gone &lt;b&gt;x&lt;/b&gt;')
  expect(markup).toContain('<pre><code>curl &lt;url&gt;</code></pre>')
  expect(markup).toContain('<th>h<tbody><tr><td><em>v</em>')
  expect(sections.map(({ anchor, text }) => [anchor, text])).toEqual([
    ['a-b', 'See c, gone <b>x</b> curl <url>'],
    ['a-b-2', expect.stringContaining('v')],
  ])
})

test('the search finds operations by their fields and guides by their words', async () => {
  const entries: readonly string[][] = (await get('/docs/search.json')).json()
  expect(entries.some(([, , url, text]) => url === '/docs#signup' && text?.includes('email'))).toBe(true)
  expect(
    entries.some(([, , url, text]) => url?.startsWith('/docs/guides/road/electric#') && text?.includes('battery_kwh')),
  ).toBe(true)
})

test.each(['guides/none', '../package.json', 'pictures/..%2f..%2fpackage.json', 'pictures/none.png'])(
  'has no page %s',
  async (path) => expect((await get(`/docs/${path}`)).statusCode).toBe(404),
)

test('omits comments of the repository', () => {
  for (const { path, markup, sections } of library.guides)
    expect([path, /Generated from the code/.test(markup + sections[0]?.text)]).toEqual([path, false])
})

test('labels every code block with its language, and never shows the source of a diagram', () => {
  for (const { path, markup } of library.guides) {
    const titles = [...markup.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, title]) => title ?? '')
    expect([path, titles.filter((title) => !BLOCK_TITLES.includes(title))]).toEqual([path, []])
    expect([path, /flowchart|stateDiagram/.test(markup)]).toEqual([path, false])
  }
  const titlesOf = (path: string) =>
    [...(library.find(path)?.markup ?? '').matchAll(/<figcaption>(.*?)</g)].map((m) => m[1])
  expect(titlesOf('guides/client')).toContain('TypeScript')
  expect(titlesOf('guides/client-python')).toContain('Python')
  expect(titlesOf('guides/client-go')).toContain('Go')
  expect(titlesOf('guides/road/routes')).toEqual(expect.arrayContaining(['Request', 'JSON']))
})

const BLOCK_TITLES = [
  ...['Request', 'Shell', 'Help', 'TypeScript', 'JavaScript', 'Python', 'Go'],
  ...['JSON', 'HTTP', 'HTML', 'XML', 'CSV', 'YAML', 'Settings', 'Example'],
]

test('explains every error code in a row with an anchor, which the search finds and to which guides link', async () => {
  const errors = library.find('reference/errors')
  expect(errors?.rows.length).toBeGreaterThan(200)
  expect(errors?.markup).toContain('<tr id="not-snapped">')
  const entries: readonly string[][] = (await get('/docs/search.json')).json()
  expect(entries.filter(([, heading]) => heading === 'not-snapped').map(([, , url]) => url)).toEqual([
    '/docs/reference/errors#not-snapped',
  ])
  const link = '<a href="/docs/reference/errors#too-many-streams"><code>too-many-streams</code></a>'
  expect(library.find('guides/tracking/tracking-stream')?.markup).toContain(link)
})

test('draws a flowchart as boxes in steps', () => {
  const markup = renderDiagram(
    'flowchart LR\n  a([one]) --> b\n  c[(two)] --> b\n  b -->|both,<br>now| d[four] & e',
  ).markup
  const steps = markup.split('<li>').slice(1)
  expect(steps.map((step) => step.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|'))).toEqual([
    '|one|two|',
    '|→|b|',
    '|→|both, now|four|e|',
  ])
  expect(() => renderDiagram('flowchart LR\n  a --> b\n  b --> c\n  a --> c')).toThrow('list of steps')
  expect(() => renderDiagram('flowchart LR\n  a ==> b')).toThrow('cannot be drawn')
})
