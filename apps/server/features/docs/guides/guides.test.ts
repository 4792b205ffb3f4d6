import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { toCode } from '../browser/code-samples.js'
import { addDocsRoutes } from '../routes.ts'
import { fixture } from '../testing/fixture.ts'
import { GuideLibrary } from './guide-library.ts'
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
  const anchors = new Map(library.guides.map(({ path, sections }) => [path, sections.map(({ anchor }) => anchor)]))
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
  const { title, markup, sections } = renderMarkdown(source, (link) => (link === 'c.md' ? '/docs/c' : undefined))
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

test.each(['TypeScript', 'Python', 'Go'])('writes a request in %s, with the key from the environment', (language) => {
  const request = { method: 'POST', url: 'http://localhost:8080/v1/route', headers: [['X-API-Key', '$FAIRWAY_KEY']] }
  const code = toCode(language, request, '{"from": [1, 2]}')
  expect(code).toContain('http://localhost:8080/v1/route')
  expect(code).toContain('{"from": [1, 2]}')
  expect(code).toMatch(/process\.env\.FAIRWAY_KEY|os\.environ\["FAIRWAY_KEY"\]|os\.Getenv\("FAIRWAY_KEY"\)/)
})
