import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { type ConsoleUnderTest, type OpenPage, startConsole } from './support/console.ts'

const pages = [
  ['plan', 'Plan'],
  ['optimise', 'Optimize'],
  ['isochrone', 'Isochrones'],
  ['match', 'Match'],
  ['matrix', 'Matrix'],
  ['nearby', 'Nearby'],
  ['live', 'Live'],
  ['account', 'Account'],
  ['events', 'Events'],
] as const
const assets = fileURLToPath(new URL('../../apps/console/dist/assets', import.meta.url))

/** These tests cover the most important checks of web page auditing tools. */
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
    '%s: has names for all elements, no console errors, and no third-party requests',
    async (name, title) => {
      opened ??= await shown.open()
      const { page, complaints, requested } = opened
      await page.goto(`${shown.origin}/#/${name}`)
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) }).waitFor()
      await page.locator('main').locator('input, button, a').first().waitFor()
      expect(await unnamed(page)).toEqual([])
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

/** Lists buttons, links and fields without an accessible name. */
function unnamed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isNamed = (element: Element) => {
      const labelled = element.getAttribute('aria-labelledby')
      const label =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
          ? [...(element.labels ?? [])].map((one) => one.textContent).join('')
          : ''
      const text =
        element.getAttribute('aria-label') ?? (labelled && document.getElementById(labelled)?.textContent) ?? ''
      return `${text}${label}${element.textContent}${element.getAttribute('title') ?? ''}`.trim() !== ''
    }
    const all = [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, textarea, summary')]
    const pictures = [...document.querySelectorAll('img:not([alt])')]
    return [...all.filter((element) => !isNamed(element)), ...pictures].map((element) =>
      element.outerHTML.slice(0, 120),
    )
  })
}
