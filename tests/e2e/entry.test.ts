import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, startConsole } from './support/console.ts'
import { openLeafletPage } from './support/leaflet-page.ts'
import { box, centrePosition, eastPosition, eventually, pin, roadLink, waysIn } from './support/plan-page.ts'

const still = { reducedMotion: 'reduce', viewport: { width: 1000, height: 680 } } as const
const NEAR_18_DE_JULIO = [expect.closeTo(-34.9058, 3), expect.closeTo(-56.19, 2)]
const stopsIn = (page: Page) => page.getByRole('list', { name: 'Stops', exact: true }).getByRole('listitem')
const found = (page: Page) => page.getByRole('listbox').getByRole('option')
const hash = (page: Page) => new URL(page.url()).hash
const table = 'name,lat,lon,demand,service,opens,closes'

/** Delays search results, as on a slow connection. */
async function slowSearch(page: Page, ms: number): Promise<void> {
  await page.route('**/v1/geocode?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue().catch(() => undefined)
  })
}

/** Returns the free width next to the placeholder of an empty box, in pixels. */
function roomBesidePlaceholder(element: Element): number {
  const input = element as HTMLInputElement
  const { font, paddingLeft, paddingRight } = getComputedStyle(input)
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return Number.NaN
  context.font = font
  const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return room - context.measureText(input.placeholder).width
}

async function paste(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Coordinates, addresses, CSV with a header row, or GeoJSON')
  if (!(await field.isVisible())) await page.getByText('Paste a list', { exact: true }).click()
  await field.fill(text)
  await page.getByRole('button', { name: 'Add to list' }).click()
}

describe.skipIf(!requireOrSkip('chromium'))('user input', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path, 'water')
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: { FAIRWAY_ANONYMOUS_BURST: '2000', FAIRWAY_MAP_TILES: 'true' },
      withoutMap: true,
    })
    // The page loads and compiles its code for the first time, with software rendering.
    open = await shown.open(roadLink, still)
    await waysIn(open.page).first().waitFor()
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  /** Opens a link in the open page. Loading the page again would take most of the CPU time of a test. */
  const show = async (hash: string) => {
    await open.page.goto(`${shown.origin}/${hash}`)
    return open
  }

  test('Enter selects the result for the current text, not for an earlier one', async () => {
    const { page, close, complaints } = await shown.open('', still)
    await slowSearch(page, 300)
    await box(page, 'From').fill('Avenida Italia 3000')
    await found(page).first().waitFor()
    await box(page, 'From').fill('Avenida 18 de Julio 1179')
    await box(page, 'From').press('Enter')
    await page.getByText('Searching…').waitFor()
    await eventually(() => box(page, 'From').inputValue()).toContain('18 de Julio 1179')
    await eventually(() => hash(page)).toContain('from=')
    await expect.poll(() => found(page).count()).toBe(0)
    // The text is typed without a pause, and the focus is already in the next box when the reply arrives.
    await box(page, 'To').pressSequentially('Avenida Italia 3000')
    await page.keyboard.press('Enter')
    await box(page, 'From').focus()
    await eventually(() => hash(page)).toContain('to=')
    await expect.poll(() => box(page, 'To').inputValue()).toContain('Italia')
    await waysIn(page).first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('an empty box offers the recent places, which can be cleared', async () => {
    const { page, close, screenshot } = await shown.open('', still)
    await box(page, 'From').click()
    await expect.poll(() => found(page).count()).toBe(0)
    await box(page, 'From').fill('Avenida Italia 3000')
    await page.keyboard.press('Enter')
    await eventually(() => hash(page)).toContain('from=')
    await box(page, 'To').click()
    await eventually(() => found(page).first().textContent()).toMatch(/^Avenida Italia 3000.*Recent · Address$/)
    await screenshot('entry-recent')
    await expectAccessible(page, 'open list of places')
    await page.keyboard.press('Escape')
    await expect.poll(() => found(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    expect(hash(page)).not.toContain('to=')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await eventually(() => hash(page)).toContain('to=')
    await expect.poll(() => found(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear To', exact: true }).click()
    await box(page, 'To').click()
    await found(page).getByText('Clear recent places').click()
    await expect.poll(() => found(page).count()).toBe(0)
    await box(page, 'From').focus()
    await box(page, 'To').focus()
    await expect.poll(() => found(page).count()).toBe(0)
    await close()
  })

  test('an unmatched text is kept and marked; Enter selects it later, the cross removes it', async () => {
    const { page, screenshot } = await show(roadLink)
    await eventually(() => box(page, 'From').inputValue()).toContain('18 de Julio')
    const before = await box(page, 'To').inputValue()
    await box(page, 'To').fill('Avenida Italia 3000')
    await page.keyboard.press('Tab')
    await page.getByText('Not selected: press Enter').waitFor()
    await expect.poll(() => box(page, 'To').inputValue()).toBe('Avenida Italia 3000')
    await expect.poll(() => found(page).count()).toBe(0)
    expect(hash(page)).toContain(`to=${eastPosition}`)
    await screenshot('entry-unchosen')
    await box(page, 'To').press('Enter')
    await eventually(() => hash(page)).not.toContain(`to=${eastPosition}`)
    await expect.poll(() => page.getByText('Not selected').count()).toBe(0)
    await box(page, 'To').fill('qqqxyzzz')
    await page.getByText('No results.').waitFor()
    await page.keyboard.press('Tab')
    await page.getByText('no place with this name was found').waitFor()
    await page.getByRole('button', { name: 'Clear the text in To' }).click()
    await eventually(() => box(page, 'To').inputValue()).toContain('Italia')
    await expect.poll(() => box(page, 'To').inputValue()).not.toBe(before)
  })

  test('a corrected row is read with its table header, and errors are reported', async () => {
    const { page, close } = await shown.open('#/optimise', still)
    const rows = [
      'Depot,-34.9059,-56.1913,,,,',
      '"Foo, the bar",91,-56.15,2,5,08:00,10:00',
      'Bar,-34.8941,-56.1527,12kg,5,8am,',
    ]
    await paste(page, [table, ...rows].join('\n'))
    const told = page.getByRole('alert')
    await eventually(() => told.textContent()).toMatch(
      /“91” is not a valid latitude.*“12kg” is not a valid demand.*“8am” is not a valid time/,
    )
    await expect.poll(() => stopsIn(page).count()).toBe(1)
    const field = page.getByLabel(/^Coordinates, addresses/)
    await expect.poll(() => field.inputValue()).toBe([table, rows[1], rows[2]].join('\n'))
    const corrected = (await field.inputValue()).replace('91', '-34.91').replace('12kg', '12').replace('8am', '08:00')
    await paste(page, corrected)
    await eventually(() => stopsIn(page).count()).toBe(3)
    await expect
      .poll(() => stopsIn(page).nth(1).textContent())
      .toMatch(/Foo, the bar.*demand 2 · 5 min · 8:00\sAM–10:00\sAM/)
    await expect.poll(() => stopsIn(page).nth(2).textContent()).toMatch(/Bar.*demand 12 · 5 min · 8:00\sAM–/)
    await expect.poll(() => field.inputValue()).toBe('')
    await close()
  })

  test('an address is found despite a typo; a guess is rejected with the nearest name', async () => {
    const { page, close } = await shown.open('#/optimise', still)
    await paste(page, 'Calle Inventada 123\nAv Itlia 3000\ncustomer 12')
    await eventually(() => page.getByRole('alert').textContent()).toMatch(
      /line 1, “Calle Inventada 123”: address not found; closest match: .*line 2, “customer 12”: address not found/,
    )
    await expect.poll(() => stopsIn(page).count()).toBe(1)
    await expect.poll(() => stopsIn(page).first().textContent()).toContain('Avenida Italia 3000')
    await expect
      .poll(() => page.getByLabel(/^Coordinates, addresses/).inputValue())
      .toBe('Calle Inventada 123\ncustomer 12')
    await close()
  })

  test('typed numbers out of range are reported individually', async () => {
    const { page, close } = await shown.open('', still)
    await box(page, 'From').fill('91, 5')
    await page.getByText('“91” is not a valid latitude: enter a number from -90 to 90, before the longitude.').waitFor()
    await expect.poll(() => page.getByText('No results.').count()).toBe(0)
    await box(page, 'From').press('Enter')
    await box(page, 'From').fill('5, 181')
    await page.keyboard.press('Tab')
    await page.getByText('Not selected: “181” is not a valid longitude: enter a number from -180 to 180').waitFor()
    await box(page, 'From').fill('-34.9, -56.16')
    await box(page, 'From').press('Enter')
    await eventually(() => hash(page)).toContain('from=-34.9,-56.16')
    await close()
  })

  test('names survive a reload and appear in a shared link', async () => {
    const { page, close } = await shown.open('#/optimise', still)
    await paste(
      page,
      `${table}\nDepot,${centrePosition},,,,\nKiosk; 5 %,-34.8941,-56.1527,,,,\n${'L'.repeat(90)},${eastPosition},,,,`,
    )
    await eventually(() => stopsIn(page).count()).toBe(3)
    await page.reload()
    await eventually(() => stopsIn(page).allTextContents()).toEqual([
      expect.stringContaining('Depot'),
      expect.stringContaining('Kiosk; 5 %'),
      expect.stringContaining('L'.repeat(90)),
    ])
    const other = await shown.open(hash(page), still)
    await eventually(() => stopsIn(other.page).count()).toBe(3)
    await expect.poll(() => stopsIn(other.page).nth(1).textContent()).toContain('Kiosk; 5 %')
    await other.page.getByRole('link', { name: 'Open in Plan' }).click()
    await eventually(() => box(other.page, 'From').inputValue()).toBe('Depot')
    await other.page.reload()
    await eventually(() => box(other.page, 'From').inputValue()).toBe('Depot')
    await other.close()
    await close()
  })

  test('all stops are cleared with one click, and restored with undo or the back button', async () => {
    const { page, close, complaints, screenshot } = await shown.open('#/optimise', still)
    await paste(page, `${table}\nDepot,${centrePosition},,,,\nA,-34.8941,-56.1527,,,,\nB,${eastPosition},,,,`)
    await eventually(() => stopsIn(page).count()).toBe(3)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('3 stops were removed.').waitFor()
    await screenshot('entry-undo')
    // For keyboard users, Undo is the next element after the pressed button.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await eventually(() => stopsIn(page).count()).toBe(3)
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Add 20 sample stops' }).click()
    await eventually(() => stopsIn(page).count()).toBe(20)
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.goBack()
    await eventually(() => stopsIn(page).count()).toBe(3)
    await expect.poll(() => stopsIn(page).nth(1).textContent()).toContain('A')
    await page.goForward()
    await eventually(() => stopsIn(page).count()).toBe(20)

    // These points do not fit in a link, so they are stored in the history entry.
    const many = Array.from({ length: 101 }, (_, index) => `${(-34.900001 + index * 1e-4).toFixed(6)}, -56.160001`)
    await paste(page, many.join('\n'))
    await eventually(() => stopsIn(page).count()).toBe(121)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await eventually(() => stopsIn(page).count()).toBe(0)
    await page.goBack()
    await eventually(() => stopsIn(page).count()).toBe(121)
    expect(complaints).toEqual([])
    await close()
  })

  test('the route page clears and restores stops too; modes and searches are history steps', async () => {
    const { page, complaints } = await show(roadLink)
    await waysIn(page).first().waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await eventually(() => pin(page, 'To').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => hash(page)).toContain(`to=${eastPosition}`)
    await page.getByRole('tab', { name: 'Sea' }).click()
    await eventually(() => hash(page)).toContain('mode=sea')
    await page.goBack()
    await eventually(() => hash(page)).toContain('mode=road')
    await waysIn(page).first().waitFor()
    await box(page, 'From').fill('-34,9094; -56,1653')
    await box(page, 'From').press('Enter')
    await eventually(() => hash(page)).toContain('from=-34.9094,-56.1653')
    await page.goBack()
    await eventually(() => hash(page)).toContain(`from=${centrePosition}`)
    await expect.poll(() => page.getByRole('tab', { name: 'Road' }).getAttribute('aria-selected')).toBe('true')
    // Adding a stop moves the focus to its box, whose placeholder must not be cut off.
    await page.getByRole('button', { name: 'Add a stop' }).click()
    await expect.poll(() => box(page, 'Via 1').evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await box(page, 'Via 1').evaluate(roomBesidePlaceholder)).toBeGreaterThanOrEqual(0)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await eventually(() => box(page, 'From').inputValue()).toBe('')
    expect(await box(page, 'From').evaluate(roomBesidePlaceholder)).toBeGreaterThanOrEqual(0)
    expect(complaints).toEqual([])
  })

  test('text replaces the selected text of a box, even if the address arrives in between', async () => {
    const { page, close, complaints } = await shown.open('#/about', still)
    const address = Promise.withResolvers<void>()
    await page.route('**/v1/reverse?*', async (route) => {
      await address.promise
      await route.continue().catch(() => undefined)
    })
    await page.goto(`${shown.origin}/${roadLink}`)
    await eventually(() => box(page, 'From').inputValue()).toContain('-34.90590')
    await box(page, 'From').click()
    address.resolve()
    await eventually(() => box(page, 'From').inputValue()).toContain('18 de Julio')
    await page.keyboard.insertText('-34,9094; -56,1653')
    expect(await box(page, 'From').inputValue()).toBe('-34,9094; -56,1653')
    await page.keyboard.press('Enter')
    await eventually(() => hash(page)).toContain('from=-34.9094,-56.1653')
    expect(complaints).toEqual([])
    await close()
  })

  test('invalid positions in a link are reported', async () => {
    const { page } = await show(`#/plan?mode=road&from=abc&to=${eastPosition}`)
    await page.getByText('Ignored in this link: “abc”.').waitFor()
    await expect.poll(() => box(page, 'From').inputValue()).toBe('')
    // The message belongs to this link and disappears with it.
    await page.getByRole('tab', { name: 'Sea' }).click()
    await eventually(() => page.getByText('Ignored in this link').count()).toBe(0)
    await show(`#/optimise?stops=${centrePosition};x,y;${eastPosition}`)
    await page.getByText('Ignored in this link: “x,y”.').waitFor()
  })

  test('a receipt claims only what was verified; vehicles are numbered like the tours', async () => {
    const stops = `${centrePosition};-34.8941,-56.1527,2;-34.9094,-56.1653,2;${eastPosition},9,,,C`
    const { page } = await show(`#/optimise?stops=${stops}&capacity=5&vehicles=2`)
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await eventually(() => receipt.textContent()).toMatch(
      /your order is not feasible: .*vehicle [12] (would carry|may not visit)/,
    )
    await expect.poll(() => receipt.textContent()).toContain('adds up the legs of this order in your browser')
    await page.getByText('One stop is left out:').waitFor()
    await receipt.getByRole('button', { name: 'Verify' }).click()
    await eventually(() => receipt.getByRole('status').textContent()).toMatch(
      /Verified.*the total for this order is correct, and every stop is visited once, except the one left out/,
    )
  })

  test('a window that opens at eight is served at eight, in a named time zone', async () => {
    const stops = `${centrePosition};-34.8941,-56.1527,,,0800-1000;${eastPosition}`
    const { page, close } = await shown.open(`#/optimise?stops=${stops}`, {
      ...still,
      timezoneId: 'Europe/Berlin',
      locale: 'en-GB',
    })
    const tour = page.getByRole('list', { name: 'Stops on tour 1' })
    await eventually(() => tour.textContent()).toMatch(/0[89]:\d\d|10:00/)
    await expect.poll(() => tour.textContent()).not.toContain('07:59')
    await page.getByText(/are in your time zone: Europe\/Berlin, GMT\+[12]/).waitFor()
    await close()
  })

  test('a rejected setting is reported by its name on the page', async () => {
    const { page } = await show(`#/optimise?stops=${centrePosition};-34.8941,-56.1527;${eastPosition}&capacity=2.5`)
    await eventually(() => page.getByRole('alert').textContent()).toBe(
      '“Vehicle capacity” is 2.5; it must be a whole number from 0 to 1,000,000',
    )
  })

  test('plugins of Leaflet on other sites need only the address of the service', async () => {
    // The page of the other site opens next, so this page only needs to be cheap.
    const { page, close, complaints, requested } = await shown.open('icon.svg', still)
    const leaflet = await openLeafletPage(page, shown.origin)
    const routes = page.locator('.leaflet-routing-alt')
    await routes.nth(1).waitFor()
    expect(await routes.first().locator('h3').textContent()).toMatch(/^5\.\d km, \d+ min$/)
    const instructions = await routes.first().locator('tr').allInnerTexts()
    expect(instructions.map((text) => text.trim())).toEqual(
      expect.arrayContaining(['Head south on Juan Paullier\t40 m', 'You have arrived at your 1st destination\t0 m']),
    )
    // The line of the route is drawn, and hints of the first reply are sent with the second request.
    expect(await page.locator('path.leaflet-interactive').count()).toBeGreaterThanOrEqual(3)
    expect(await leaflet.moveDestination(-34.9059, -56.1913)).toBeCloseTo(7_100, -2)
    expect(requested.findLast((url) => url.includes('/osrm/'))).toMatch(/&hints=[\w-]+;[\w-]+;$/)
    for (const format of ['nominatim', 'photon', 'pelias'] as const) {
      const [found] = await leaflet.geocode(format, 'Avenida 18 de Julio 1234')
      expect(found).toEqual({
        name: expect.stringMatching(/Avenida 18 de Julio( \d+)?, Montevideo/),
        at: NEAR_18_DE_JULIO,
      })
      const [address] = await leaflet.reverse(format, -34.9059, -56.1913)
      expect(address).toEqual({
        name: expect.stringMatching(/Avenida 18 de Julio( \d+)?, Montevideo/),
        at: NEAR_18_DE_JULIO,
      })
    }
    expect(complaints).toEqual([])
    leaflet.close()
    await close()
  })
})
