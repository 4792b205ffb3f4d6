import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { type ConsoleUnderTest, type OpenPage, startConsole } from './support/console.ts'
import { box, eventually, roadLink, waysIn } from './support/plan-page.ts'

const five = '-34.9059,-56.1913;-34.8941,-56.1527;-34.9094,-56.1653;-34.8836,-56.0819;-34.9011,-56.1645'

/** These tests use the limits of the trial: 2 requests per second and bursts of 4. */
describe.skipIf(!requireOrSkip('chromium'))('the console with a trial key', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage
  let page: Page
  /** Every error that a page has shown. */
  const errors: string[] = []

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path)
    shown = await startConsole({ store: { dataDir: folder.path }, withoutMap: true })
    open = await shown.open('#/account')
    page = open.page
    // Pages send several requests at once. The speed of the machine determines how many exceed the rate, so the test
    // always rejects every second request.
    let requests = 0
    await page.route('**/v1/**', async (route) => {
      if (requests++ % 2 === 1) await route.continue()
      else
        await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { busy: true, detail: 'Too fast' } })
    })
    await page.exposeFunction('reportError', (text: string) => errors.push(text))
    await page.evaluate(() => {
      const report = (globalThis as unknown as { reportError(text: string): void }).reportError
      new MutationObserver(() => {
        for (const alert of document.querySelectorAll('.failure')) report(alert.textContent ?? '')
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Get a trial key' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  const visit = async (hash: string) => {
    await page.evaluate((value) => {
      location.hash = value
    }, hash)
  }

  test('waits for the rate of the key instead of showing an error', async () => {
    await visit(roadLink)
    await waysIn(page).first().waitFor()
    for (const name of ['From', 'To']) await eventually(() => box(page, name).inputValue()).not.toMatch(/^(-?\d.*)?$/)
    for (let turn = 0; turn < 4; turn++) await page.getByRole('button', { name: 'Swap' }).click()
    await waysIn(page).first().waitFor()
    await visit(`#/matrix?points=${five}`)
    await eventually(() => page.getByRole('table').getByRole('link').count()).toBe(20)
    await visit('#/live')
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    await visit('#/account')
    await page.getByText(/Plan trial: 2 requests per second/).waitFor()
    await visit(roadLink)
    await waysIn(page).first().waitFor()
    expect(errors).toEqual([])
    expect(open.complaints).toEqual([])
  })
})
