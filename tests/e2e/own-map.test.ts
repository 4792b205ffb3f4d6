import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyWater } from '../support/maps/copy-maps.ts'
import { inMonaco, monacoExtract } from '../support/maps/extracts.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { run } from '../support/servers/processes.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PHONE_OPTIONS, startConsole } from './support/console.ts'
import { eventually, firstAnswer, waysIn } from './support/plan-page.ts'

const command = fileURLToPath(new URL('../../apps/server/bin/fairway.js', import.meta.url))
const link = `#/plan?mode=road&from=${inMonaco.from}&to=${inMonaco.to}`

const TERRAIN_SIZE = 1201
/** Height of the western end of the trip, and rise of the terrain per sample toward the east, in meters. */
const [FOOT_METERS, METERS_PER_SAMPLE] = [100, 10]
/** The roads may begin and end some meters away from the points of the trip. */
const MIN_RISE_METERS = (METERS_PER_SAMPLE * (inMonaco.to[1] - inMonaco.from[1]) * (TERRAIN_SIZE - 1)) / 2

/** Returns a terrain tile that rises toward the east. */
function drawSlope(): Buffer {
  const footColumn = (inMonaco.from[1] - 7) * (TERRAIN_SIZE - 1)
  const tile = Buffer.alloc(TERRAIN_SIZE * TERRAIN_SIZE * 2)
  for (let index = 0; index < TERRAIN_SIZE * TERRAIN_SIZE; index++) {
    const samples = (index % TERRAIN_SIZE) - footColumn
    tile.writeInt16BE(Math.max(0, Math.round(FOOT_METERS + METERS_PER_SAMPLE * samples)), index * 2)
  }
  return tile
}

describe.skipIf(!requireOrSkip('chromium'))('custom map and its traffic', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage
  const fairway = (...args: readonly string[]): Promise<string> =>
    run(process.execPath, [command, ...args], { env: { ...process.env, FAIRWAY_DATA_DIR: folder.path } })
  const plan = async () => {
    const [from, to] = [inMonaco.from, inMonaco.to]
    const reply = await fetch(`${shown.origin}/v1/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to }),
    })
    return (await reply.json()) as { geometry: [number, number][]; distance_km: number; incidents: { id: string }[] }
  }

  beforeAll(async () => {
    folder = await createTempDir()
    await copyWater(folder.path)
    // The server has one thread per core, and every thread must load the region and the traffic.
    shown = await startConsole({
      store: { dataDir: folder.path },
      env: { FAIRWAY_MAP_TILES: 'true', FAIRWAY_MAP_UPLOAD_MB: '1' },
      args: [],
      // Errors of drawing appear in the browser console, which these tests check.
      withPixels: true,
    })
    await mkdir(join(folder.path, 'terrain'))
    await writeFile(join(folder.path, 'terrain', 'N43E007.hgt'), drawSlope())
    await fairway('regions', 'add', await monacoExtract(folder.path), '--as', 'monaco')
  })
  afterAll(async () => {
    await shown?.close()
    await folder?.dispose()
  })

  test('serves and draws a region that was added to the running service', async () => {
    await eventually(async () => (await plan()).distance_km).toBeGreaterThan(0)
    open = await shown.open(link)
    await firstAnswer(open.page)
    expect(open.requested.some((url) => /\/tiles\/\d+\/\d+\/\d+\.mvt/.test(url))).toBe(true)
    await open.page.waitForLoadState('networkidle')
    await open.screenshot('own-map')
    expect(open.complaints).toEqual([])
  })

  test('plots the elevation of a map with terrain', async () => {
    const { page } = open
    const plot = page.getByRole('img', { name: /^Elevation: / })
    const [, up, down, lowest, highest] =
      /^Elevation: (\d+) m up, (\d+) m down: from (\d+) m to (\d+) m$/.exec(
        (await plot.locator('title').textContent()) ?? '',
      ) ?? []
    expect(Number(up) - Number(down)).toBeGreaterThan(MIN_RISE_METERS)
    expect(Number(lowest)).toBeCloseTo(FOOT_METERS, -1.5)
    expect(Number(highest)).toBeGreaterThan(FOOT_METERS + MIN_RISE_METERS)
    await plot.hover()
    await expectAccessible(page, 'route with elevation')
  })

  test('avoids, reports and shows a manually loaded closure; after unloading, the road is open again', async () => {
    const before = await plan()
    const [latitude, longitude] = before.geometry[Math.floor(before.geometry.length / 2)] ?? inMonaco.from
    const [south, west, north, east] = [latitude - 0.004, longitude - 0.006, latitude + 0.004, longitude + 0.006]
    const area = [
      [south, west],
      [north, west],
      [north, east],
      [south, east],
    ]
    const incidents = [
      { id: 'flood', kind: 'closure', at: [latitude, longitude], description: 'Flood' },
      { id: 'rain', kind: 'weather', area, speed_kmh: 18, description: 'Heavy rain' },
    ]
    const file = join(folder.path, 'incidents.json')
    await writeFile(file, JSON.stringify({ incidents }))
    await fairway('traffic', 'load', file)
    await eventually(async () => JSON.stringify((await plan()).geometry)).not.toBe(JSON.stringify(before.geometry))
    await open.page.reload()
    await firstAnswer(open.page)
    await eventually(() => open.page.getByText('Heavy rain').count()).toBeGreaterThan(0)
    await open.page.getByRole('button', { name: /^Flood/ }).waitFor()
    // Without traffic, the page loads no traffic tiles.
    const reloadedAt = open.requested.lastIndexOf(`${shown.origin}/`)
    const [oldTiles, newTiles] = [open.requested.slice(0, reloadedAt), open.requested.slice(reloadedAt)].map((urls) =>
      urls.filter((url) => url.includes('/tiles/traffic/')),
    )
    expect(oldTiles).toEqual([])
    expect(newTiles?.length).toBeGreaterThan(0)
    await open.page.locator('.map-room[data-drawn=true]').waitFor()
    await open.screenshot('traffic')

    const shows = open.page.getByRole('checkbox', { name: 'Traffic' })
    await expect.poll(() => shows.isChecked()).toBe(true)
    await shows.uncheck()
    await open.page.reload()
    await waysIn(open.page).first().waitFor()
    expect(await shows.isChecked(), 'the selection is kept').toBe(false)

    await fairway('traffic', 'unload', 'incidents')
    await eventually(async () => JSON.stringify((await plan()).geometry)).toBe(JSON.stringify(before.geometry))
    expect(open.complaints).toEqual([])
  })

  test('adds a map from a file on a phone, and moves there', async () => {
    const { page, complaints, close } = await shown.open('#/plan', { ...PHONE_OPTIONS, reducedMotion: 'reduce' })
    await page.getByText('Add your city').tap()
    const source = page.getByLabel('City, state or country')
    // Names in other languages are found too.
    await source.fill('munich')
    const url = `https://download.example.com/${'Muenchen/'.repeat(9)}Muenchen.osm.pbf`
    const reply = { status: 422, json: { busy: false, detail: `The mirror has no file ${url}` } }
    await page.route('**/maps/downloads?*', (route) => route.fulfill(reply))
    await page.getByRole('list', { name: 'Extracts' }).getByText('Muenchen').tap()
    await page.getByRole('alert').getByText(url).waitFor()
    expect(await page.getByRole('main').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(390)
    await source.fill('Atlantis')
    await page.getByText('This place is not in the list.').waitFor()
    await expectAccessible(page, 'search for an extract')
    await source.fill('./my map.osm.pbf')
    await page.getByText("npx fairway regions add './my map.osm.pbf'", { exact: true }).waitFor()
    const extract = `<osm version="0.6"><node id="1" lat="47.1" lon="9.5"/><node id="2" lat="47.11" lon="9.52"/>
      <way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`
    const choose = (name: string, text: string) =>
      page
        .locator('.city-drop input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
    await choose('notes.txt', 'hello')
    await page.getByText('notes.txt is not an extract. Choose an .osm.pbf file.').waitFor()
    await choose('broken.osm', 'hello')
    await page.getByText('The file is not an OpenStreetMap extract').waitFor()
    await choose('Harbor-latest.osm', extract)
    await page.getByText('Harbor is ready.').waitFor()
    // The panel covered the map because the user typed in the search box.
    await page.getByRole('button', { name: 'Show the whole panel' }).waitFor()
    await page.getByText(/Loaded: (Harbor, Monaco|Monaco, Harbor)\./).waitFor()
    await eventually(() => page.url()).toMatch(/map=[\d.]+\/47\.1\d*\/9\.5|#\/plan$/)
    expect(complaints).toEqual([])
    await close()
  })
})
