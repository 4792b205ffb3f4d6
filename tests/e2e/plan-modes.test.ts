import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'
import {
  box,
  centrePosition,
  downloaded,
  eastPosition,
  eventually,
  firstAnswer,
  lineDrawn,
  pin,
  roadLink,
  told,
  waysIn,
} from './support/plan-page.ts'

/** The map uses software rendering, so fewer pixels are faster. */
const still = { reducedMotion: 'reduce', viewport: { width: 1000, height: 680 } } as const
/** For tests that check only the panel. */
const panelOnly = { ...still, withoutMap: true } as const
/** Carrasco International Airport. */
const airport = '-34.8384,-56.0308'
const flight = '#/plan?mode=drone&from=-34.9066,-56.1996&to=-34.85,-55.955&range_km=40'
/** Noon in Montevideo, when the sample domain is open and there is daylight. */
const noon = new Date(Date.now() + 86_400_000).toISOString().replace(/T.*/, 'T15:00:00Z')
const toBox = (south: number, west: number, north: number, east: number) =>
  `${south},${west}_${north},${west}_${north},${east}_${south},${east}`
/** Four areas that form a closed ring around the destination. */
const aroundEast = [
  toBox(-34.8796, -56.0899, -34.8776, -56.0739),
  toBox(-34.8896, -56.0899, -34.8876, -56.0739),
  toBox(-34.8896, -56.0899, -34.8776, -56.0869),
  toBox(-34.8896, -56.0769, -34.8776, -56.0739),
].join(';')
const cab = `#/plan?mode=av&from=-34.9066,-56.1671&to=-34.9094,-56.1653&depart_at=${noon}`

describe.skipIf(!requireOrSkip('chromium'))('air, sea and self-driving routes', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'seas', 'water')
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: {
        FAIRWAY_SEAS: 'true',
        FAIRWAY_DEFAULT_ZONES: 'true',
        FAIRWAY_SAMPLES: 'true',
        FAIRWAY_ANONYMOUS_BURST: '1000',
        FAIRWAY_MAP_TILES: 'true',
      },
    })
    open = await shown.open(flight, still)
    await firstAnswer(open.page)
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  test('shows energy, zones and altitude of a flight, and saves it as a plan file', async () => {
    const { page } = open
    await page.getByRole('meter', { name: 'Energy needed' }).waitFor()
    await page.getByText('Carrasco General', { exact: false }).first().waitFor()
    await page.getByRole('img', { name: /Altitude along the route: from 0 m to 100 m/ }).waitFor()
    await page.getByRole('button', { name: /Climb to 100 m/ }).waitFor()
    await page.getByText('there is no terrain data for the start').waitFor()
    const plan = await downloaded(page, '.plan')
    expect(plan.name).toMatch(/\.plan$/)
    expect(JSON.parse(plan.text)).toMatchObject({ fileType: 'Plan' })
    await open.screenshot('plan-drone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await open.screenshot('plan-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page, 'flight')
  })

  test('the examples of the first screen plan a flight around the airport and a voyage to Singapore', async () => {
    const { page } = open
    await page.goto(`${shown.origin}/#/plan?start=1`)
    await page.getByRole('link', { name: /^Fly around an airport/ }).click()
    await waysIn(page).first().waitFor()
    const panel = page.getByRole('main')
    const numberIn = async (text: Locator, pattern: RegExp) =>
      Number(pattern.exec((await text.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
    const avoided = page.getByRole('definition').filter({ hasText: 'Boiso Lanza Air Base' })
    await avoided.first().waitFor()
    const straightKm = await numberIn(panel, /Straight line([\d.]+) km/)
    const flownKm = await numberIn(waysIn(page).first(), /min([\d.]+) km/)
    const minutes = await numberIn(waysIn(page).first(), /^(\d+) min/)
    expect(straightKm).toBeCloseTo(13.6, 0)
    expect(flownKm).toBeGreaterThan(straightKm)
    expect(flownKm).toBeLessThan(straightKm * 2)
    // The aircraft flies 15 m/s, and climbs and descends at the ends.
    expect(minutes).toBeGreaterThanOrEqual(Math.floor(flownKm / 0.9))
    expect(minutes).toBeLessThan(flownKm / 0.9 + 10)
    await expect.poll(() => box(page, 'From').inputValue()).toMatch(/^North of Base Aérea/)
    await pin(page, 'To').waitFor()
    await lineDrawn(page)

    await page.goto(`${shown.origin}/#/plan?start=1`)
    await page.getByRole('link', { name: /^Ship to Singapore/ }).click()
    await waysIn(page).first().waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/plan?mode=sea&from=Montevideo&to=Singapore')
    const sailedNm = await numberIn(waysIn(page).first(), /([\d,]+) nm/)
    expect(sailedNm).toBeGreaterThan(await numberIn(panel, /Straight line([\d,]+) nm/))
    // The ship sails 14 knots.
    const days = await numberIn(waysIn(page).first(), /^(\d+) d/)
    expect(days).toBe(Math.floor(sailedNm / 14 / 24))
    await page.getByText('Cape of Good Hope').first().waitFor()
    await pin(page, 'To').waitFor()
    await lineDrawn(page)
    await expectAccessible(page, 'voyage')
    await page.goto(`${shown.origin}/${flight}`)
    await page.getByRole('meter', { name: 'Energy needed' }).waitFor()
  })

  test('reports a flight that is too far, and keeps the pins', async () => {
    const { page } = open
    await page.getByText('Options', { exact: false }).first().click()
    await page.getByLabel('Range (km)').fill('10')
    await page.getByLabel('Range (km)').blur()
    await told(page).toMatch(/km/)
    await expect.poll(() => pin(page, 'From').count()).toBe(1)
    await expect.poll(() => pin(page, 'To').count()).toBe(1)
    await expect.poll(() => page.url()).toContain('range_km=10')
  })

  test('reports a start inside a zone in the words of the page', async () => {
    const { page, close } = await shown.open(`#/plan?mode=drone&from=${airport}&to=-34.85,-55.955`, panelOnly)
    await told(page).toMatch(/^The start lies inside .*add airport:SUMU to “Authorized zones”/)
    await page.getByText('Options', { exact: false }).first().click()
    await page.getByLabel('Altitude (m)').fill('121')
    await page.getByLabel('Altitude (m)').blur()
    await told(page).toMatch(/^“Altitude” is 121/)
    await close()
  })

  test('each error offers a change that resolves it', async () => {
    const { page, close, complaints } = await shown.open('', panelOnly)
    const check = async (link: string, error: RegExp, fix: string) => {
      await page.goto(`${shown.origin}/${link}`)
      await told(page).toMatch(error)
      await page.locator('.fixes').getByRole('button', { name: fix, exact: true }).click()
      await eventually(() => page.getByRole('alert').count()).toBe(0)
    }
    const parameters = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1])
    const blocked = /blocked by: avoid_areas/
    await check(`${roadLink}&areas=${aroundEast}`, blocked, 'Hide all avoided areas')
    await waysIn(page).first().waitFor()
    await page.getByText('Routes may enter hidden areas.').waitFor()
    await check(`${roadLink}&areas=${aroundEast}`, blocked, 'Remove all avoided areas')
    await waysIn(page).first().waitFor()
    expect(parameters().has('areas')).toBe(false)
    await check(`${roadLink}&height_m=35`, /^“Height” is 35; it must be at most 20/, 'Clear “Height”')
    await waysIn(page).first().waitFor()
    expect(parameters().has('height_m')).toBe(false)
    const start = /^The start is outside the loaded maps/
    await check(`#/plan?mode=road&from=48.1,11.5&to=${centrePosition}`, start, 'Clear the start')
    await page.getByText('Now set the start').waitFor()
    await expect.poll(() => box(page, 'From').inputValue()).toBe('')
    const destination = /^The destination has no road within/
    await check(`#/plan?mode=road&from=${centrePosition}&to=-34.93,-56.25`, destination, 'Clear the destination')
    await page.getByText('Now set the destination').waitFor()
    await expect.poll(() => box(page, 'To').inputValue()).toBe('')
    const zone = /^The start lies inside .*add airport:SUMU to “Authorized zones”/
    const short = `#/plan?mode=drone&from=${airport}&to=-34.85,-56.01`
    await check(short, zone, 'I am authorized to fly there')
    await waysIn(page).first().waitFor()
    expect(parameters().get('authorisations')).toContain('airport:SUMU')
    await page.goto(`${shown.origin}/${flight.replace('range_km=40', 'range_km=30')}`)
    await told(page).toMatch(/needs [\d.]+ km of range, but only 24\.0 km may be used/)
    const needed = Number(/needs ([\d.]+) km/.exec((await page.getByRole('alert').textContent()) ?? '')?.[1])
    const enough = String(Math.ceil((needed / 24) * 30 + 1))
    await page.getByRole('button', { name: `Use an aircraft with a range of ${enough} km`, exact: true }).click()
    await waysIn(page).first().waitFor()
    expect(parameters().get('range_km')).toBe(enough)
    const deep = '#/plan?mode=sea&from=Singapore&to=ARBUE&draft_m=15&beam_m=30'
    await check(deep, /accepts ships with a draft of at most/, 'Clear “Draft”')
    await waysIn(page).first().waitFor()
    expect(parameters().has('draft_m')).toBe(false)
    expect(parameters().get('beam_m')).toBe('30')
    await page.goto(`${shown.origin}/${cab.replace('from=-34.9066,-56.1671', `from=${eastPosition}`)}`)
    await page.getByRole('button', { name: 'Start at the nearest point inside' }).click()
    await waysIn(page).first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('accepts ports by name, and shows miles and passages of a voyage', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByRole('tab', { name: 'Sea' }).click()
    for (const [name, port] of [
      ['From', 'UYMVD'],
      ['To', 'Singapore'],
    ] as const) {
      await box(page, name).fill(port)
      await page.getByRole('option', { name: `Port or passage “${port}”` }).waitFor()
      await box(page, name).press('Enter')
    }
    await waysIn(page).first().waitFor()
    await expect.poll(() => waysIn(page).first().textContent()).toMatch(/\d d \d+ h.*9,\d{3} nm/)
    await eventually(() => box(page, 'From').inputValue()).toBe('Montevideo (UYMVD)')
    await page.getByText('Cape of Good Hope').first().waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/plan?mode=sea&from=UYMVD&to=Singapore')
    await pin(page, 'From').waitFor()
    await lineDrawn(page)
    await open.screenshot('plan-sea')
  })

  test('names the domain of a self-driving trip, and does not engage outside it', async () => {
    const { page } = open
    await page.goto(`${shown.origin}/${cab}`)
    await waysIn(page).first().waitFor()
    await page.getByText('Sample operator', { exact: true }).waitFor()
    await expectAccessible(page, 'self-driving route')
    await pin(page, 'To').waitFor()
    await box(page, 'To').fill('-34.8836, -56.0819')
    await box(page, 'To').press('Enter')
    await told(page).toContain('The service does not engage')
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toMatch(/^The destination is outside Centre of Montevideo/)
    await expect.poll(() => pin(page, 'To').count()).toBe(1)
    await page.getByRole('button', { name: 'Go to the nearest point inside' }).click()
    await eventually(() => page.url()).not.toContain('to=-34.8836,-56.0819')
    await waysIn(page).first().waitFor()
  })

  test('keeps the endpoints when the mode changes', async () => {
    const { page, close, complaints } = await shown.open(roadLink, panelOnly)
    await waysIn(page).first().waitFor()
    await page.getByRole('tab', { name: 'Road' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Flight' }).waitFor()
    await expect.poll(() => page.url()).toContain('mode=drone&from=-34.9059,-56.1913')
    expect(complaints).toEqual([])
    await close()
  })

  test('shows routes, examples and errors on a phone, without overflow', async () => {
    const { page, close, complaints, screenshot } = await shown.open(roadLink, { ...still, ...PHONE_OPTIONS })
    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
    await firstAnswer(page)
    await expect.poll(fits).toBe(true)
    await screenshot('plan-phone')
    await page.goto(`${shown.origin}/#/plan?start=1`)
    await page.getByRole('link', { name: /^Fly around an airport/ }).tap()
    await page.getByRole('definition').filter({ hasText: 'Boiso Lanza Air Base' }).first().waitFor()
    await firstAnswer(page)
    await expect.poll(fits).toBe(true)
    await expectAccessible(page, 'flight on a phone')
    await page.goto(`${shown.origin}/#/plan?start=1`)
    await page.getByRole('link', { name: /^Ship to Singapore/ }).tap()
    await expect.poll(() => waysIn(page).first().textContent()).toMatch(/\d+ d.*9,\d{3} nm/)
    await page.goto(`${shown.origin}/${roadLink}&height_m=35`)
    await page.getByRole('button', { name: 'Clear “Height”', exact: true }).waitFor()
    await expectAccessible(page, 'error with a button on a phone')
    await page.getByRole('button', { name: 'Clear “Height”', exact: true }).tap()
    await waysIn(page).first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('plans for an electric car, and with custom rules that are checked while they are typed', async () => {
    const { page, close, complaints } = await shown.open(`${roadLink}&battery=40&charge_pct=90`, panelOnly)
    const charge = page.getByRole('region', { name: 'Charge' })
    await eventually(() => charge.textContent()).toMatch(/90 % → \d+ %, uses [\d.]+ kWh/)
    await charge.getByRole('img', { name: /^Charge along the route: from \d+ % to 90 %/ }).waitFor()
    await page.getByText('2 set').click()
    await page.getByLabel('Battery').selectOption('None')
    await charge.waitFor({ state: 'detached' })
    await page.getByLabel('Preferences').selectOption('Quiet roads')
    await eventually(() => page.url()).toContain('model=quiet')
    await page.getByLabel('Preferences').selectOption('Custom rules')
    const rules = page.getByRole('textbox', { name: 'Rules (JSON)' })
    await rules.fill('{"rules": [{"if": {}}]}')
    await page.getByText('Rule 1: needs “speed” or “priority”.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Apply rules' }).isDisabled()).toBe(true)
    await rules.fill('{"rules": [{"if": {}, "speed": {"limit": 10}}]}')
    await page.getByRole('button', { name: 'Apply rules' }).click()
    // 12 km at 10 km/h take more than an hour.
    await eventually(() => waysIn(page).first().textContent()).toMatch(/\d+ (h|min)/)
    await eventually(async () => (await waysIn(page).first().textContent()) ?? '').toMatch(/^(\d h|[6-9]\d min)/)
    expect(complaints).toEqual([])
    await close()
  })

  test('has no console errors in any mode', () => {
    expect(open.complaints).toEqual([])
  })
})
