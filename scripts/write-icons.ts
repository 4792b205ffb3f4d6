import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium } from '../tests/support/servers/backends.ts'

/**
 * Draws the icon of the console as PNG files for installed apps. Operating systems cut a maskable icon to their own
 * shape, so its drawing keeps a distance of a tenth from the edges, and its background has no corners.
 */

const publicFolder = fileURLToPath(new URL('../apps/console/public/', import.meta.url))
const svg = readFileSync(`${publicFolder}icon.svg`, 'utf8')
const background = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(svg)?.[1] ?? '#0f766e'

const icons = [
  { name: '192', pixels: 192, source: svg },
  { name: '512', pixels: 512, source: svg },
  { name: 'maskable', pixels: 512, source: svg.replace('viewBox="0 0 64 64"', 'viewBox="-6.4 -6.4 76.8 76.8"') },
] as const

const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] })
const page = await browser.newPage()
mkdirSync(`${publicFolder}icons`, { recursive: true })
for (const { name, pixels, source } of icons) {
  const isMaskable = name === 'maskable'
  await page.setViewportSize({ width: pixels, height: pixels })
  await page.setContent(
    `<style>body{margin:0;background:${isMaskable ? background : 'transparent'}}svg{display:block;width:${pixels}px}</style>${source}`,
  )
  writeFileSync(`${publicFolder}icons/${name}.png`, await page.screenshot({ omitBackground: !isMaskable }))
}
await browser.close()
