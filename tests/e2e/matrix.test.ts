import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'
import { downloaded, eventually, told } from './support/plan-page.ts'

const run = promisify(execFile)
const still = { reducedMotion: 'reduce' } as const
const four = '-34.9059,-56.1913;-34.8941,-56.1527;-34.9094,-56.1653;-34.8836,-56.0819'

const cellsIn = (page: Page) => page.getByRole('table').getByRole('link')
const pointsIn = (page: Page) => page.getByRole('list', { name: 'Points', exact: true }).getByRole('listitem')

describe.skipIf(!requireOrSkip('chromium'))('Matrix, isochrones and matching', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path)
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: { FAIRWAY_ANONYMOUS_BURST: '1000', FAIRWAY_ANONYMOUS_MATRIX_POINTS: '6' },
    })
    open = await shown.open(`#/matrix?points=${four}`, still)
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  /** Opens a link in the open page. Loading the page again would take most of the CPU time of a test. */
  const show = (hash: string) => open.page.goto(`${shown.origin}/${hash}`)

  test('shows a table of all routes from a link, in minutes or kilometers', async () => {
    const { page } = open
    await eventually(() => cellsIn(page).count()).toBe(12)
    await eventually(() => cellsIn(page).first().getAttribute('aria-label')).toMatch(/18 de Julio.* to .*\d min/)
    await page.getByRole('button', { name: 'Kilometers' }).click()
    await eventually(() => cellsIn(page).first().getAttribute('aria-label')).toMatch(/: [\d.]+ km/)
    await expect.poll(() => page.url()).toContain('metric=distance')
    await cellsIn(page).nth(2).hover()
    await eventually(() => page.locator('.pair').textContent()).toMatch(/^1 → 4 \d+ min, [\d.]+ km/)
    await open.screenshot('matrix')
    await expectAccessible(page, 'matrix')
  })

  test('moves from cell to cell with arrow keys, over the diagonal', async () => {
    const { page } = open
    await cellsIn(page).first().focus()
    const at = () => page.evaluate(() => ({ ...(document.activeElement as HTMLElement).dataset }))
    await page.keyboard.press('ArrowDown')
    expect(await at()).toEqual({ row: '2', column: '1' })
    await page.keyboard.press('ArrowRight')
    expect(await at()).toEqual({ row: '2', column: '3' })
    await page.keyboard.press('ArrowRight')
    expect(await at()).toEqual({ row: '2', column: '3' })
  })

  test('copies the table as CSV, and the call as a working command', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'Copy as CSV' }).click()
    const rows = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\r\n')
    expect(rows).toHaveLength(5)
    expect(rows[0]).toMatch(/^from \\ to \(km\),/)
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const { stdout } = await run('bash', ['-c', `${command} -s`])
    expect(JSON.parse(stdout).distances_km).toHaveLength(4)
  })

  test('names a point outside the maps by its number, and restores the table without it', async () => {
    const { page } = open
    const search = page.getByRole('combobox', { name: 'Add a point' })
    await search.fill('48.137, 11.575')
    await search.press('Enter')
    await told(page).toMatch(/^Point 5 \(.+\) is outside the loaded maps of this service.*montevideo/)
    await expect.poll(() => pointsIn(page).count()).toBe(5)
    await pointsIn(page).getByRole('button', { name: 'Remove point 5' }).click()
    await eventually(() => page.getByRole('alert').count()).toBe(0)
  })

  test('reports the limit of the plan for too many points, and keeps them', async () => {
    const { page } = open
    await page.getByText('Paste a list', { exact: true }).click()
    await page
      .getByRole('textbox', { name: /^Coordinates, addresses/ })
      .fill('[[-34.9, -56.16], [-34.9, -56.17], [-34.9, -56.18]]')
    await page.getByRole('button', { name: 'Add to list' }).click()
    await told(page).toMatch(/has 7 points.*at most 6/)
    await expect.poll(() => pointsIn(page).count()).toBe(7)
    await open.screenshot('matrix-refused')
  })

  test('opens the route of a cell', async () => {
    const again = await shown.open(`#/matrix?points=${four}`, { ...PHONE_OPTIONS, ...still, colorScheme: 'dark' })
    await eventually(() => cellsIn(again.page).count()).toBe(12)
    const width = await again.page.evaluate(() => document.querySelector('main')?.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await cellsIn(again.page).first().scrollIntoViewIfNeeded()
    await again.screenshot('matrix-phone')
    await expectAccessible(again.page, 'matrix on a phone')
    await cellsIn(again.page).first().click()
    await eventually(() => again.page.url()).toContain('#/plan?mode=road&from=-34.9059,-56.1913&to=-34.8941,-56.1527')
    await again.page.getByRole('region', { name: 'Routes' }).waitFor()
    expect(again.complaints).toEqual([])
    await again.close()
  })

  test('has point names in links, restores cleared points with names, and reports invalid ones', async () => {
    const named = `${four.replace('-56.1913', '-56.1913,Depot, north')};nowhere`
    const { page } = open
    await show(`#/matrix?points=${encodeURIComponent(named)}`)
    await eventually(() => pointsIn(page).first().textContent()).toContain('Depot, north')
    await page.getByText('Ignored in this link: “nowhere”').waitFor()
    await eventually(() => decodeURIComponent(page.url().replaceAll('+', ' '))).toContain('-56.1913,Depot, north;')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('4 points were removed.').waitFor()
    await expect.poll(() => pointsIn(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => cellsIn(page).count()).toBe(12)
    await eventually(() => pointsIn(page).first().textContent()).toContain('Depot, north')
    await page.getByRole('button', { name: 'Remove point 1' }).click()
    await eventually(() => pointsIn(page).count()).toBe(3)
    await page.goBack()
    await eventually(() => pointsIn(page).first().textContent()).toContain('Depot, north')
  })

  test('draws how far several travel modes get from several points, and shares it as a link', async () => {
    const { page } = open
    await show('#/isochrone?points=-34.9059,-56.1913&minutes=6')
    const rows = page.getByRole('region', { name: 'Areas' }).locator('tbody').getByRole('row')
    const areas = () =>
      rows.evaluateAll((all) => all.map((row) => Number.parseFloat(row.children[1]?.textContent ?? '')))
    const heads = () => rows.getByRole('rowheader').allTextContents()
    await eventually(heads).toEqual(['2 min', '4 min', '6 min'])
    const nested = await areas()
    expect(nested).toEqual(nested.toSorted((a, b) => a - b))
    await page.getByRole('slider', { name: /^Within/ }).focus()
    await page.keyboard.press('ArrowRight')
    await eventually(() => rows.last().textContent()).toMatch(/^7 min/)
    await page.getByRole('button', { name: 'Foot' }).click()
    await eventually(heads).toEqual(['Car', 'Foot'])
    const ofOnePoint = await areas()
    const search = page.getByRole('combobox', { name: 'Add a point' })
    await search.fill('-34.9094, -56.1653')
    await search.press('Enter')
    await eventually(() => pointsIn(page).count()).toBe(2)
    await eventually(areas).not.toEqual(ofOnePoint)
    const anyPoint = await areas()
    await page.getByRole('button', { name: 'All points' }).click()
    await page.getByRole('columnheader', { name: 'Roads' }).waitFor({ state: 'detached' })
    const [allPoints, anyOfThem] = [(await areas())[0] ?? 0, anyPoint[0] ?? 0]
    expect(allPoints).toBeGreaterThan(0)
    expect(allPoints).toBeLessThan(anyOfThem)
    await page.locator('.map-room[data-drawn=true]').waitFor()
    await open.screenshot('isochrone')
    await expectAccessible(page, 'isochrones')
    const link = page.url()
    expect(link).toContain('minutes=7&by=car,foot&combine=all')
    await search.fill('48.137, 11.575')
    await search.press('Enter')
    await told(page).toMatch(/^Point 3 \(.+\) is outside the loaded maps/)
    const shared = await shown.open(link.slice(link.indexOf('#')), { ...PHONE_OPTIONS, ...still, colorScheme: 'dark' })
    await eventually(() => shared.page.locator('.contours tbody tr').count()).toBe(2)
    expect(await shared.page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(shared.page, 'isochrones on a phone')
    await shared.page.getByRole('button', { name: 'More' }).click()
    await shared.page.getByRole('link', { name: 'Match' }).click()
    await shared.page.getByRole('button', { name: 'Try a sample trace' }).tap()
    const result = shared.page.getByRole('region', { name: 'Matched route' })
    await eventually(() => result.textContent()).toMatch(/\d %confidence.*\d+ of \d+ points matched/)
    expect(await shared.page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(shared.page, 'matched trace on a phone')
    expect(shared.complaints).toEqual([])
    await shared.close()
  })

  test('matches a GPX file onto roads, reports what is wrong with a file, and exports the route', async () => {
    const { page } = open
    await show('#/match')
    const drop = async (name: string, content: string) => {
      const data = await page.evaluateHandle(
        ([fileName = '', text = '']) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([text], fileName))
          return transfer
        },
        [name, content],
      )
      await page.locator('main').dispatchEvent('drop', { dataTransfer: data })
    }
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
    await drop('notes.gpx', '<gpx><wpt lat="1" lon="2"/></gpx>')
    await page.getByText('notes.gpx contains no track or route. Waypoints alone are not a trace.').waitFor()
    const positions = ['-34.9059,-56.1913', '-34.9057,-56.1893', '-34.9055,-56.1873', '-34.9053,-56.1853']
    const trackPoints = positions.map((position, index) => {
      const [lat, lon] = position.split(',')
      return `<trkpt lat="${lat}" lon="${lon}"><time>2026-03-02T10:0${index}:00Z</time></trkpt>`
    })
    await drop('drive.gpx', `<gpx><trk><trkseg>${trackPoints.join('')}</trkseg></trk></gpx>`)
    const result = page.getByRole('region', { name: 'Matched route' })
    await eventually(() => result.textContent()).toMatch(/\d %confidence.*4 of 4 points matched.*took 3 min/)
    await page.getByText('4 points, with times').waitFor()
    await expectAccessible(page, 'matched trace')
    const saved = await downloaded(page, 'Save GPX')
    expect(saved.name).toBe('drive-matched.gpx')
    expect(saved.text.match(/<trkpt/g)?.length).toBeGreaterThan(2)
    await page.getByRole('combobox', { name: 'Recorded by' }).selectOption('Foot')
    await eventually(() => page.locator('.match').getAttribute('aria-busy')).toBe('false')
    await page.getByRole('button', { name: 'Remove the trace' }).click()
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  })

  test('has no console errors', () => {
    expect(open.complaints).toEqual([])
  })
})
