import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { colorRules, expectAccessible, findViolations } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'

const pages = [
  ['plan', 'Plan'],
  ['optimise', 'Optimize'],
  ['isochrone', 'Isochrones'],
  ['match', 'Match'],
  ['matrix', 'Matrix'],
  ['nearby', 'Nearby'],
  ['live', 'Live'],
  ['geofences', 'Geofences'],
  ['events', 'Events'],
  ['reports', 'Reports'],
  ['account', 'Account'],
] as const
const assets = fileURLToPath(new URL('../../apps/console/dist/assets', import.meta.url))

describe.skipIf(!requireOrSkip('chromium'))('page quality', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let opened: OpenPage | undefined
  beforeAll(async () => {
    folder = await createTempDir()
    shown = await startConsole({ store: { dataDir: folder.path } })
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  test('is smaller than 400 kB compressed, except for the map library', () => {
    expect(existsSync(assets)).toBe(true)
    const packed = readdirSync(assets).filter((name) => name.endsWith('.gz') && !/map-library|maplibre/.test(name))
    const bytes = packed.reduce((sum, name) => sum + statSync(`${assets}/${name}`).size, 0)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(400_000)
  })

  test('paints something within a second', { timeout: 120_000 }, async () => {
    let best = Number.POSITIVE_INFINITY
    // Other processes share the machine, so it is enough if one of ten runs is as fast as on an idle machine.
    for (let round = 0; round < 10 && best >= 1_000; round++) {
      const { page, close } = await shown.open('', {}, 'new')
      best = Math.min(best, await firstPaintMs(page))
      await close()
    }
    expect(best).toBeLessThan(1_000)
  })

  test.each(pages)(
    '%s: is accessible in both themes, and has no console errors and no third-party requests',
    async (name, title) => {
      opened ??= await shown.open()
      const { page, complaints, requested } = opened
      await page.goto(`${shown.origin}/#/${name}`)
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) }).waitFor()
      await page.locator('main').locator('input, button, a').first().waitFor()
      await expectAccessible(page, 'empty page')
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en')
      await expect.poll(() => page.title()).toBe(`${title} · Fairway`)
      await expect
        .poll(() => page.evaluate(() => new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size))
        .toBe(await page.locator('[id]').count())
      expect(complaints).toEqual([])
      const outside = requested.filter((url) => !url.startsWith(`${shown.origin}/`) && !/^(data|blob):/.test(url))
      expect(outside).toEqual([])
    },
  )

  test('is checked for unnamed buttons and weak contrast', async () => {
    const { page, close } = await shown.open('#/account')
    await page.locator('main').evaluate((main) => {
      const weakText = document.createElement('p')
      weakText.textContent = 'weak'
      // The content security policy blocks styles in HTML.
      Object.assign(weakText.style, { color: '#999', background: '#fff' })
      main.prepend(document.createElement('button'), weakText)
    })
    const rules = (await findViolations(page)).map((violation) => violation.split(':')[0])
    expect(rules).toEqual(expect.arrayContaining(['button-name', 'color-contrast']))
    const weak = (await findViolations(page, colorRules)).map((violation) => violation.split(':')[0])
    expect(new Set(weak)).toEqual(new Set(['color-contrast']))
    await close()
  })

  test('is accessible on a phone', async () => {
    const { page, close } = await shown.open('', PHONE_OPTIONS)
    for (const [name, title] of pages) {
      await page.goto(`${shown.origin}/#/${name}`)
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) }).waitFor()
      expect(await findViolations(page), name).toEqual([])
    }
    await close()
  })
})

function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0]
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}
