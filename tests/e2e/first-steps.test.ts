import type { NearbyReply } from '@fairway/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, PHONE_OPTIONS, startConsole } from './support/console.ts'
import { eventually, roadLink, waysIn } from './support/plan-page.ts'

/** These tests start at the first screen of a service that was started with `npm start`, and have no key. */
describe.skipIf(!requireOrSkip('chromium'))('first steps in the console', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'water')
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: { FAIRWAY_ANONYMOUS_BURST: '1000', FAIRWAY_MAP_TILES: 'true', FAIRWAY_LOCAL_KEYS: 'true' },
    })
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  /** For tests that check only the panel. */
  const panelOnly = { locale: 'en-US', withoutMap: true } as const
  const suggestion = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) })

  test('a simulated van starts with one click, leaves its route and gets a new one, without a key', async () => {
    const { page, close } = await shown.open()
    const places: string[] = []
    page.on('response', async (reply) => {
      if (!reply.url().includes('/v1/nearby?')) return
      for (const { at } of ((await reply.json()) as NearbyReply).places) places.push(String(at))
    })
    const planned = page.waitForRequest((sent) => sent.method() === 'POST' && /\/assets\/.*\/route$/.test(sent.url()))
    await suggestion(page, 'Follow a van live').click()
    // The van drives between known places. The service would reject a position in the sea.
    const { from, to } = (await planned).postDataJSON()
    expect(places).toContain(String(from))
    expect(places).toContain(String(to))
    const leave = page.getByRole('button', { name: 'Leave the route', exact: true })
    await leave.waitFor()
    await eventually(() => page.getByRole('region', { name: 'Simulator' }).textContent()).toMatch(/\d+ positions? sent/)
    await page.getByRole('button', { name: '× 4' }).click()
    await leave.click()
    await page.getByRole('button', { name: 'Use new route', exact: true }).click()
    await eventually(() => page.getByRole('list', { name: 'Fleet' }).textContent()).toContain('On route')
    // The link of the demo does not start it again.
    expect(await page.evaluate('location.hash')).not.toContain('example')
    await close()
  })

  test('pages that need a key offer one for this machine', async () => {
    const { page, close } = await shown.open('#/geofences', panelOnly)
    await page.getByRole('button', { name: 'Use a local key', exact: true }).click()
    await page.getByRole('button', { name: 'Draw a circle', exact: true }).waitFor()
    await close()
  })

  test('the logo opens the first screen again, and Back returns to the route', async () => {
    const { page, close } = await shown.open(roadLink, panelOnly)
    await waysIn(page).first().waitFor()
    await page.getByRole('link', { name: 'Fairway', exact: true }).click()
    await suggestion(page, 'Ship to Singapore').waitFor()
    expect(await page.getByRole('combobox', { name: 'From', exact: true }).inputValue()).toBe('')
    await page.getByRole('button', { name: /The map shows an example/ }).waitFor()
    await page.goBack()
    await waysIn(page).first().waitFor()
    await close()
  })

  test('drawing an area ends when the user changes the mode or opens the first screen', async () => {
    const { page, close } = await shown.open()
    const bar = page.getByText('Click on the map to draw the corners of the area to avoid.', { exact: true })
    const startDrawing = async () => {
      await page.getByRole('button', { name: 'Avoid area', exact: true }).click()
      await bar.waitFor()
    }
    await page.locator('[data-drawn="true"]').waitFor()
    await startDrawing()
    await page.getByRole('tab', { name: 'Sea', exact: true }).click()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Road', exact: true }).click()
    await startDrawing()
    await page.getByRole('link', { name: 'Fairway', exact: true }).click()
    await bar.waitFor({ state: 'detached' })
    await close()
  })

  test('the example avoids an area that the user draws, and keeps the area when it is opened', async () => {
    const { page, close } = await shown.open()
    const example = page.getByRole('button', { name: /The map shows an example/ })
    await example.waitFor()
    await page.locator('[data-drawn="true"]').waitFor()
    await page.getByRole('button', { name: 'Avoid area', exact: true }).click()
    const request = page.waitForRequest((sent) => sent.postData()?.includes('avoid_areas') === true)
    await page.getByRole('button', { name: 'Use the map center', exact: true }).click()
    expect(new URL((await request).url()).pathname).toBe('/v1/route')
    await example.click()
    await waysIn(page).first().waitFor()
    expect(await page.evaluate('location.hash')).toMatch(/from=.*to=.*areas=/)
    await close()
  })

  test('the command menu opens pages and plans routes to places, with the keyboard alone', async () => {
    const { page, close } = await shown.open('', panelOnly)
    const menu = page.getByRole('dialog', { name: 'Commands', exact: true })
    await page.getByRole('button', { name: 'Search pages, actions and places', exact: true }).waitFor()
    const openMenu = async () => {
      await page.keyboard.press('Control+k')
      await menu.getByRole('combobox').waitFor()
    }
    await openMenu()
    await page.keyboard.type('distances')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Matrix/ }).waitFor()
    await menu.waitFor({ state: 'detached' })
    await openMenu()
    await expectAccessible(page, 'open command menu')
    await page.keyboard.type('Tres Cruces')
    await menu
      .getByRole('option', { name: /^Directions to .*Tres Cruces/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    const destination = page.getByRole('combobox', { name: 'To', exact: true })
    await eventually(() => destination.inputValue()).toContain('Tres Cruces')
    await openMenu()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await close()
  })

  test('a delivery day counts its stops without the depot and shows all times in the same format', async () => {
    const { page, close } = await shown.open('', panelOnly)
    await suggestion(page, 'Plan a delivery day').click()
    const timeline = page.getByRole('region', { name: 'Timeline', exact: true })
    await timeline.waitFor()
    await page.getByText('15 stops and the depot', { exact: true }).waitFor()
    expect(await timeline.locator('.timeline-ticks').textContent()).toMatch(/^(\d{1,2}:\d\d\s[AP]M)+$/)
    expect(await page.getByRole('list', { name: 'Stops', exact: true }).textContent()).toMatch(/8:30\sAM–11:00\sAM/)
    expect(await page.getByRole('checkbox', { name: 'Show my order' }).isChecked()).toBe(false)
    const names = await page.getByRole('list', { name: 'Stops', exact: true }).locator('li').allTextContents()
    expect(names.filter((name) => /^\d*Pharmacy(demand|$)/.test(name))).toEqual([])
    await close()
  })

  test('on a phone, suggestions are above the navigation bar and times stay inside the timeline', async () => {
    const { page, close } = await shown.open('', { ...PHONE_OPTIONS, ...panelOnly })
    const first = suggestion(page, 'Plan a delivery day')
    const bar = page.getByRole('navigation')
    await first.waitFor()
    const [card, navigation] = [await first.boundingBox(), await bar.boundingBox()]
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0)
    expect(await page.getByRole('combobox', { name: 'From', exact: true }).getAttribute('placeholder')).toContain('tap')
    // The suggestion for the selected mode comes first, and must not be outside the row that scrolls sideways.
    for (const [mode, title] of [
      ['Drone', 'Fly around an airport'],
      ['Road', 'Plan a delivery day'],
    ] as const) {
      await page.getByRole('tab', { name: mode, exact: true }).tap()
      await expect.poll(async () => (await suggestion(page, title).boundingBox())?.x).toBe(card?.x)
    }
    await first.tap()
    const ticks = page.locator('.timeline-ticks span')
    await ticks.first().waitFor()
    for (const tick of await ticks.all()) {
      const box = await tick.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
      expect(box?.height).toBeLessThan(24)
    }
    // Many pharmacies differ only in the ends of their names.
    const names = page.getByRole('list', { name: 'Stops on tour 1' }).getByRole('button')
    expect(await names.count()).toBeGreaterThan(0)
    expect(await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length)).toBe(0)
    // On a phone, a tapped stop is moved with buttons.
    const rows = page.getByRole('region', { name: 'Timeline', exact: true }).locator('.timeline-row')
    const count = (row: number) => rows.nth(row).locator('.visit').count()
    const before = [await count(0), await count(1)] as const
    await rows.nth(0).locator('.visit').first().tap()
    await page.getByLabel('Vehicle of this stop').selectOption('Vehicle 2')
    await expect.poll(async () => [await count(0), await count(1)]).toEqual([before[0] - 1, before[1] + 1])
    const change = page.getByText(/^Changed by hand: /)
    // The text has the whole width, so it needs few lines.
    expect((await change.boundingBox())?.width).toBeGreaterThan(300)
    await page.getByLabel('Vehicle of this stop').selectOption('Not assigned')
    await page.getByText(/^One stop is left out:/).waitFor()
    await page.getByRole('button', { name: /^!: .*, not assigned: you removed it from all tours/ }).waitFor()
    await expectAccessible(page, 'delivery day with an unassigned stop on a phone')
    await page.goto(`${shown.origin}/#/plan?start=1`)
    await suggestion(page, 'Follow a van live').tap()
    await eventually(() => page.getByRole('region', { name: 'Simulator' }).textContent()).toMatch(/\d+ positions? sent/)
    await page.getByRole('region', { name: 'Demo van', exact: true }).waitFor()
    await expectAccessible(page, 'simulated van on a phone')
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await close()
  })
})
