import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../tests/support/servers/backends.ts'

/**
 * Draws the map styles of a running server in Chromium from a different origin, and combines all
 * views in one contact sheet, `sheet.jpg`.
 * `npm run contact-sheet -- --server http://localhost:8080 --out var/contact-sheet`
 */

/** Styles and zoom levels of the sheet: 20 views of each place. */
const sheetZooms = {
  light: [0, 3, 5, 7, 9, 11, 13, 15, 17, 19],
  dark: [2, 6, 10, 12, 14, 16],
  blueprint: [4, 8, 18, 20],
} as const
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://localhost:8080' },
    out: { type: 'string', default: 'var/contact-sheet' },
    styles: { type: 'string', default: Object.keys(sheetZooms).join(',') },
    places: { type: 'string', default: 'monaco,montevideo' },
    zooms: { type: 'string' },
    size: { type: 'string', default: '300' },
    sheet: { type: 'string', default: 'sheet.jpg' },
    columns: { type: 'string', default: '8' },
    quality: { type: 'string', default: '62' },
    pitch: { type: 'string', default: '0' },
    glyphs: { type: 'string', default: 'server' },
  },
})

const places: Readonly<Record<string, readonly [longitude: number, latitude: number]>> = {
  monaco: [7.4276, 43.7396],
  montevideo: [-56.1993, -34.9059],
  harbor: [-56.208, -34.898],
  'monaco-border': [7.4196, 43.74],
  'montevideo-border': [-56.1586, -34.8138],
  'montevideo-corner': [-56.3379, -34.8138],
  'montevideo-shore': [-55.9863, -34.8369],
}
/**
 * Origin of the page. The origin differs from that of the server but is local, because Chromium lets only local pages
 * access local servers.
 */
const PAGE_URL = 'http://pictures.localhost/'
const library = dirname(createRequire(import.meta.url).resolve('maplibre-gl/package.json'))
const pageHtml = `<!doctype html><link rel="stylesheet" href="dist/maplibre-gl.css">
<style>html,body,#map{margin:0;height:100%}</style><div id="map"></div>
<script type="module">
import { Map, setWorkerUrl } from './dist/maplibre-gl.mjs'
setWorkerUrl('./dist/maplibre-gl-worker.mjs')
window.draw = async (style, center, zoom, pitch, glyphs) => {
  const document = await (await fetch(style)).json()
  if (glyphs !== 'server') delete document.glyphs
  window.shownMap?.remove()
  const map = new Map({ container: 'map', style: document, center, zoom, pitch, fadeDuration: 0, attributionControl: false })
  window.shownMap = map
  map.on('error', ({ error }) => console.error(String(error?.message ?? error)))
  await new Promise((resolve) => map.once('idle', resolve))
  if (pitch > 0) {
    map.setLayoutProperty('buildings-3d', 'visibility', 'visible')
    await new Promise((resolve) => map.once('idle', resolve))
  }
}
window.isReady = true
</script>`

interface View {
  readonly label: string
  readonly file: string
}

async function servePage(page: Page): Promise<void> {
  await page.route(`${PAGE_URL}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return await route.fulfill({ contentType: 'text/html', body: pageHtml })
    const type = pathname.endsWith('.css') ? 'text/css' : 'text/javascript'
    return await route.fulfill({ contentType: type, body: readFileSync(join(library, pathname)) })
  })
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${message.text()}\n`)
  })
  await page.goto(PAGE_URL)
  await page.waitForFunction('window.isReady === true')
}

const size = Number(values.size)
mkdirSync(values.out, { recursive: true })
const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-features=LocalNetworkAccessChecks',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
  ],
})
const page = await browser.newPage({ viewport: { width: size, height: size } })
await servePage(page)
const views: View[] = []
for (const style of values.styles.split(',')) {
  const zooms = values.zooms?.split(',').map(Number) ?? sheetZooms[style as keyof typeof sheetZooms]
  for (const place of values.places.split(',')) {
    for (const zoom of zooms) {
      const parameters = [`${values.server}/styles/${style}.json`, places[place], zoom, Number(values.pitch)]
      await page.evaluate(`draw(...${JSON.stringify([...parameters, values.glyphs])})`)
      const file = join(values.out, `${style}-${place}-${zoom}.png`)
      await page.screenshot({ path: file })
      views.push({ label: `${style} ${place} z${zoom}`, file })
      process.stderr.write(`${file}\n`)
    }
  }
}
const columns = Number(values.columns)
const cells = views.map(({ label, file }) => {
  const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`
  return `<figure><img src="${source}" width="${size}"><figcaption>${label}</figcaption></figure>`
})
const sheet = await browser.newPage({ viewport: { width: columns * (size + 8), height: 400 } })
await sheet.setContent(`<style>body{margin:0;display:grid;grid-template-columns:repeat(${columns},${size + 8}px);font:12px sans-serif}
figure{margin:0 4px}img{display:block}</style>${cells.join('')}`)
await sheet.screenshot({
  path: join(values.out, values.sheet),
  ...(values.sheet.endsWith('.jpg') && { type: 'jpeg', quality: Number(values.quality) }),
  fullPage: true,
})
await browser.close()
