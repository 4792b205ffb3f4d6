import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { colorRules, findViolations } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'

const pages = [
  ['', 'Fairway'],
  ['/guides/road/routes', 'Get a road route'],
  ['/guides/tracking/tracking', 'Track an asset'],
  ['/reference/errors', 'Errors'],
  ['/explanation/traffic', 'How traffic affects routes'],
  ['/changelog', 'Changelog'],
  ['/tour', 'Tour of the engine'],
] as const

/** Names of the steps of the tour. */
const steps = ['network', 'order', 'contraction', 'customization', 'search', 'unpacking', 'traffic', 'isochrone']

type Control = readonly [role: 'radio' | 'slider' | 'combobox', name: string]

const desktop = { viewport: { width: 1440, height: 900 } } as const

describe.skipIf(!requireOrSkip('chromium'))('documentation', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let opened: OpenPage
  let page: Page

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'water')
    const env = { FAIRWAY_EMBEDDED_REGION: 'true', FAIRWAY_MAP_TILES: 'true', FAIRWAY_ANONYMOUS_BURST: '100000' }
    shown = await startConsole({ store: { dataDir: folder.path }, env })
    opened = await shown.open('docs', desktop)
    page = opened.page
  })
  afterAll(async () => {
    await opened?.close()
    await shown?.close()
    await folder?.dispose()
  })
  beforeEach(() => {
    opened.complaints.length = 0
  })

  /** Loads a page again even if only the hash of the URL changes. */
  const open = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(`${shown.origin}/docs${path}`)
  }
  const article = (id: string) => page.locator(`article#${id}`)
  const result = (step: string) => page.locator(`[data-step=${step}] .result`)

  test.each(pages)('%s: is accessible in both themes, on a desktop and on a phone', async (path, title) => {
    const phone = await shown.open(`docs${path}`, PHONE_OPTIONS)
    await open(path)
    for (const one of [opened, phone]) {
      await one.page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await one.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await removeRepetition(one.page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await one.page.emulateMedia({ colorScheme })
        const violations = await findViolations(one.page, colorScheme === 'dark' ? colorRules : undefined)
        expect(violations, colorScheme).toEqual([])
      }
      expect(one.complaints).toEqual([])
      expect(
        one.requested.filter((url) => !url.startsWith(`${shown.origin}/`) && !/^(data|blob|about):/.test(url)),
      ).toEqual([])
    }
    await phone.close()
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('sends a route with "Try it", and shows the reply with a map', async () => {
    await open('#route')
    await article('route').getByRole('button', { name: 'Try it' }).click()
    const form = article('route').getByRole('form')
    const trip = await page.locator('#first-call figure code span').first().textContent()
    await form.getByLabel('Body').fill(trip ?? '')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('200 OK').waitFor()
    expect(await form.locator('pre').textContent()).toContain('"distance_km"')
    await form.locator('fairway-map canvas').waitFor()
    expect(opened.complaints).toEqual([])
  })

  test('sends a request of a guide that is on a map of this server, and needs no key', async () => {
    await open('/guides/road/routes')
    const send = page.getByRole('main').getByRole('button', { name: 'Send' })
    await send.first().click()
    const reply = page.locator('.guide-reply')
    await reply.getByText('200 OK').waitFor()
    await reply.locator('fairway-map canvas').waitFor()
    expect(await reply.locator('pre').textContent()).toContain('"distance_km"')
    await open('/guides/accounts')
    await page.waitForLoadState('networkidle')
    expect(await send.count()).toBe(0)
    expect(opened.complaints).toEqual([])
  })

  test('links the code of an error reply to its explanation', async () => {
    await open('#route')
    await article('route').getByRole('button', { name: 'Try it' }).click()
    const form = article('route').getByRole('form')
    await form.getByLabel('Body').fill('{"from": [91, 0], "to": [0, 0]}')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByRole('link', { name: 'latitude-out-of-range' }).click()
    await page.waitForURL('**/docs/reference/errors#latitude-out-of-range')
    await expect.poll(() => page.locator('tr:target').textContent()).toContain('latitude ranges from -90 to 90')
  })

  test.each([
    ['battery_kwh', 'Plan a route for an electric vehicle', '/docs/guides/road/electric#'],
    ['nearest roads', 'Find the nearest roads', '/docs/guides/road/isochrones#find-the-nearest-roads'],
    ['across-maps', 'Errors: across-maps', '/docs/reference/errors#across-maps'],
    ['customization gives every shortcut', 'Tour of the engine: Compute the weights', '/docs/tour#customization'],
  ])('the search for %s finds %s', async (words, title, path) => {
    await open('/reference/plans')
    await page.getByLabel('Search the docs').fill(words)
    await page.locator('.hits a', { hasText: title }).first().click()
    await expect.poll(() => page.url()).toContain(path)
  })

  test('the search finds an operation by the name of a field', async () => {
    await open('/guides/road/routes')
    await page.getByLabel('Search the docs').fill('avoid_areas')
    await page.locator('.hits a', { hasText: 'POST /v1/route' }).first().click()
    await expect.poll(() => page.url()).toContain('/docs#route')
  })

  test('keeps the language between a guide and the reference, and copies what it shows', async () => {
    await open('/guides/road/routes')
    const request = page.locator('figure[data-calls]').first()
    await request.getByLabel('Language of the example').selectOption('Python')
    await expect.poll(() => request.locator('code:visible').textContent()).toMatch(/^import urllib.*"from": \[/s)
    await request.getByRole('button', { name: 'Copy' }).click()
    await request.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^import urllib/)
    await open('#route')
    const choice = article('route').getByLabel('Language of the example')
    await expect.poll(() => choice.inputValue()).toBe('Python')
    await choice.selectOption('Go')
    await open('/guides/tracking/tracking')
    const tracking = page.locator('figure[data-calls]').first()
    await expect.poll(() => tracking.locator('code:visible').textContent()).toMatch(/^package main.*ID := result\.ID/s)
    await tracking.getByLabel('Language of the example').selectOption('curl')
    await expect.poll(() => tracking.locator('code:visible').textContent()).toMatch(/^ID=\$\(curl/)
  })

  test('the tour draws every step, and its requests show figures of this server', async () => {
    await open('/tour')
    for (const step of steps) await expect.poll(() => result(step).textContent(), { message: step }).toMatch(/\d/)
    for (const name of ['network', 'customization', 'search', 'unpacking', 'traffic', 'isochrone']) {
      const live = page.locator(`[data-request=${name}]`)
      await live.getByRole('button', { name: 'Send the request' }).click()
      await expect.poll(() => live.locator('dd').first().textContent(), { message: name }).toMatch(/\w/)
      expect(await live.locator('.sent').textContent()).toMatch(/^200 OK.*after \d+ ms/)
      expect(await live.locator('dl').textContent()).not.toMatch(/undefined|NaN/)
    }
    await page.locator('[data-request=isochrone] fairway-map canvas').waitFor()
    expect(opened.complaints).toEqual([])
  })

  test('the tour can be used with the keyboard alone', async () => {
    await open('/tour')
    const press = async (step: string, [role, name]: Control, key: string) => {
      await page.locator(`[data-step=${step}]`).getByRole(role, { name }).focus()
      await page.keyboard.press(key)
    }
    await press('network', ['radio', 'Extract'], 'ArrowDown')
    await expect.poll(() => result('network').textContent()).toContain('48 junctions and 82 edges')
    await press('order', ['slider', 'Level of the cuts'], 'End')
    await expect.poll(() => result('order').textContent()).toMatch(/^Level [4-9]/)
    await press('contraction', ['slider', 'Contracted junctions'], 'End')
    await expect.poll(() => result('contraction').textContent()).toMatch(/^48 of 48/)
    await press('customization', ['radio', 'Car'], 'ArrowDown')
    await expect.poll(() => result('customization').textContent()).toMatch(/^Triangle \d+ of \d+/)
    const before = await result('search').textContent()
    await press('search', ['combobox', 'Destination B'], 'ArrowUp')
    await expect.poll(() => result('search').textContent()).not.toBe(before)
    await press('search', ['radio', 'Hierarchy'], 'ArrowDown')
    await expect.poll(() => result('search').textContent()).toContain('Green: visited from A.')
    await press('unpacking', ['slider', 'Rounds'], 'End')
    await expect.poll(() => result('unpacking').textContent()).toContain('all of them streets')
    await page.locator('[data-step=traffic]').getByRole('button', { name: 'Slow down the route' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => result('traffic').textContent()).not.toMatch(/^0 streets/)
    await press('isochrone', ['slider', 'Limit in seconds'], 'End')
    await expect.poll(() => result('isochrone').textContent()).toMatch(/^48 of 48/)
    await page.getByRole('button', { name: 'Compare on larger towns' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.comparison tbody tr').count()).toBe(3)
    const ratios = await page.locator('.comparison td:last-child').allTextContents()
    expect(ratios.map(Number)).toEqual(ratios.map(Number).toSorted((a, b) => a - b))
    expect(opened.complaints).toEqual([])
  })

  test('Play moves a slider step by step, or to its end for readers who prefer reduced motion', async () => {
    await open('/tour')
    const drawing = page.locator('[data-step=contraction]')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await drawing.getByRole('button', { name: 'Play' }).click()
    await drawing.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => result('contraction').textContent()).not.toMatch(/^48 of 48/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await drawing.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => result('contraction').textContent()).toMatch(/^48 of 48/)
  })
})

/**
 * Removes most of the elements that have the same markup as others: operations, rows of tables and items of lists. The
 * checks of all of them would take minutes.
 */
async function removeRepetition(page: Page): Promise<void> {
  await page.evaluate(() => {
    const articles = [...document.querySelectorAll('main article')].filter((_, index) => index % 12 !== 0)
    const others = document.querySelectorAll('li:nth-child(n + 8), tbody tr:nth-child(n + 12)')
    for (const element of [...articles, ...others]) element.remove()
  })
}
