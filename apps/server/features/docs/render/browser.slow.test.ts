import Fastify, { type FastifyInstance } from 'fastify'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, requireOrSkip } from '../../../../../tests/support/servers/backends.ts'
import type { OpenApiDocument } from '../document.ts'
import { addDocsRoutes } from '../routes.ts'
import { fixture } from '../testing/fixture.ts'
import { injectMarkup } from '../testing/hostile.ts'

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const KEY = 'fw_live_secret'

describe.skipIf(!requireOrSkip('chromium'))('documentation page in a browser', () => {
  let browser: Browser
  let app: FastifyInstance
  let origin: string
  let page: Page
  let complaints: string[]
  let requested: string[]

  beforeAll(async () => {
    app = createService(fixture)
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: FLAGS.split(' ') })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })
  afterEach(async () => {
    await page.context().close()
    expect(complaints).toEqual([])
    expect(requested.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
  })

  async function open(hash = '', options: BrowserContextOptions = {}, from = origin): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    page = await context.newPage()
    complaints = []
    requested = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${from}/docs${hash}`)
  }

  const shown = () => page.locator('nav ul:not(.hits) li a:visible').count()
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const article = (id: string) => page.locator(`article#${id}`)

  test('shows the reply of the service next to the first call', async () => {
    await open()
    const figures = page.locator('#first-call figure')
    await expect.poll(() => figures.nth(1).locator('code').textContent()).toContain('"id": "rt_1"')
    const sent = (await figures.first().locator('code span').first().textContent()) ?? ''
    const { received } = JSON.parse((await figures.nth(1).locator('code').textContent()) ?? '') as { received: unknown }
    expect(received).toEqual(JSON.parse(sent))
  })

  test('filters the contents and restores them', async () => {
    await open()
    const all = await shown()
    await page.keyboard.press('/')
    await page.keyboard.type('POST account')
    await expect
      .poll(() => page.locator('nav ul:not(.hits) li a:visible').allInnerTexts())
      .toEqual([expect.stringContaining('/v1/account/signup')])
    await expect.poll(() => page.locator('nav [role=status]').textContent()).toMatch(/^1 found/)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toBe(`${origin}/docs#signup`)
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    expect(await shown()).toBe(all)
  })

  test('searches the text of all guides, and opens one with its neighbors', async () => {
    await open()
    await page.getByLabel('Search the docs').fill('unknown_connectors')
    await page.locator('.hits a', { hasText: 'Plan a route for an electric vehicle' }).first().click()
    await expect.poll(() => page.url()).toContain('/docs/guides/road/electric#')
    await page.getByRole('heading', { level: 1, name: 'Plan a route for an electric vehicle' }).waitFor()
    await expect.poll(() => page.locator('nav a[aria-current=page]').textContent()).toContain('electric vehicle')
    await expect
      .poll(() => page.getByRole('banner').getByRole('link', { name: 'Console' }).getAttribute('href'))
      .toBe('/')
    await page.locator('.neighbors a').last().click()
    await expect.poll(() => page.url()).toContain('/docs/guides/road/elevation')
  })

  test('shows every request in the language that was chosen last', async () => {
    await open()
    const choice = article('signup').getByLabel('Language of the example')
    await choice.selectOption('Python')
    await expect
      .poll(() => article('geocode').locator('.shell code:visible').first().textContent())
      .toMatch(/^import urllib/)
    await page.reload()
    await expect.poll(() => choice.inputValue()).toBe('Python')
    await choice.selectOption('curl')
    await expect.poll(() => article('signup').locator('.shell code:visible').first().innerText()).toMatch(/^curl/)
  })

  test('opens a deep link at its operation and highlights it in the contents', async () => {
    await open('#geocode')
    const top = (await article('geocode').locator('h3').boundingBox())?.y ?? -1
    expect(top).toBeGreaterThan(56)
    expect(top).toBeLessThan(200)
    await page.locator('nav a[aria-current]').filter({ hasText: 'Address to coordinates' }).waitFor()
  })

  test('tries an operation: sends body, path, query, header and key, and shows the reply', async () => {
    await open('#signup')
    await article('signup').getByRole('button', { name: 'Try it' }).click()
    await page.getByLabel('Body').fill('{"email": "ada@example.com"}')
    await page.getByRole('button', { name: 'Send' }).click()
    await article('signup').getByText('201 Created').waitFor()
    const reply = await article('signup').locator('form').textContent()
    expect(reply).toContain('"email": "ada@example.com"')
    expect(reply).toMatch(/\d+ ms.*ratelimit-remaining99/)

    await article('live').getByRole('button', { name: 'Try it' }).click()
    const form = article('live').getByRole('form')
    await form.getByLabel('id').fill('a/b c')
    await form.getByLabel('X-Service-Live-Channel').selectOption('web')
    await form.getByLabel('Key').fill(KEY)
    await form.getByRole('button', { name: 'Send' }).press('Enter')
    await form.getByText('200 OK').waitFor()
    const echo = JSON.parse((await form.locator('pre').textContent()) ?? '')
    expect(echo).toEqual({ id: 'a/b c', channel: 'web', key: KEY })
    expect([page.url(), ...requested].join()).not.toContain(KEY)
  })

  test('shows an error and a missing reply as such', async () => {
    await open('#geocode')
    await article('geocode').getByRole('button', { name: 'Try it' }).click()
    const form = article('geocode').getByRole('form')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('422 Unprocessable Entity').waitFor()
    await expect.poll(() => form.locator('pre').textContent()).toContain('"detail": "q is Rue de l\'Église 1"')
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('No reply').waitFor()
    // Browsers log the failed requests regardless of how the page handles them.
    complaints = complaints.filter((text) => !text.startsWith('Failed to load resource'))
  })

  test('copies code', async () => {
    await open('', { permissions: ['clipboard-read', 'clipboard-write'] })
    await article('usage').getByRole('button', { name: 'Copy' }).first().click()
    await article('usage').getByRole('button', { name: 'Copied' }).waitFor()
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toMatch(/^curl http:.*\n {2}-H "X-API-Key/)
  })

  test.each([
    // Colors do not affect the layout, so each size is tested in one color scheme.
    ['light', { colorScheme: 'light' }],
    ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
    ['tablet', { viewport: { width: 820, height: 1180 } }],
  ] as const)('does not overflow: %s', async (_, options) => {
    await open('#route', options)
    // All elements are clicked at once, because a hundred single clicks would dominate the run time.
    const press = (all: readonly { click(): void }[]) => {
      for (const one of all) one.click()
    }
    await page.getByRole('button', { name: 'Try it' }).evaluateAll(press)
    await page.locator('details:not([open]) > summary').evaluateAll(press)
    await expect.poll(() => page.getByRole('form').count()).toBeGreaterThan(5)
    await expect.poll(() => page.locator('details:not([open])').count()).toBe(0)
    expect(await overflow()).toBe(0)
    expect((await page.screenshot({ fullPage: true })).length).toBeGreaterThan(50_000)
    const [ground] = await page.evaluate<string[]>('[getComputedStyle(document.body).backgroundColor]')
    expect(ground).toBe(
      'colorScheme' in options && options.colorScheme === 'dark' ? 'rgb(15, 18, 21)' : 'rgb(255, 255, 255)',
    )
  })

  test('opens the contents with a button on a phone, and closes them after a selection', async () => {
    await open('', PHONE)
    expect(await shown()).toBe(0)
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Plan, quota and usage' }).click()
    await expect.poll(() => page.url()).toBe(`${origin}/docs#usage`)
    expect(await shown()).toBe(0)
  })

  test('is fully readable without scripts, and hides controls that would not work', async () => {
    await open('#usage', { ...PHONE, javaScriptEnabled: false })
    await expect.poll(() => page.locator('main button').count()).toBe(0)
    await expect.poll(() => page.locator('nav input').isVisible()).toBe(false)
    await expect.poll(() => article('usage').locator('h3').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Contents' }).click()
    expect(await shown()).toBeGreaterThan(5)
  })

  test('has roles and labels for screen readers', async () => {
    await open()
    for (const role of ['banner', 'navigation', 'main'] as const)
      await expect.poll(() => page.getByRole(role).count()).toBe(1)
    const session = await page.context().newCDPSession(page)
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const descriptions = nodes.map(({ role, name }) => `${role?.value} ${name?.value}`)
    for (const part of ['rowheader usage.by_day[]. calls', 'columnheader Type', 'table Query parameters']) {
      expect(descriptions).toContain(part)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('content')
  })

  test('prints the content alone, with collapsed parts expanded', async () => {
    await open()
    const isSeen = () => page.evaluate<boolean>('document.querySelector("#signup details table").checkVisibility()')
    await article('signup').locator('summary').click()
    expect(await isSeen()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await isSeen()).toBe(true)
    for (const part of ['nav', 'header']) await expect.poll(() => page.locator(part).isVisible()).toBe(false)
    await expect.poll(() => page.getByRole('button').count()).toBe(0)
    expect((await page.pdf()).length).toBeGreaterThan(10_000)
  })

  test('renders hostile content as plain text', async () => {
    const mark = `"><img src=x onerror=alert(1)>'<script>alert(1)</script>`
    const hostile = createService(injectMarkup(fixture, mark) as OpenApiDocument)
    try {
      const from = await hostile.listen({ port: 0, host: '127.0.0.1' })
      await open('', {}, from)
      await expect
        .poll(() => page.evaluate<number>('document.querySelectorAll("img, main script, [onerror]").length'))
        .toBe(0)
      await expect.poll(() => page.locator('h1').textContent()).toContain(mark)
      requested = []
    } finally {
      await page.context().close()
      await hostile.close()
    }
  })
})

/** Creates a service that echoes requests, so that the tests can inspect them. */
function createService(document: OpenApiDocument): FastifyInstance {
  const app = Fastify()
  addDocsRoutes(app, () => document)
  app.get('/tiles/map.json', () => ({ regions: [{ name: 'world', bounds: [-180, -90, 180, 90] }] }))
  app.post('/v1/route', ({ body }) => ({ id: 'rt_1', received: body }))
  app.post('/v1/account/signup', (request, reply) =>
    reply.code(201).header('ratelimit-remaining', '99').send({ account: request.body }),
  )
  app.get<{ Params: { id: string } }>('/v1/assets/:id/live', ({ params, headers }) => ({
    id: params.id,
    channel: headers['x-service-live-channel'],
    key: headers['x-api-key'],
  }))
  app.get<{ Querystring: { q: string } }>('/v1/geocode', ({ query }, reply) =>
    reply.code(422).send({ busy: false, detail: `q is ${query.q}` }),
  )
  return app
}
