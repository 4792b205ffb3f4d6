import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../support/backends.ts'
import { type ServerProcess, type ServerProcessOptions, startServer } from '../../support/server-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const artefacts = join(root, 'var/screenshots')

/** Software rendering: the map needs WebGL, and test machines have no graphics card. */
export const flags = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export interface OpenPage {
  readonly page: Page
  /** What the browser complained about: a good page has nothing there. Expected refusals (4xx shown in words) are left out. */
  readonly complaints: string[]
  /** Every address that was asked, to prove that nothing leaves the service. */
  readonly requested: string[]
  /** Of the whole page, or of its panel alone. */
  screenshot(name: string, of?: 'page' | 'panel'): Promise<void>
  close(): Promise<void>
}

export interface ConsoleUnderTest {
  readonly server: ServerProcess
  readonly origin: string
  open(hash?: string, options?: BrowserContextOptions): Promise<OpenPage>
  close(): Promise<void>
}

/** The real service in its own process and a real browser, once per file. */
export async function startConsole(
  options: ServerProcessOptions & {
    /** Nothing is drawn, which takes most of the time where there is no graphics card; the pages must work all the same. */
    readonly withoutMap?: boolean
  },
): Promise<ConsoleUnderTest> {
  if (!existsSync(join(root, 'apps/console/dist/index.html')))
    throw new Error('the console is not built: npm run console')
  const [server, browser] = await Promise.all([
    // A busy machine must not turn replies into 503.
    startServer({ ...options, env: { FAIRWAY_SHED_DELAY_MS: '0', ...options.env } }),
    chromium.launch({
      executablePath: findChromium() ?? 'chromium',
      args: options.withoutMap ? [...flags, '--disable-3d-apis'] : flags,
    }),
  ])
  return {
    server,
    origin: server.url,
    open: (hash = '', context = {}) => openPage(browser, `${server.url}/${hash}`, context),
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}

async function openPage(browser: Browser, url: string, options: BrowserContextOptions): Promise<OpenPage> {
  const context = await browser.newContext({
    // Drawn without a graphics card: fewer pixels are quicker.
    viewport: { width: 1100, height: 720 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  const requested: string[] = []
  page.on('console', (message) => {
    // The browser itself writes a line for every reply of 4xx and 5xx; tests look at what the page makes of those.
    if (/^Failed to load resource/.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(url)
  return {
    page,
    complaints,
    requested,
    async screenshot(name, of = 'page') {
      mkdirSync(artefacts, { recursive: true })
      // What was said about an earlier step is no part of the picture; some of it goes by itself meanwhile.
      const closing = '.notice button'
      await page.evaluate((all) => {
        for (const button of document.querySelectorAll<HTMLElement>(all)) button.click()
      }, closing)
      await page.locator(closing).first().waitFor({ state: 'detached' })
      await (of === 'page' ? page : page.locator('#panel')).screenshot({ path: join(artefacts, `${name}.png`) })
    },
    close: () => context.close(),
  }
}
