import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'
import { eventually } from './support/plan-page.ts'

const run = promisify(execFile)
const still = { reducedMotion: 'reduce' } as const
const here = '-34.9058,-56.1882'

const placesIn = (page: Page) => page.getByRole('list', { name: 'Places' }).locator('> li')
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.skipIf(!requireOrSkip('chromium'))('Nearby page', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path)
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: { FAIRWAY_ANONYMOUS_BURST: '40', FAIRWAY_ANONYMOUS_PER_SECOND: '2' },
    })
    open = await shown.open(`#/nearby?at=${here}&pin=1`, still)
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  test('has a button for each category, which list places with road distance, hours, phone and address', async () => {
    const { page } = open
    await eventually(() => page.locator('.categories').getByRole('button').count()).toBe(15)
    await choose(page, 'Fuel')
    await eventually(() => placesIn(page).count()).toBeGreaterThan(3)
    await eventually(() => placesIn(page).first().textContent()).toMatch(/by road \([\d.]+ k?m in a straight line\)/)
    const all = async () => (await placesIn(page).allTextContents()).join('\n')
    await eventually(all).toContain('always open')
    await eventually(all).toMatch(/\+598/)
    await expect.poll(() => page.url()).toContain('category=fuel')
    await page.getByRole('button', { name: /^1, / }).waitFor()
    await open.screenshot('nearby')
    await expectAccessible(page, 'nearby places')
  })

  test('finds places by words in any language, and says which words it knows', async () => {
    const { page } = open
    const words = page.getByLabel('What', { exact: true })
    const names = async () => (await placesIn(page).allTextContents()).join('\n')
    await choose(page, 'Pharmacy')
    await eventually(names).toContain('San Roque')
    const pharmacies = await names()
    await words.fill('farmacia')
    await words.press('Enter')
    await eventually(() => page.url()).toContain('q=farmacia')
    await expect.poll(() => page.locator('.categories [aria-pressed=true]').count()).toBe(0)
    await eventually(names).toBe(pharmacies)
    await words.fill('pizza')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await eventually(() => page.url()).toContain('q=pizza')
    await eventually(names).toContain('La Isla')
    expect(await names()).not.toContain('San Roque')
    await page.goBack()
    await eventually(names).toBe(pharmacies)
    await expect.poll(() => words.inputValue()).toBe('farmacia')
    await words.fill('qqqxyzzz')
    await words.press('Enter')
    await eventually(() => page.getByRole('alert').textContent()).toMatch(
      /^“qqqxyzzz” is not a known kind of place; try words such as /,
    )
    await choose(page, 'Fuel')
    await eventually(() => page.getByRole('alert').count()).toBe(0)
    await eventually(() => placesIn(page).count()).toBeGreaterThan(3)
    await expect.poll(() => words.inputValue()).toBe('')
  })

  test('selects a place in the list by its pin, and links to its route', async () => {
    const { page } = open
    await page.getByRole('button', { name: /^3, / }).press('Enter')
    await eventually(() => placesIn(page).nth(2).getByRole('button').getAttribute('aria-pressed')).toBe('true')
    const link = await placesIn(page).nth(2).getByRole('link', { name: 'Route there' }).getAttribute('href')
    expect(link).toMatch(/^#\/plan\?mode=road&from=-34\.9058,-56\.1882&to=-34\.\d+,-56\.\d+$/)
  })

  test('filters to places known to be open now, and shows straight distances without roads', async () => {
    const { page } = open
    await page.getByLabel('Open now').check()
    await eventually(() => page.getByText(/opening hours unknown for/).count()).toBe(1)
    const count = await placesIn(page).count()
    await expect.poll(() => page.locator('.is-open').count()).toBe(count)
    await page.getByLabel('By road').uncheck()
    await eventually(() => placesIn(page).first().textContent()).toContain('in a straight line')
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const { stdout } = await run('bash', ['-c', `${command} -s`])
    expect(JSON.parse(stdout).places.length).toBeGreaterThanOrEqual(count)
    await page.getByLabel('Open now').uncheck()
    await page.getByLabel('By road').check()
  })

  test('reports a rate limit with its retry time, and retries by itself', async () => {
    const { page } = open
    // The console does not report shorter pauses.
    const refusal = {
      status: 429,
      headers: { 'retry-after': '3' },
      json: { busy: true, detail: 'Rate limit exceeded' },
    }
    await page.route('**/v1/nearby?*', (route) => route.fulfill(refusal), { times: 1 })
    await choose(page, 'Hotel')
    await page.getByText(/Retrying in \d+ s/).waitFor()
    await open.screenshot('nearby-429')
    await eventually(() => page.getByRole('alert').count()).toBe(0)
    await eventually(() => placesIn(page).count()).toBeGreaterThan(0)
  })

  test('names the available maps where there is none', async () => {
    const { page } = open
    const around = page.getByRole('combobox', { name: 'Near' })
    await around.fill('48.137, 11.575')
    await around.press('Enter')
    await eventually(() => page.getByRole('main').textContent()).toMatch(/montevideo/)
    await expect.poll(() => around.inputValue()).toContain('48.137')
    await open.screenshot('nearby-outside')
  })

  test('does not overflow on a phone, and the previous page leaves no frame around the options', async () => {
    const phone = await shown.open('#/plan', { ...PHONE_OPTIONS, ...still, colorScheme: 'dark' })
    await phone.page.getByText('Options', { exact: true }).waitFor()
    await phone.page.goto(`${shown.origin}/#/nearby?at=${here}&category=food`)
    await eventually(() => placesIn(phone.page).count()).toBeGreaterThan(3)
    await phone.page.getByRole('button', { name: /^1, / }).waitFor()
    await phone.page.locator('[data-drawn=true]').waitFor()
    await expect
      .poll(() => phone.page.evaluate(() => document.querySelector('main')?.scrollWidth))
      .toBeLessThanOrEqual(390)
    const frame = phone.page.locator('.row').filter({ has: phone.page.getByLabel('By road') })
    await expect.poll(() => frame.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px')
    const around = phone.page.getByRole('combobox', { name: 'Near' })
    expect((await around.getAttribute('placeholder'))?.length).toBeLessThan(40)
    await phone.screenshot('nearby-phone')
    await expectAccessible(phone.page, 'nearby places on a phone')
    expect(phone.complaints).toEqual([])
    const words = phone.page.getByLabel('What', { exact: true })
    await words.fill('bakery')
    await phone.page.getByRole('button', { name: 'Show the map' }).waitFor()
    await words.press('Enter')
    await phone.page.getByRole('button', { name: 'Show the whole panel' }).waitFor()

    // During an outage, the message appears on the map until the panel shows its own message. The phone is small so that
    // the panel message is out of view with any font.
    await phone.page.setViewportSize({ width: 390, height: 600 })
    await phone.page.route('**/v1/**', (route) => route.abort())
    await choose(phone.page, 'Fuel')
    await phone.page.getByRole('alert').waitFor()
    const banner = phone.page.getByText('Retrying automatically.')
    const main = phone.page.getByRole('main')
    await eventually(async () => {
      const [said, panel] = [await banner.boundingBox({ timeout: 1000 }).catch(() => null), await main.boundingBox()]
      return said !== null && panel !== null && said.y + said.height <= panel.y
    }).toBe(true)
    // The panel shows another alert after each automatic attempt.
    const tryNow = phone.page.getByRole('button', { name: 'Try now' })
    await eventually(() =>
      tryNow
        .scrollIntoViewIfNeeded()
        .then(() => true)
        .catch(() => false),
    ).toBe(true)
    await banner.waitFor({ state: 'detached' })
    await phone.close()
  })

  test('has no console errors', () => {
    expect(open.complaints).toEqual([])
  })
})
