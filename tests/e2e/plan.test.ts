import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { flatDistanceMeters } from '@fairway/geo'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, startConsole } from './support/console.ts'
import {
  box,
  centrePosition,
  downloaded,
  dragMouse,
  eastPosition,
  eventually,
  firstAnswer,
  type LatLon,
  pin,
  pixelOf,
  roadLink,
  tipOf,
  waysIn,
} from './support/plan-page.ts'
import { startSite, toSitePage } from './support/site-page.ts'

const run = promisify(execFile)
/** The map uses software rendering, so fewer pixels are faster. */
const still = { reducedMotion: 'reduce', viewport: { width: 1000, height: 680 } } as const

interface Asked {
  readonly path: string
  readonly body: Record<string, unknown>
}

interface SeenEvent {
  readonly type: string
  readonly detail: Record<string, unknown>
}

interface FetchedRoute {
  readonly geometry: readonly LatLon[]
  readonly distance_km: number
}

interface DrawnMap {
  getStyle(): { readonly name?: string } | undefined
  getLayer(id: string): object | undefined
}

const cli = fileURLToPath(new URL('../../apps/server/bin/fairway.js', import.meta.url))

/** Records the requests that the page sends to the service. */
function listen(page: Page): Asked[] {
  const asked: Asked[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') asked.push({ path: pathname, body: request.postDataJSON() })
  })
  return asked
}

/** Requests the best route for a request of the page. */
async function fetchRoute(page: Page, origin: string, data: object): Promise<FetchedRoute> {
  const reply = await page.request.post(`${origin}/v1/route`, { data })
  return (await reply.json()) as FetchedRoute
}

/** Returns whether a polygon contains a point, by counting the edges to the east of the point. */
function contains(polygon: readonly LatLon[], [latitude, longitude]: LatLon): boolean {
  return polygon.reduce((isInside, [toLatitude, toLongitude], index) => {
    const [fromLatitude, fromLongitude] = polygon.at(index - 1) ?? [0, 0]
    if (fromLatitude > latitude === toLatitude > latitude) return isInside
    const share = (latitude - fromLatitude) / (toLatitude - fromLatitude)
    return longitude < fromLongitude + share * (toLongitude - fromLongitude) ? !isInside : isInside
  }, false)
}

describe.skipIf(!requireOrSkip('chromium'))('road route page', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'water')
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: { FAIRWAY_ANONYMOUS_BURST: '1000', FAIRWAY_MAP_TILES: 'true' },
    })
    open = await shown.open(roadLink, still)
    await firstAnswer(open.page)
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  /** Opens a link in the open page. Loading the page again would take most of the CPU time of a test. */
  const show = (hash: string) => open.page.goto(`${shown.origin}/${hash}`)

  test('shows routes, addresses and steps from a link; an alternative selected on the map stays in the link', async () => {
    const { page } = open
    await expect.poll(() => waysIn(page).count()).toBeGreaterThanOrEqual(2)
    await eventually(() => box(page, 'From').inputValue()).toContain('18 de Julio')
    const steps = page.getByRole('listitem').filter({ hasText: 'Turn' })
    await expect.poll(() => steps.count()).toBeGreaterThan(2)
    await open.screenshot('plan-road')
    await expectAccessible(page, 'road route with steps')

    // Every route has its time on the map.
    const figures = await waysIn(page).locator('.figure').allTextContents()
    const labels = page.locator('.route-label')
    await eventually(async () => (await labels.allTextContents()).sort()).toEqual(figures.toSorted())
    expect(await page.locator('.route-label.chosen').textContent()).toBe(figures[0])
    await page.locator('.route-label:not(.chosen)').first().click()
    await expect.poll(() => page.url()).toMatch(/way=[12]/)
    const chosen = page.getByRole('region', { name: 'Routes' }).getByRole('button', { pressed: true })
    const other = await page.locator('.route-label.chosen').textContent()
    expect(await chosen.locator('.figure').textContent()).toBe(other)
    await waysIn(page).nth(1).click()
    await expect.poll(() => page.url()).toContain('way=1')
    const again = await shown.open(new URL(page.url()).hash, { withoutMap: true })
    await waysIn(again.page).nth(1).waitFor()
    await expect.poll(() => waysIn(again.page).nth(1).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => waysIn(again.page).nth(1).textContent()).toContain(figures[1])
    expect(again.complaints).toEqual([])
    await again.close()
    await waysIn(page).first().click()
  })

  test('exports a working command and files', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    const { stdout } = await run('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`])
    expect(stdout).toBe('200')
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(page.url())

    // After the user moves the map, the link contains its position, also after a reload.
    const at = await tipOf(pin(page, 'From'))
    await page.locator('.maplibregl-canvas').press('ArrowUp')
    await eventually(() => page.url()).toMatch(/map=[\d.]+\/-34\.\d+\/-56\.\d+/)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(page.url())
    const moved = await tipOf(pin(page, 'From'))
    expect(moved.y).toBeGreaterThan(at.y + 50)
    await page.reload()
    await firstAnswer(page)
    const shared = await tipOf(pin(page, 'From'))
    expect(Math.hypot(shared.x - moved.x, shared.y - moved.y)).toBeLessThan(5)

    const gpx = await downloaded(page, 'GPX')
    expect(gpx.name).toMatch(/\.gpx$/)
    expect(gpx.text).toContain('<trkpt lat="-34.9')
    const geojson = await downloaded(page, 'GeoJSON')
    const { geometry } = JSON.parse(geojson.text) as { geometry: { coordinates: number[][] } }
    expect(geometry.coordinates[0]?.[0]).toBeCloseTo(centrePosition[1], 2)
  })

  test('updates the route while a pin is dragged, at most four times a second', async () => {
    const { page } = open
    const asked = listen(page)
    const before = await box(page, 'To').inputValue()
    const from = await tipOf(pin(page, 'To'))
    const started = Date.now()
    await dragMouse(page, { x: from.x, y: from.y - 14 }, { x: -180, y: 60 })
    const seconds = (Date.now() - started) / 1_000
    await eventually(() => box(page, 'To').inputValue()).not.toBe(before)
    await eventually(() => asked.at(-1)?.body.alternatives).toBe(undefined)
    const live = asked.filter(({ body }) => body.alternatives === 0)
    expect(live.length).toBeGreaterThan(0)
    expect(live.length).toBeLessThanOrEqual(seconds * 4 + 1)
    await expect.poll(() => page.url()).not.toContain(`to=${eastPosition}`)
  })

  test('adds a history step at the end of a drag, and dismisses the link notice, which covers no credits', async () => {
    const { page } = open
    await show(`${roadLink}&via=abc`)
    await firstAnswer(page)
    const notice = await page.getByText('Ignored in this link: “abc”.').boundingBox()
    const credits = await page.getByRole('region', { name: 'Map sources' }).boundingBox()
    expect((notice?.y ?? 999) + (notice?.height ?? 999)).toBeLessThanOrEqual(credits?.y ?? 0)
    const from = await tipOf(pin(page, 'To'))
    await dragMouse(page, { x: from.x, y: from.y - 14 }, { x: -120, y: 40 })
    await eventually(() => page.url()).not.toContain(`to=${eastPosition}`)
    await expect.poll(() => page.getByText('Ignored in this link').count()).toBe(0)
    await page.goBack()
    await eventually(() => page.url()).toContain(`to=${eastPosition}`)
    await waysIn(page).first().waitFor()
  })

  test('adds a via point by dragging the line, which can be moved and removed', async () => {
    const { page } = open
    await show(roadLink)
    const asked = listen(page)
    await firstAnswer(page)
    const { geometry } = await fetchRoute(page, shown.origin, { from: centrePosition, to: eastPosition })
    const middle = geometry[Math.floor(geometry.length / 2)] ?? centrePosition
    const at = await pixelOf(page, middle, centrePosition, eastPosition)
    let nudge = 0
    await eventually(async () => {
      nudge = 1 - nudge
      await page.mouse.move(at.x + nudge, at.y)
      return page.locator('.line-handle').count()
    }).toBe(1)
    await dragMouse(page, at, { x: 10, y: 120 })
    await box(page, 'Via 1').waitFor()
    await eventually(() => page.url()).toContain('via=')
    await eventually(() => (asked.at(-1)?.body.via as unknown[])?.length).toBe(1)
    await page.getByRole('button', { name: 'Move Via 1 up' }).click()
    await expect.poll(() => new URL(page.url()).hash).toContain(`via=${centrePosition}`)
    await page.getByRole('button', { name: 'Clear Via 1' }).click()
    await expect.poll(() => page.url()).not.toContain('via=')
  })

  test('avoids an area that is drawn on the map, and updates the route while a corner is dragged', async () => {
    const { page } = open
    // Without alternatives, the map has no labels that cover the drawn corners.
    await show(`${roadLink}&alternatives=0`)
    await firstAnswer(page)
    const asked = listen(page)
    const { geometry } = await fetchRoute(page, shown.origin, { from: centrePosition, to: eastPosition })
    const middle = geometry[Math.floor(geometry.length / 2)] ?? centrePosition
    const at = await pixelOf(page, middle, centrePosition, eastPosition)
    const corner = (number: number) => page.getByRole('button', { name: `Corner ${number}`, exact: true })
    const click = ({ x, y }: { readonly x: number; readonly y: number }) => page.mouse.click(at.x + x, at.y + y)
    const draw = page.getByRole('button', { name: 'Avoid area', exact: true })
    await draw.click()
    await click({ x: 0, y: 0 })
    await corner(1).waitFor()
    await page.keyboard.press('Escape')
    await corner(1).waitFor({ state: 'detached' })
    await draw.click()
    const offsets = [
      { x: -40, y: -40 },
      { x: 40, y: -40 },
      { x: 40, y: 40 },
      { x: -40, y: 40 },
    ] as const
    for (const offset of [...offsets, { x: -90, y: 0 }]) await click(offset)
    await corner(5).waitFor()
    await page.keyboard.press('Backspace')
    await corner(5).waitFor({ state: 'detached' })
    await expectAccessible(page, 'area being drawn')
    await page.getByRole('button', { name: 'Finish the area', exact: true }).click()
    const area = () => ((asked.at(-1)?.body.avoid_areas ?? []) as LatLon[][])[0] ?? []
    await eventually(() => area().length).toBe(4)
    expect(contains(area(), middle)).toBe(true)
    const detour = await fetchRoute(page, shown.origin, asked.at(-1)?.body ?? {})
    await eventually(() => waysIn(page).first().textContent()).toContain(`${detour.distance_km.toFixed(1)} km`)
    expect(detour.geometry.filter((point) => contains(area(), point))).toEqual([])

    // Dragging the nearest corner over the detour forces another detour.
    const metersFromMiddle = (point: LatLon) => flatDistanceMeters(...point, ...middle)
    const [nearest = middle] = detour.geometry.toSorted((a, b) => metersFromMiddle(a) - metersFromMiddle(b))
    const nearestPixel = await pixelOf(page, nearest, centrePosition, eastPosition)
    const [right, down] = [Math.sign(nearestPixel.x - at.x), Math.sign(nearestPixel.y - at.y)]
    const start = { x: at.x + 40 * right, y: at.y + 40 * down }
    const end = { x: nearestPixel.x + 30 * right, y: nearestPixel.y + 30 * down }
    const sent = asked.length
    await dragMouse(page, start, { x: end.x - start.x, y: end.y - start.y })
    await eventually(async () => {
      const { geometry: line, distance_km } = await fetchRoute(page, shown.origin, asked.at(-1)?.body ?? {})
      const text = await waysIn(page).first().textContent()
      return {
        isCovered: contains(area(), nearest),
        isShown: text?.includes(`${distance_km.toFixed(1)} km`),
        isAvoided: !line.some((point) => contains(area(), point)),
      }
    }).toEqual({ isCovered: true, isShown: true, isAvoided: true })
    expect(asked.length - sent, 'requests during the drag').toBeGreaterThan(1)
    await page.goBack()
    await eventually(() => asked.at(-1)?.body.avoid_areas).toBe(undefined)
    await expect.poll(() => page.url()).not.toContain('areas=')
  })

  test('sets start and destination by map clicks; a third click or a right-click opens a menu', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/plan?mode=road')
    const map = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox()
    if (!map) throw new Error('there is no map')
    const click = (x: number, y: number, button: 'left' | 'right' = 'left') =>
      page.mouse.click(map.x + map.width * x, map.y + map.height * y, { button })
    const menu = page.getByRole('region', { name: /^Position / })
    const choose = async (name: string) => {
      await menu.getByRole('button', { name, exact: true }).click()
      await menu.waitFor({ state: 'detached' })
    }
    await click(0.2, 0.58)
    await pin(page, 'From').waitFor()
    // Without a destination, there is no route to add a stop to.
    await click(0.5, 0.5, 'right')
    await menu.waitFor()
    const names = await menu.getByRole('button').allTextContents()
    expect(names).toEqual(['From here', 'To here', 'Avoid this area', 'What is here?'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await waysIn(page).first().waitFor()
    const ends = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1])
    const before = [ends().get('from'), ends().get('to')]
    await click(0.6, 0.45, 'right')
    await choose('To here')
    await eventually(() => ends().get('to')).not.toBe(before[1])
    await click(0.25, 0.6, 'right')
    await choose('From here')
    await eventually(() => ends().get('from')).not.toBe(before[0])
    await click(0.4, 0.9)
    await menu.waitFor()
    await expectAccessible(page, 'open menu of the map')
    await open.screenshot('plan-click-menu')
    await choose('Via here')
    await box(page, 'Via 1').waitFor()
    await page.getByRole('button', { name: 'Swap' }).click()
    await eventually(() => page.url()).toMatch(/from=.*via=.*to=/)
    await click(0.45, 0.4, 'right')
    await menu.getByRole('button', { name: 'What is here?', exact: true }).click()
    const here = page.getByRole('region', { name: 'What is here', exact: true })
    await eventually(() => here.getByRole('status').textContent()).toContain('Montevideo')
    await here.getByRole('button', { name: /^Copy -34\./ }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^-34\.\d+, -56\.\d+$/)
    await page.keyboard.press('Escape')
    await here.waitFor({ state: 'detached' })
  })

  test('sends the options in the request', async () => {
    const { page } = open
    const asked = listen(page)
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('Tolls').check()
    await page.getByLabel('Height (m)').fill('3.8')
    await page.getByLabel('Height (m)').blur()
    await eventually(() => asked.at(-1)?.body).toMatchObject({ avoid: ['tolls'], vehicle: { height_m: 3.8 } })
    await expect.poll(() => page.url()).toContain('avoid=tolls&height_m=3.8')
  })

  test('keeps a number that the user is typing when the address of a stop arrives', async () => {
    const { page } = open
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/reverse?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await show(`#/plan?mode=road&from=-34.8941,-56.1527&to=${eastPosition}`)
    const height = page.getByLabel('Height (m)')
    if (!(await height.isVisible())) await page.getByText('Options', { exact: true }).click()
    // A number below the minimum takes effect only when the user leaves the field.
    await height.fill('-3')
    held.resolve()
    await eventually(() => box(page, 'From').inputValue()).toContain('Montevideo')
    expect(await height.inputValue()).toBe('-3')
    await height.fill('')
    await height.blur()
    await page.unroute('**/v1/reverse?*')
  })

  test('starts with a route and examples; the menu of the map avoids an area, and Escape closes it', async () => {
    const { page } = open
    await show('#/plan?start=1')
    const asked = listen(page)
    const start = page.getByRole('region', { name: 'Start' })
    for (const name of ['Plan a delivery day', 'Fly around an airport', 'Ship to Singapore'])
      expect(await start.getByRole('link', { name }).getAttribute('href')).toContain('example=')
    await page.getByRole('button', { name: 'Bicycle' }).click()
    await start.getByRole('button', { name: /The map shows an example/ }).click()
    await eventually(() => asked.at(-1)?.body.profile).toBe('bicycle')
    await firstAnswer(page)
    const map = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox()
    if (!map) throw new Error('there is no map')
    const rightClick = () => page.mouse.click(map.x + map.width / 2, map.y + map.height / 2, { button: 'right' })
    const menu = page.getByRole('region', { name: /^Position / })
    await rightClick()
    await menu.getByRole('button', { name: 'What is here?' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await rightClick()
    await menu.getByRole('button', { name: 'Avoid this area' }).click()
    await eventually(() => (asked.at(-1)?.body.avoid_areas as unknown[] | undefined)?.length).toBe(1)
    await expect.poll(() => page.url()).toContain('areas=')
    await page.getByRole('button', { name: 'Remove area 1' }).click()
    await eventually(() => asked.at(-1)?.body.avoid_areas).toBe(undefined)
  })

  test('shows both ends of a request without a route, and returns to the map of the service', async () => {
    const { page } = open
    await show(roadLink)
    await firstAnswer(page)
    const scale = page.locator('.maplibregl-ctrl-scale')
    await box(page, 'To').fill('48.137, 11.575')
    await box(page, 'To').press('Enter')
    await eventually(() => scale.textContent()).toMatch(/\d{4}\skm/)
    await expectAccessible(page, 'error with buttons')
    await page.getByRole('button', { name: 'Show Montevideo', exact: true }).click()
    await eventually(() => scale.textContent()).toMatch(/^\d{1,2}\skm$/)
    await page.goBack()
    await firstAnswer(page)
  })

  test('is fully usable by keyboard', async () => {
    const { page, close, complaints } = await shown.open('', still)
    await box(page, 'From').waitFor()
    const focused = () => page.evaluate<string>("document.activeElement?.getAttribute('role') ?? ''")
    for (let tabs = 0; tabs < 30 && (await focused()) !== 'combobox'; tabs++) await page.keyboard.press('Tab')
    const type = async (text: string) => {
      await page.keyboard.type(text)
      await page.getByRole('listbox').getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
    }
    await type('Avenida 18 de Julio 1179')
    await page.keyboard.press('Tab')
    for (let tabs = 0; tabs < 5 && (await focused()) !== 'combobox'; tabs++) await page.keyboard.press('Tab')
    await type('Avenida Italia 3000')
    await waysIn(page).first().waitFor()
    await pin(page, 'To').focus()
    const before = page.url()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).not.toBe(before)
    expect(complaints).toEqual([])
    await close()
  })

  test('shows the pins and the line of a link before the tiles of the map arrive', async () => {
    const { page, close } = await shown.open('icon.svg', { ...still, serviceWorkers: 'block' })
    const held: string[] = []
    await page.route('**/*.mvt?*', (route) => void held.push(route.request().url()))
    await page.goto(`${shown.origin}/${roadLink}`)
    await firstAnswer(page)
    await eventually(() => held.length).toBeGreaterThan(0)
    await close()
  })

  test('is embedded by a web component in a page of another origin, with a key for that origin', async () => {
    // The page of the other site opens next, so this page only needs to be cheap.
    const { page, close, complaints } = await shown.open('icon.svg', still)
    const site = await startSite(shown.origin)
    const issueKey = async (origin: string) => {
      const words = ['--email', 'shop@example.com', '--plan', 'pro', '--origins', origin, '--operations', 'route']
      const command = [cli, 'admin', 'issue-key', ...words, '--data-dir', folder.path, '--json']
      return (JSON.parse((await run(process.execPath, command)).stdout) as { api_key: string }).api_key
    }
    const [key, foreignKey] = [await issueKey(site.origin), await issueKey('https://elsewhere.example')]
    await page.goto(site.origin)
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen: SeenEvent[] }).seen)
    const setAttribute = (name: string, value: string) =>
      page.locator('fairway-route').evaluate((element, [n = '', v = '']) => element.setAttribute(n, v), [name, value])
    await setAttribute('key', foreignKey)
    await setAttribute('destination', '-34.9094, -56.1653')
    const refused = { type: 'fairway-error', detail: { status: 403, code: 'key-not-for-origin' } }
    await expect.poll(seen).toContainEqual(expect.objectContaining(refused))
    await setAttribute('key', key)
    await expect.poll(async () => (await seen()).map(({ type }) => type)).toContain('fairway-route')
    await setAttribute('origin', 'here')
    const detail = 'origin is "here"; write it as latitude, longitude, such as "43.738, 7.425"'
    await expect.poll(seen).toContainEqual({ type: 'fairway-error', detail: { detail } })
    await setAttribute('map-style', 'dark')
    const route = (await seen()).find(({ type }) => type === 'fairway-route')
    expect(route?.detail).toMatchObject({ distance: expect.any(Number) })
    const isDrawn = () =>
      page.evaluate(() => {
        const { map } = document.querySelector('fairway-route') as unknown as { map?: DrawnMap }
        return map?.getStyle()?.name === 'Fairway Dark' && map.getLayer('fairway-route-line') !== undefined
      })
    await expect.poll(isDrawn).toBe(true)

    const map = page.locator('fairway-map')
    const types = async () => (await seen()).map(({ type }) => type)
    const lastDetail = async (type: string) => (await seen()).findLast((event) => event.type === type)?.detail
    await expect.poll(types).toContain('fairway-load')
    await map.evaluate((element) => element.setAttribute('zoom', '15'))
    await expect.poll(() => lastDetail('fairway-move')).toMatchObject({ zoom: 15 })
    await map.click()
    const position = [expect.closeTo(-34.9, 3), expect.closeTo(-56.16, 3)]
    await expect.poll(() => lastDetail('fairway-click')).toMatchObject({ position })
    await map.evaluate((element) => element.setAttribute('map-style', 'red'))
    const wrongStyle = { detail: 'map-style is "red"; it must be one of light, dark, blueprint' }
    await expect.poll(() => lastDetail('fairway-error')).toEqual(wrongStyle)
    await map.evaluate((element) => element.remove())
    await expect.poll(() => page.evaluate("document.querySelector('fairway-map')")).toBe(null)

    // A page of the service itself needs no key.
    await page.route(`${shown.origin}/shop`, (route) =>
      route.fulfill({ contentType: 'text/html', body: toSitePage(shown.origin) }),
    )
    await page.goto(`${shown.origin}/shop`)
    await setAttribute('destination', '-34.9094, -56.1653')
    await expect.poll(types).toEqual(expect.arrayContaining(['fairway-load', 'fairway-route']))
    expect(await lastDetail('fairway-error')).toBe(undefined)
    expect(complaints).toEqual([])
    await close()
    site.close()
  })

  test('has no console errors, and requests nothing outside the service', () => {
    expect(open.complaints).toEqual([])
    expect(open.requested.filter((url) => !url.startsWith(shown.origin) && !/^(blob|data):/.test(url))).toEqual([])
  })
})
