import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pointsOf, type RouteReply } from '@fairway/client'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'
import { downloaded, eventually, told } from './support/plan-page.ts'

const run = promisify(execFile)
const still = { reducedMotion: 'reduce' } as const
const five = '-34.9059,-56.1913;-34.8941,-56.1527;-34.9094,-56.1653;-34.8836,-56.0819;-34.9066,-56.1671'

const stopsIn = (page: Page) => page.getByRole('list', { name: 'Stops', exact: true }).getByRole('listitem')
const receiptIn = (page: Page) => page.getByRole('region', { name: 'Receipt' })
const solve = (page: Page) => page.getByRole('button', { name: 'Find the best order' }).click()

type Point = readonly [number, number]

/** Returns the position of a stop's marker on the page. */
async function middleOf(page: Page, stop: number): Promise<{ x: number; y: number }> {
  const sign = page.getByRole('button', { name: new RegExp(`^Stop ${stop},.*Use the arrow keys to move it`) })
  const found = await sign.boundingBox()
  if (!found) throw new Error('the stop is not on the page')
  return { x: found.x + found.width / 2, y: found.y + found.height / 2 }
}

/** Returns the timeline of the delivery day, with one row per vehicle. */
function timelineIn(page: Page) {
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const rows = timeline.locator('.timeline-row')
  return { timeline, rows, count: (row: number) => rows.nth(row).locator('.visit').count() }
}

async function paste(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Coordinates, addresses, CSV with a header row, or GeoJSON')
  if (!(await field.isVisible())) await page.getByText('Paste a list', { exact: true }).click()
  await field.fill(text)
  await page.getByRole('button', { name: 'Add to list' }).click()
}

describe.skipIf(!requireOrSkip('chromium'))('Optimize page', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'water')
    const env = { FAIRWAY_ANONYMOUS_BURST: '2000', FAIRWAY_MAP_TILES: 'true' }
    shown = await startConsole({ store: { dataDir: folder.path }, env })
    open = await shown.open(`#/optimise?stops=${five}&tours=round`, still)
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  test('says how many vehicles stay idle, and spreads the stops over all of them', async () => {
    const { page, close } = await shown.open(`#/optimise?stops=${five}&tours=round&vehicles=2`, { withoutMap: true })
    await page.getByText('1 of 2 vehicles is used, because a solution with more tours would be longer.').waitFor()
    await page.getByRole('button', { name: 'Spread stops evenly', exact: true }).click()
    for (const tour of ['Stops on tour 1', 'Stops on tour 2'])
      await expect.poll(() => page.getByRole('list', { name: tour }).getByRole('listitem').count()).toBe(2)
    expect(await page.evaluate('location.hash')).toContain('balance=stops')
    // The depot is the first stop, so another stop becomes the depot when it moves to the top.
    const moveUp = async (stop: number) => {
      await page.getByRole('button', { name: new RegExp(`^Stop ${stop}:`) }).click()
      await page.getByRole('button', { name: 'Move up', exact: true }).click()
    }
    await moveUp(2)
    await page.getByLabel('Date', { exact: true }).fill('2031-05-06')
    await page.getByLabel('Shift from', { exact: true }).fill('08:30')
    await page.getByLabel('to', { exact: true }).fill('16:00')
    const sent = page.waitForRequest((request) => request.url().endsWith('/v1/optimize'))
    await solve(page)
    const [, second = ''] = five.split(';')
    const departAt = await page.evaluate(() => new Date('2031-05-06T08:30').toISOString())
    expect((await sent).postDataJSON()).toMatchObject({ depart_at: departAt, shift: [0, 450], roundtrip: true })
    expect((await sent).postDataJSON().stops[0].join()).toBe(second)
    await page.getByText('Tuesday, May 6', { exact: false }).first().waitFor()
    expect(await page.evaluate('location.hash')).toContain('date=2031-05-06&shift_from=08:30&shift_to=16:00')
    await close()
  })

  test('confirms pasted stops, closes the box, and marks the depot', async () => {
    const { page, close } = await shown.open('#/optimise', { withoutMap: true })
    await paste(page, '-34.9059, -56.1913, 2\n-34.8941, -56.1527')
    await page.getByRole('status').getByText('2 added.', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Add to list' }).isVisible()).toBe(false)
    expect(await stopsIn(page).first().textContent()).toMatch(/^⌂/)
    await close()
  })

  test('solves a link immediately; the receipt is explained and verified', async () => {
    const { page } = open
    await eventually(() => receiptIn(page).textContent()).toMatch(/\d km shorter, \d+\.\d % saved/)
    await eventually(() => stopsIn(page).first().textContent()).toContain('18 de Julio')
    await expect.poll(() => page.getByRole('list', { name: 'Stops on tour 1' }).getByRole('listitem').count()).toBe(4)
    await receiptIn(page).getByRole('button', { name: 'Verify' }).click()
    await eventually(() => receiptIn(page).getByRole('status').textContent()).toContain('Verified')
    // The page requests the new route and the previous route along the roads.
    await eventually(() => open.requested.filter((url) => url.endsWith('/v1/route')).length).toBe(2)
    await open.screenshot('optimise')
  })

  test('exports a working command and files', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const { stdout } = await run('bash', ['-c', `${command} -s -w '\\n%{http_code}'`])
    expect(stdout.trimEnd().endsWith('200')).toBe(true)
    const csv = await downloaded(page, 'CSV')
    expect(csv.text.split('\r\n')[0]).toBe('tour,position,stop,name,lat,lon,arrives,begins,leaves,demand')
    expect(csv.text.trim().split('\r\n')).toHaveLength(6)
    const gpx = await downloaded(page, 'GPX')
    expect(gpx.name).toBe('tour-1.gpx')
    expect(gpx.text).toContain('<name>Tour 1</name>')
    expect(gpx.text.match(/<trkpt/g)?.length).toBeGreaterThan(50)
  })

  test('accepts pasted lines with an address, and keeps unusable lines in the box with their error', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await paste(page, '-34.9059, -56.1913\n-34.8941, -56.1527, 3\n134.9, -56.1\nAvenida 18 de Julio 1234\nqqqxyzzz')
    await told(page).toMatch(
      /line 1, “134.9, -56.1”: “134.9” is not a valid latitude.*line 2, “qqqxyzzz”: address not found/,
    )
    await expect.poll(() => stopsIn(page).count()).toBe(3)
    await expect.poll(() => stopsIn(page).nth(1).textContent()).toContain('demand 3')
    await expect
      .poll(() => page.getByRole('textbox', { name: /^Coordinates, addresses/ }).inputValue())
      .toBe('134.9, -56.1\nqqqxyzzz')
  })

  test('shows tours of twenty stops, several vehicles and limits in their colors, with reasons for unassigned stops', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Add 20 sample stops' }).click()
    await eventually(() => stopsIn(page).count()).toBe(20)
    await page.getByLabel('Vehicles').fill('3')
    await page.getByText('Limits and times').click()
    await page.getByLabel('Vehicle capacity').fill('6')
    await solve(page)
    await eventually(() => page.getByRole('heading', { name: /^3 tours/ }).count()).toBe(1)
    // There are 19 stops with a demand of one each, and a total capacity of 3 times 6.
    await eventually(() => page.getByText('One stop is left out:').count()).toBe(1)
    await eventually(() => open.requested.filter((url) => url.endsWith('/v1/route')).length).toBeGreaterThan(6)
    await open.screenshot('optimise-fleet')
    await page.getByRole('button', { name: 'Remove stop 20' }).click()
    await eventually(() => page.getByText('The input has changed').count()).toBe(1)
  })

  test('names a stop outside the maps by its number and position, and loses nothing', async () => {
    const { page } = open
    const before = await stopsIn(page).count()
    await paste(page, '48.137, 11.575')
    await eventually(() => stopsIn(page).count()).toBe(before + 1)
    await solve(page)
    await told(page).toMatch(
      new RegExp(`^Stop ${before + 1} \\(.+\\) is outside the loaded maps of this service.*montevideo`),
    )
    await expect.poll(() => page.locator('.stop-rows .blamed').count()).toBe(1)
    await expect.poll(() => stopsIn(page).count()).toBe(before + 1)
    await open.screenshot('optimise-refused')
  })

  test('reports the limit for too many stops, which stay in this browser because the link would be too long', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    const many = Array.from({ length: 101 }, (_, index) => `${(-34.900001 + index * 1e-4).toFixed(6)}, -56.160001`)
    await paste(page, many.join('\n'))
    await eventually(() => stopsIn(page).count()).toBe(101)
    await solve(page)
    await told(page).toMatch(/101 points.*at most 100/)
    await expect.poll(() => page.url()).toContain('stops=kept')
    await page.reload()
    await eventually(() => stopsIn(page).count()).toBe(101)
  })

  test.each([
    'the map shows the complete tours where roads lead far around the stops',
    'also if the map loads after the tours',
  ])('%s', async (title) => {
    const isLate = title.startsWith('also')
    const { page, screenshot } = isLate ? await shown.open('icon.svg', { ...still, serviceWorkers: 'block' }) : open
    let comes = () => {}
    if (isLate) {
      const isCome = new Promise<void>((resolve) => {
        comes = resolve
      })
      await page.route('**/tiles/**', (route) => isCome.then(() => route.continue()))
      await page.goto(`${shown.origin}/#/optimise`)
    } else await page.getByRole('button', { name: 'Clear', exact: true }).click()
    // The bay lies between the two stops, so the route leads around it.
    const ends = [
      [-34.9059, -56.2085],
      [-34.8855, -56.2545],
    ] as const
    const roads: Point[] = []
    const listen = async (reply: Response) => {
      if (reply.url().endsWith('/v1/route')) roads.push(...pointsOf((await reply.json()) as RouteReply))
    }
    page.on('response', listen)
    await paste(page, ends.join('\n'))
    await eventually(() => stopsIn(page).count()).toBe(2)
    await solve(page)
    await receiptIn(page).waitFor()
    await eventually(() => roads.length).toBeGreaterThan(50)
    page.off('response', listen)
    const most = Math.max(...roads.map(([latitude]) => latitude))
    expect(most).toBeGreaterThan(-34.875)
    comes()
    const [a, b] = ends
    const map = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox()
    await eventually(async () => {
      const [first, second] = await Promise.all([middleOf(page, 1), middleOf(page, 2)])
      const perDegree = (second.y - first.y) / (b[0] - a[0])
      return first.y + (most - a[0]) * perDegree - (map?.y ?? 0)
    }).toBeGreaterThan(0)
    await screenshot('optimise-around')
    if (isLate) await page.close()
  })

  test('plans the example day on a timeline, where the arrow keys move a stop to another vehicle', async () => {
    const { page } = open
    await page.goto(`${shown.origin}/#/optimise?example=day`)
    const { timeline, rows, count } = timelineIn(page)
    // The page shows the tours of the previous test until the service replies.
    await eventually(() => timeline.locator('.visit').count()).toBe(15)
    await rows.nth(2).waitFor()
    await expectAccessible(page, 'delivery day with its timeline')
    const before = [await count(0), await count(1)] as const
    await rows.nth(0).locator('.visit').first().press('ArrowDown')
    await timeline.getByText(/^Changed by hand: /).waitFor()
    expect([await count(0), await count(1)]).toEqual([before[0] - 1, before[1] + 1])
    await timeline.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => count(0)).toBe(before[0])
    // To move a stop without dragging, press the stop and then choose its vehicle.
    await rows.nth(0).locator('.visit').first().click()
    await timeline.getByLabel('Vehicle of this stop').selectOption('Vehicle 2')
    await expect.poll(async () => [await count(0), await count(1)]).toEqual([before[0] - 1, before[1] + 1])
    await expectAccessible(page, 'selected stop on the timeline')
    await timeline.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => count(0)).toBe(before[0])
  })

  test('shows the cost of a stop while it is dragged to another vehicle or time, without a request', async () => {
    const { page } = open
    const { timeline, rows, count } = timelineIn(page)
    const total = async () => {
      const text = await page.getByRole('heading', { name: /^3 tours/ }).textContent()
      return Number(/, ([\d.]+) km/.exec(text ?? '')?.[1])
    }
    const [before, stops] = [await total(), [await count(0), await count(1)] as const]
    const requested = open.requested.length
    const visit = rows.nth(0).locator('.visit').first()
    const stop = await visit.getAttribute('data-stop')
    const label = page.locator('.drag-label')
    const [from, target] = [await visit.boundingBox(), await rows.nth(1).boundingBox()]
    if (!from || !target) throw new Error('the timeline is not on the page')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(target.x + target.width - 4, target.y + target.height / 2, { steps: 10 })
    const cost = (await label.textContent()) ?? ''
    expect(cost).toMatch(/^[+−][\d.]+ k?m, [+−±][\d ]+(min|h|s).* driving/)
    await page.mouse.up()
    await timeline.getByText(`Changed by hand: ${cost}.`, { exact: true }).waitFor()
    expect([await count(0), await count(1)]).toEqual([stops[0] - 1, stops[1] + 1])
    expect(await rows.nth(1).locator('.visit').last().getAttribute('data-stop')).toBe(stop)
    const [, sign, number, unit] = /^([+−])([\d.]+) (k?m)/.exec(cost) ?? []
    const addedKm = (Number(number) / (unit === 'm' ? 1_000 : 1)) * (sign === '+' ? 1 : -1)
    expect(Math.abs((await total()) - before - addedKm)).toBeLessThan(0.15)
    const tour = page.getByRole('list', { name: 'Stops on tour 2' }).getByRole('listitem')
    expect(await tour.count()).toBe(stops[1] + 1)

    // In the tour of the same vehicle, the stop moves to an earlier time.
    const moved = rows.nth(1).locator('.visit').last()
    const [late, first] = [await moved.boundingBox(), await rows.nth(1).locator('.visit').first().boundingBox()]
    if (!late || !first) throw new Error('the tour has no stops')
    await page.mouse.move(late.x + late.width / 2, late.y + late.height / 2)
    await page.mouse.down()
    await page.mouse.move(first.x - 4, first.y + first.height / 2, { steps: 10 })
    await page.mouse.up()
    await expect.poll(() => rows.nth(1).locator('.visit').first().getAttribute('data-stop')).toBe(stop)
    expect(await tour.count()).toBe(stops[1] + 1)
    await timeline.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => count(0)).toBe(stops[0])
    expect(await total()).toBe(before)
    expect(open.requested.slice(requested).filter((url) => /optimize|matrix/.test(url))).toEqual([])
  })

  test('says why a stop is not assigned, and assigns it again', async () => {
    const { page } = open
    const { timeline, rows } = timelineIn(page)
    await rows.nth(0).locator('.visit').first().click()
    await timeline.getByLabel('Vehicle of this stop').selectOption('Not assigned')
    const unassigned = timeline.locator('[data-vehicle=none] .visit')
    await expect.poll(() => unassigned.getAttribute('title')).toMatch(/, not assigned: you removed it from all tours$/)
    await page.getByText('One stop is left out:').waitFor()
    await expectAccessible(page, 'delivery day with an unassigned stop')
    await unassigned.press('ArrowDown')
    await unassigned.waitFor({ state: 'detached' })
    await page.getByText('One stop is left out:').waitFor({ state: 'detached' })
  })

  test('prints one page per vehicle with its stops in order, and nothing else', async () => {
    const { page } = open
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByText('Received by').first().isVisible()).toBe(true)
    expect(await page.getByRole('button').first().isVisible()).toBe(false)
    const sheets = page.locator('.manifest section')
    expect(await sheets.count()).toBe(3)
    for (const vehicle of [1, 2, 3]) {
      const sheet = sheets.nth(vehicle - 1)
      expect(await sheet.locator('h2').textContent()).toMatch(new RegExp(`^Vehicle ${vehicle} · .*, \\d{4}$`))
      const tour = page.getByRole('list', { name: `Stops on tour ${vehicle}`, includeHidden: true })
      const names = await tour.locator('li button').allTextContents()
      const rows = await sheet.locator('tbody tr').allTextContents()
      expect(rows.map((row, index) => row.includes(names[index] ?? '?') && row.startsWith(`${index + 1}`))).toEqual(
        names.map(() => true),
      )
    }
    const file = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(3)
    await page.emulateMedia({ media: 'screen' })
  })

  test('does not overflow on a phone', async () => {
    const phone = await shown.open(`#/optimise?stops=${five}`, { ...PHONE_OPTIONS, ...still, colorScheme: 'dark' })
    await receiptIn(phone.page).waitFor()
    await phone.page
      .getByRole('button', { name: /^Stop 5/ })
      .last()
      .waitFor()
    await eventually(() => phone.requested.filter((url) => url.endsWith('/v1/route')).length).toBe(2)
    await phone.page.locator('[data-drawn=true]').waitFor()
    const widths = await phone.page.evaluate(() =>
      [document.documentElement, document.querySelector('main')].map((e) => (e?.scrollWidth ?? 999) - 390),
    )
    expect(Math.max(...widths)).toBeLessThanOrEqual(0)
    await phone.screenshot('optimise-phone')
    expect(phone.complaints).toEqual([])
    await phone.close()
  })

  test('has no console errors, and requests no other host', () => {
    expect(open.complaints).toEqual([])
    expect(open.requested.filter((url) => !url.startsWith(shown.origin) && !url.startsWith('blob:'))).toEqual([])
  })
})
