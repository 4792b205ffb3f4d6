import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mirror, startMirror } from '../../apps/server/commands/regions/testing/mirror-server.ts'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, startConsole } from './support/console.ts'
import {
  box,
  centrePosition,
  eastPosition,
  eventually,
  firstAnswer,
  roadLink,
  told,
  waysIn,
} from './support/plan-page.ts'

const still = { reducedMotion: 'reduce', viewport: { width: 1000, height: 680 } } as const
/** A position on the Río de la Plata, inside the map but far from all roads. */
const onWater = '-34.93,-56.25'
/** Vienna, which no loaded map contains. */
const elsewhere = '48.2,16.37'
const area = '-34.901,-56.17_-34.901,-56.168_-34.903,-56.168'
const extract = Buffer.from(
  `<osm version="0.6"><node id="1" lat="42.5" lon="1.5"/><node id="2" lat="42.51" lon="1.52"/>
  <way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`,
)

describe.skipIf(!requireOrSkip('chromium'))('tools of the console', () => {
  let folder: TempDir
  let mirror: Mirror
  let shown: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'water')
    mirror = await startMirror('/europe/andorra-latest.osm.pbf', extract)
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: {
        FAIRWAY_ANONYMOUS_BURST: '1000',
        FAIRWAY_MAP_TILES: 'true',
        FAIRWAY_MAP_UPLOAD_MB: '1',
        FAIRWAY_MIRROR_URL: mirror.url,
      },
    })
    open = await shown.open(roadLink, still)
    await firstAnswer(open.page)
  })
  afterAll(async () => {
    await shown?.close()
    await mirror?.close()
    await folder?.dispose()
  })

  const show = async (hash: string): Promise<Page> => {
    await open.page.goto(`${shown.origin}/${hash}`)
    return open.page
  }
  const steps = () => open.page.locator('.steps').getByRole('button')

  describe('the view of a turn', () => {
    const bar = (step: number | string) => open.page.getByRole('region', { name: new RegExp(`^Step ${step} of`) })
    const tilt = () => open.page.getByRole('button', { name: '3D: tilt the map' }).getAttribute('aria-pressed')

    test('tilts the map, walks through the steps by keys and buttons, and returns with Escape', async () => {
      const { page } = open
      await steps().nth(1).click()
      await bar(2).waitFor()
      await eventually(tilt).toBe('true')
      expect(await steps().nth(1).getAttribute('aria-current')).toBe('step')
      const details = await steps().nth(1).locator('small').textContent()
      await bar(2)
        .getByText(`2 of ${await steps().count()} · ${details}`, { exact: true })
        .waitFor()
      await expectAccessible(page, 'view of a turn')
      await page.keyboard.press('ArrowRight')
      await bar(3).waitFor()
      await bar(3).getByRole('button', { name: 'Previous step' }).click()
      await bar(2).getByRole('button', { name: 'Previous step' }).click()
      await bar(1).waitFor()
      expect(await bar(1).getByRole('button', { name: 'Previous step' }).isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      await bar('\\d+').waitFor({ state: 'detached' })
      await eventually(tilt).toBe('false')
      expect(await steps().nth(0).getAttribute('aria-current')).toBeNull()
    })

    test('ends when the route changes, and arrow keys in a box stay there', async () => {
      const { page } = open
      await steps().nth(1).click()
      await bar(2).waitFor()
      await box(page, 'From').focus()
      await page.keyboard.press('ArrowRight')
      expect(await bar(2).count()).toBe(1)
      await page.getByRole('button', { name: 'Swap' }).click()
      await bar('\\d+').waitFor({ state: 'detached' })
      await eventually(tilt).toBe('false')
    })
  })

  describe('drawn areas', () => {
    const requested: { avoid_areas?: unknown[] }[] = []
    const list = () => open.page.getByRole('region', { name: 'Areas to avoid' })

    test('are renamed, hidden and removed, and the link keeps their names', async () => {
      const page = await show(`${roadLink}&areas=${area};${area}*Harbor works`)
      page.on('request', (request) => {
        if (request.url().endsWith('/v1/route')) requested.push(JSON.parse(request.postData() ?? '{}'))
      })
      await list().getByRole('button', { name: 'Area 1', exact: true }).waitFor()
      await list().getByRole('button', { name: 'Harbor works', exact: true }).waitFor()
      await waysIn(page).first().waitFor()
      await expectAccessible(page, 'list of areas')
      const sent = requested.length
      await list().getByRole('button', { name: 'Rename area 1' }).click()
      await page.getByRole('textbox', { name: 'Name of area 1' }).fill(' Parade; 50 % ')
      await page.keyboard.press('Enter')
      await list().getByRole('button', { name: 'Parade; 50 %', exact: true }).waitFor()
      expect(requested.length, 'a name does not change the route').toBe(sent)
      await page.reload()
      await list().getByRole('button', { name: 'Parade; 50 %', exact: true }).waitFor()
      await list().getByRole('button', { name: 'Rename Harbor works' }).click()
      await page.keyboard.type('Other')
      await page.keyboard.press('Escape')
      await list().getByRole('button', { name: 'Harbor works', exact: true }).waitFor()
      await list().getByRole('button', { name: 'Hide Parade; 50 %' }).click()
      await eventually(() => requested.at(-1)?.avoid_areas?.length).toBe(1)
      await list().getByText('Routes may enter hidden areas.').waitFor()
      await list().getByRole('button', { name: 'Remove Harbor works' }).click()
      await eventually(() => requested.at(-1)?.avoid_areas).toBe(undefined)
      await list().getByRole('button', { name: 'Show Parade; 50 %' }).click()
      await eventually(() => requested.at(-1)?.avoid_areas?.length).toBe(1)
    })
  })

  describe('shortcuts', () => {
    const dialog = () => open.page.getByRole('dialog', { name: 'Keyboard shortcuts' })

    test('open pages by one letter, but not while the user types', async () => {
      const page = await show('#/plan?start=1')
      await box(page, 'From').waitFor()
      await page.locator('body').press('m')
      await expect.poll(() => page.url()).toContain('#/match')
      await page.locator('body').press('p')
      await expect.poll(() => page.url()).toContain('#/plan')
      await page.locator('body').press('/')
      await expect.poll(() => box(page, 'From').evaluate((input) => input === document.activeElement)).toBe(true)
      await page.keyboard.type('mo')
      expect(await box(page, 'From').inputValue()).toBe('mo')
      expect(page.url()).toContain('#/plan')
    })

    test('are listed under the question mark and in the command menu, and can be turned off', async () => {
      const page = await show('#/match')
      await page.getByRole('heading', { name: 'Match' }).waitFor()
      await page.locator('body').press('?')
      await dialog().getByText('Isochrones').waitFor()
      await expectAccessible(page, 'list of shortcuts')
      await page.locator('body').press('p')
      expect(page.url(), 'an open dialog takes no shortcuts').toContain('#/match')
      await dialog().getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await page.locator('body').press('p')
      await page.keyboard.press('Control+K')
      const option = page.getByRole('option', { name: /^Optimize/ })
      await option.waitFor()
      expect(page.url()).toContain('#/match')
      expect(await option.locator('kbd').count()).toBe(0)
      await page.getByRole('combobox', { name: 'Search pages, actions and places' }).fill('keyboard')
      await page.keyboard.press('Enter')
      await dialog().getByRole('checkbox', { name: 'Single-key shortcuts' }).check()
      await dialog().getByRole('button', { name: 'Close' }).click()
      await page.keyboard.press('Control+K')
      await expect.poll(() => option.locator('kbd').textContent()).toBe('O')
      await page.keyboard.press('Escape')
    })
  })

  describe('a refusal', () => {
    const fix = (name: string) => open.page.locator('.fixes').getByRole('button', { name, exact: true })

    test.each([
      ['plan', `#/plan?mode=road&from=${centrePosition}&to=${onWater}`, 'the destination'],
      ['matrix', `#/matrix?points=${centrePosition};${onWater}`, 'point 2'],
      ['isochrones', `#/isochrone?points=${onWater}`, 'point 1'],
      ['optimize', `#/optimise?stops=${centrePosition};${eastPosition};${onWater}`, 'stop 3'],
    ])('moves a point to the nearest road: %s', async (_, link, point) => {
      await show(link)
      await fix(`Move ${point} to the nearest road`).click()
      await fix(`Move ${point} to the nearest road`).waitFor({ state: 'detached' })
      await eventually(() => open.page.getByRole('alert').count()).toBe(0)
    })

    test('turns off distances by road where there is no road', async () => {
      const page = await show(`#/nearby?at=${onWater}&pin=1&category=food&radius_m=25000`)
      await fix('Turn off “By road”').click()
      await eventually(() => page.getByRole('alert').count()).toBe(0)
      expect(await page.getByRole('checkbox', { name: 'By road' }).isChecked()).toBe(false)
    })

    test('removes a point outside the maps, or opens the form that adds its city', async () => {
      const page = await show(`#/matrix?points=${centrePosition};${eastPosition};${elsewhere}`)
      await fix('Remove point 3').waitFor()
      expect(await fix('Move point 3 to the nearest road').count()).toBe(0)
      await fix('Add this city').click()
      const dialog = page.getByRole('dialog', { name: 'Add your city' })
      await dialog.getByRole('searchbox', { name: 'City, state or country' }).waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await fix('Remove point 3').click()
      await eventually(() => page.getByRole('alert').count()).toBe(0)
    })

    test('keeps only as many points as are allowed', async () => {
      const points = Array.from({ length: 101 }, (__, index) => `-34.9${String(index).padStart(3, '0')},-56.17`)
      const page = await show(`#/matrix?points=${points.join(';')}`)
      await fix('Keep only the first 100 points').click()
      await eventually(() => page.getByText('100 points, 9,900 routes').count()).toBe(1)
    })

    test('without a key leads to the form that creates one, and the request is repeated with the key', async () => {
      const { page } = open
      const detail = 'This request requires an API key in the X-API-Key header; get one with POST /v1/account/signup'
      await page.route('**/v1/route', (route) =>
        route.request().headers()['x-api-key'] === undefined
          ? route.fulfill({ status: 401, json: { detail } })
          : route.fulfill({ status: 403, json: { detail: 'This key is restricted' } }),
      )
      await show(roadLink)
      await told(page).toMatch(/^This requires an API key/)
      const link = page.getByRole('alert').getByRole('link', { name: 'Create a key' })
      expect(await link.getAttribute('href')).toBe('#/account')
      await page.evaluate(() => {
        localStorage.setItem('fairway.key', JSON.stringify('fw_1234'))
        window.dispatchEvent(new StorageEvent('storage', { key: 'fairway.key', storageArea: localStorage }))
      })
      await told(page).toMatch(/^This key is restricted/)
      expect(await link.count()).toBe(0)
      await page.evaluate(() => localStorage.removeItem('fairway.key'))
      await page.unroute('**/v1/route')
      await page.reload()
      await waysIn(page).first().waitFor()
    })
  })

  test('a bar and aria-busy report that a route is loading', async () => {
    const page = await show(roadLink)
    await page.locator('.map-room[data-drawn=true][aria-busy=false]').waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/route', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Swap' }).click()
    const bar = page.getByRole('progressbar', { name: 'Loading' })
    await bar.waitFor()
    await page.locator('.map-room[aria-busy=true]').waitFor()
    expect(await bar.evaluate((element) => getComputedStyle(element, '::before').animationName)).toBe('none')
    held.resolve()
    await bar.waitFor({ state: 'detached' })
    await page.locator('.map-room[aria-busy=false]').waitFor()
    await page.unroute('**/v1/route')
  })

  test('a city shows its size, is downloaded and compiled, and appears on the map', async () => {
    const page = await show('#/matrix')
    await page.getByRole('heading', { name: 'Matrix' }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search pages, actions and places' }).fill('add your')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add your city' })
    await dialog.getByRole('searchbox', { name: 'City, state or country' }).fill('Andorra')
    await dialog.getByRole('button', { name: /^Andorra/ }).click()
    await dialog.getByText(`0.0 MB from ${new URL(mirror.url).host}`).waitFor()
    expect(mirror.ranges, 'only the size was requested').toHaveLength(1)
    await expectAccessible(page, 'size of a download')
    await dialog.getByRole('button', { name: /^Download/ }).click()
    await dialog.getByRole('progressbar', { name: 'Progress of Andorra' }).waitFor()
    await page.getByText('Andorra is ready.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.map-room[data-drawn=true]').waitFor()
  })

  test('an unknown extract is explained, and the command remains', async () => {
    const page = await show('#/plan?start=1')
    await page.getByText('Add your city').click()
    await page.getByRole('searchbox', { name: 'City, state or country' }).fill('Monaco')
    await page.getByRole('button', { name: /^Monaco/ }).click()
    await page.getByText(`The mirror has no extract at ${mirror.url}/europe/monaco-latest.osm.pbf`).waitFor()
    await page.getByText('npx fairway regions add europe/monaco').waitFor()
  })

  test('the installed app has icons of the sizes that its manifest states', async () => {
    const manifest = await (await fetch(`${shown.origin}/manifest.webmanifest`)).json()
    const pngs = (manifest.icons as { src: string; sizes: string; type: string; purpose?: string }[]).filter(
      ({ type }) => type === 'image/png',
    )
    expect(pngs.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
    for (const { src, sizes } of pngs) {
      const reply = await fetch(shown.origin + src)
      expect(reply.headers.get('content-type')).toBe('image/png')
      const header = Buffer.from(await reply.arrayBuffer())
      expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  test('the viewed map and the pages stay available offline, with a notice', async () => {
    const { page, requested, close } = await shown.open(roadLink, still, 'new')
    await firstAnswer(page)
    await page.locator('.map-room[data-drawn=true]').waitFor()
    const countTiles = () =>
      page.evaluate(async () => {
        const keys = await (await caches.open('map')).keys()
        return keys.filter(({ url }) => url.includes('.mvt')).length
      })
    const seenTiles = new Set(requested.filter((url) => /\/tiles\/\d+\/\d+\/\d+\.mvt\?v=./.test(url)))
    expect(seenTiles.size).toBeGreaterThan(0)
    await eventually(countTiles).toBeGreaterThanOrEqual(seenTiles.size)
    const fromWorker: string[] = []
    page.on('response', (reply) => {
      if (reply.ok() && reply.fromServiceWorker()) fromWorker.push(new URL(reply.url()).pathname)
    })
    await page.context().setOffline(true)
    await page.getByText('Offline. The map shows the areas that you have viewed.').waitFor()
    await page.reload()
    await page.getByText('Offline. The map shows the areas that you have viewed.').waitFor()
    await eventually(() => fromWorker.filter((path) => path.endsWith('.mvt')).length).toBeGreaterThan(0)
    expect(fromWorker).toContain('/tiles/map.json')
    expect(fromWorker).toContain('/styles/light.json')
    expect(fromWorker.filter((path) => path.startsWith('/v1') || path.includes('traffic'))).toEqual([])
    await page.context().setOffline(false)
    await page.getByText('Offline. The map shows').waitFor({ state: 'detached' })
    await waysIn(page).first().waitFor()
    await close()
  })

  test('has no console errors', () => {
    expect(open.complaints).toEqual([])
  })
})
