import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'
import { eventually, pin, roadLink, tipOf, waysIn } from './support/plan-page.ts'

const ENDS_AT = '2099-01-02T03:00:00Z'
/** Incidents of the test: the closed street from the guide, and road work on the route. */
const incidents = [
  { id: 'flood', kind: 'closure', at: [-34.8887, -56.1473], description: 'Flood', ends_at: ENDS_AT },
  { id: 'works', kind: 'roadworks', at: [-34.886048, -56.104501], delay_min: 0.3 },
]

/** Simulates a finger that drags in many small steps. */
async function dragFinger(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (let step = 1; step <= 12; step++) {
    await touch('touchMove', [{ x: from.x + (by.x * step) / 12, y: from.y + (by.y * step) / 12 }])
    await page.waitForTimeout(25)
  }
  await touch('touchEnd', [])
  await session.detach()
}

/** Simulates a finger that rests on the page longer than the 500 ms of a long press. */
async function pressLong(page: Page, at: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await page.waitForTimeout(700)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

describe.skipIf(!requireOrSkip('chromium'))('console on a phone', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage
  let page: Page

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'water')
    const store = { dataDir: folder.path }
    shown = await startConsole({ store, env: { FAIRWAY_ANONYMOUS_BURST: '1000', FAIRWAY_MAP_TILES: 'true' } })
    const feed = join(folder.path, 'incidents.json')
    await writeFile(feed, JSON.stringify({ incidents }))
    expect((await runCli(['traffic', 'load', feed], { store })).code).toBe(0)
    open = await shown.open(roadLink, { ...PHONE_OPTIONS, reducedMotion: 'reduce' })
    page = open.page
    await waysIn(page).first().waitFor()
    await pin(page, 'To').waitFor()
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  test('is accessible with a route, and with the menu of the other pages open', async () => {
    await page.getByRole('heading', { name: 'Steps', exact: true }).waitFor({ state: 'attached' })
    await expectAccessible(page, 'route on a phone')
    const more = page.getByRole('button', { name: 'More', exact: true })
    await more.click()
    await page.getByRole('link', { name: 'Account', exact: true }).waitFor()
    await expectAccessible(page, 'open menu of the pages on a phone')
    await page.keyboard.press('Escape')
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('false')
  })

  test('shows every page of the bar, the documentation link and the theme switch', async () => {
    for (const name of ['Plan', 'Optimize', 'Matrix', 'Nearby', 'Live', 'Account', 'Docs']) {
      if (await page.getByRole('link', { name, exact: true }).isHidden()) {
        await page.getByRole('button', { name: 'More', exact: true }).click()
      }
      const box = await page.getByRole('link', { name, exact: true }).boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
      expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(844)
    }
    const colours = await page.getByRole('button', { name: /^Colors/ }).boundingBox()
    expect((colours?.x ?? 0) + (colours?.width ?? 999)).toBeLessThanOrEqual(390)
  })

  test('opens the map sources with one tap, and covers nothing before that', async () => {
    const sign = page.getByRole('button', { name: 'Map sources' })
    const credits = page.getByRole('region', { name: 'Map sources' })
    const before = await credits.boundingBox()
    expect((before?.width ?? 999) * (before?.height ?? 999)).toBeLessThan(60 * 50)
    await sign.tap()
    await expect
      .poll(() => credits.getByRole('link', { name: '© OpenStreetMap contributors' }).getAttribute('href'))
      .toContain('openstreetmap.org/copyright')
    await expect.poll(() => credits.textContent()).not.toContain('corridors')
    await sign.tap()
    await expect.poll(() => credits.getByRole('link').count()).toBe(0)
  })

  test('shows traffic events as signs with a description, by touch and by keyboard', async () => {
    await page.getByRole('region', { name: 'Legend' }).getByText('incident').waitFor()
    const flood = page.getByRole('button', { name: /^Flood, until / })
    await flood.waitFor()
    await page.getByRole('button', { name: 'Road work', exact: true }).waitFor()
    await flood.tap()
    const words = page.getByRole('region', { name: 'Flood', exact: true })
    await words.waitFor()
    await expect.poll(() => words.textContent()).toMatch(/^FloodClosure.*Until .*2/)
    await open.screenshot('plan-incident')
    await page.keyboard.press('Escape')
    await words.waitFor({ state: 'detached' })
    await flood.focus()
    await page.keyboard.press('Enter')
    await words.waitFor()
    await page.keyboard.press('Escape')
    await words.waitFor({ state: 'detached' })
    await expect.poll(() => flood.evaluate((element) => element === document.activeElement)).toBe(true)
    // A marker is not a map position, so a touch on it triggers no request.
    await expect.poll(() => page.getByText('Via here').count()).toBe(0)
  })

  test('drags a pin without the line', async () => {
    await page.locator('.map-room[data-drawn="true"]').waitFor()
    for (const [name, by] of [
      ['To', { x: -40, y: 30 }],
      ['From', { x: 30, y: 20 }],
    ] as const) {
      const before = page.url()
      const tip = await tipOf(pin(page, name))
      await dragFinger(page, { x: tip.x, y: tip.y - 14 }, by)
      await eventually(() => page.url()).not.toBe(before)
      await expect.poll(() => page.url()).not.toContain('via=')
    }
  })

  test('shows more of the panel or of the map when its handle is tapped', async () => {
    const height = async () => (await page.getByRole('main').boundingBox())?.height ?? 0
    const before = await height()
    await page.getByRole('button', { name: 'Show the whole panel' }).tap()
    await expect.poll(height).toBeGreaterThan(before + 200)
    await page.getByRole('button', { name: 'Show the map' }).tap()
    await expect.poll(height).toBe(before)
    // The map fills the screen, and the panel lies over it.
    const map = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox()
    expect(map).toMatchObject({ x: 0, width: 390 })
    expect((map?.y ?? 0) + (map?.height ?? 0)).toBeGreaterThan(844 - before + 100)
    const dragHandle = async (by: number) => {
      // A handle that still moves would not be under the finger.
      await (await page.locator('.sheet-handle').elementHandle())?.waitForElementState('stable')
      const handle = await page.locator('.sheet-handle').boundingBox()
      if (!handle) throw new Error('there is no handle')
      await dragFinger(page, { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 }, { x: 0, y: by })
    }
    await dragHandle(before)
    await expect.poll(height).toBeLessThan(before - 100)
    await dragHandle(-600)
    await expect.poll(height).toBeGreaterThan(before + 200)
    await page.getByRole('button', { name: 'Show the map' }).tap()
    await expect.poll(height).toBe(before)
    await page.getByRole('button', { name: 'Show the whole panel' }).focus()
    await page.waitForTimeout(600)
    await page.keyboard.press('Enter')
    await expect.poll(height).toBeGreaterThan(before + 200)
    await page.keyboard.press('ArrowDown')
    await expect.poll(height).toBe(before)
  })

  test('a tap on the handle activates nothing below the finger when the sheet has moved', async () => {
    await page.evaluate(() => {
      document.addEventListener('click', ({ target }) => document.body.setAttribute('data-clicked', String(target)))
    })
    await page.locator('.sheet-handle').tap()
    await page.getByRole('button', { name: 'Show the map' }).tap()
    await page.getByRole('button', { name: 'Show the whole panel' }).waitFor()
    expect(await page.locator('body').getAttribute('data-clicked')).toBeNull()
  })

  test('opens the menu of the map with a long press, above the panel, until the user closes it', async () => {
    const menu = page.getByRole('region', { name: /^Position / })
    await pressLong(page, { x: 150, y: 250 })
    await menu.getByRole('button', { name: 'Via here', exact: true }).waitFor()
    const panel = await page.getByRole('main').boundingBox()
    const bottom = async () => {
      const box = await menu.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 999)
    }
    await expect.poll(bottom).toBeLessThanOrEqual(panel?.y ?? 0)
    await expectAccessible(page, 'menu of the map on a phone')
    await menu.getByRole('button', { name: 'What is here?', exact: true }).tap()
    const here = page.getByRole('region', { name: 'What is here', exact: true })
    await eventually(() => here.getByRole('status').textContent()).toContain('Montevideo')
    await page.getByRole('button', { name: 'Close popup' }).tap()
    await here.waitFor({ state: 'detached' })
  })

  test('avoids an area whose corners are tapped on the map', async () => {
    await page.getByRole('button', { name: 'Avoid area', exact: true }).tap()
    for (const [index, [x, y]] of [
      [160, 180],
      [220, 180],
      [220, 240],
    ].entries()) {
      await page.touchscreen.tap(x ?? 0, y ?? 0)
      await expect.poll(() => page.getByRole('button', { name: /^(Corner|Finish the area)/ }).count()).toBe(index + 1)
    }
    await expectAccessible(page, 'area that is being drawn on a phone')
    const request = page.waitForRequest((sent) => sent.postData()?.includes('avoid_areas') === true)
    await page.getByRole('button', { name: 'Finish', exact: true }).tap()
    const [[first, second, third]] = (await request).postDataJSON().avoid_areas
    // The first two corners have the same y, and the last two corners have the same x.
    expect(second[0]).toBeCloseTo(first[0], 5)
    expect(third[1]).toBeCloseTo(second[1], 5)
    expect(second[1] - first[1]).toBeGreaterThan(0.001)
    expect(second[0] - third[0]).toBeGreaterThan(0.001)
    const remove = page.getByRole('button', { name: 'Remove area 1' })
    expect((await remove.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    await expectAccessible(page, 'area to avoid on a phone')
    await remove.tap()
    await expect.poll(() => page.url()).not.toContain('areas=')
  })

  test('applies predefined preferences, and shows the errors of custom rules', async () => {
    await page.getByText('Options', { exact: true }).tap()
    const preferences = page.getByLabel('Preferences', { exact: true })
    const request = page.waitForRequest((sent) => sent.postData()?.includes('"model"') === true)
    await preferences.selectOption('Quiet roads')
    expect((await request).postDataJSON().model.rules).toMatchObject([{ priority: { multiply: 0.2 } }])
    await preferences.selectOption('Custom rules')
    const editor = page.getByLabel('Rules (JSON)', { exact: true })
    await editor.fill('{"rules": []}')
    await page.getByText('The model has 0 rules; give 1 to 200.').waitFor()
    expect(await page.getByRole('button', { name: 'Apply rules' }).isDisabled()).toBe(true)
    await expectAccessible(page, 'custom rules on a phone')
    await preferences.selectOption('Default')
    await expect.poll(() => page.url()).not.toContain('model=')
  })

  test('moves stops with buttons large enough for a finger', async () => {
    await page.getByRole('button', { name: 'Add a stop' }).click()
    const move = await page.getByRole('button', { name: 'Move To up' }).boundingBox()
    expect(move?.width).toBeGreaterThanOrEqual(44)
    expect(move?.height).toBeGreaterThanOrEqual(28)
  })

  test('finds the extract of a city, and shows how to add it', async () => {
    await page.goto(`${shown.origin}/#/plan?start=1`)
    await page.getByText('Add your city', { exact: true }).tap()
    await page.getByLabel('City, state or country').fill('munich')
    // The results are below the box, and the panel opens completely so that they are visible.
    await page.getByRole('button', { name: 'Show the map' }).waitFor()
    await page.getByRole('list', { name: 'Extracts' }).getByRole('button').first().tap()
    const file = page.getByRole('link', { name: 'Download Muenchen.osm.pbf', exact: true })
    expect(await file.getAttribute('href')).toBe('https://download.bbbike.org/osm/bbbike/Muenchen/Muenchen.osm.pbf')
    await page.getByText('npx fairway regions add ./Muenchen.osm.pbf', { exact: true }).waitFor()
    const copy = await page.locator('.command').getByRole('button', { name: 'Copy', exact: true }).boundingBox()
    expect((copy?.x ?? 0) + (copy?.width ?? 999)).toBeLessThanOrEqual(390)
    await expectAccessible(page, 'extract of a city on a phone')
  })

  test('has no console errors', () => {
    expect(open.complaints).toEqual([])
  })
})
