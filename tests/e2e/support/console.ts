import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../support/servers/backends.ts'
import { type ServerProcess, type ServerProcessOptions, startServer } from '../../support/servers/server-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const artefacts = join(root, 'var/screenshots')
/** Every run keeps its pictures. Those for the guides need sharp maps: TEST_PICTURES=true npx vitest run tests/e2e */
const isForPictures = process.env.TEST_PICTURES === 'true'

/** Software rendering: the map needs WebGL, and test machines have no graphics card. */
export const flags = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Renders the page around the map directly on the CPU instead of an emulated graphics card, which takes a third of
  // the work.
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/**
 * Messages of the browser itself: a line for every 4xx and 5xx reply (tests check how the page handles those), and a
 * warning about slow screenshots without a graphics card.
 */
const ofTheBrowser = /^Failed to load resource|GPU stall due to ReadPixels/

/** Layout and positions stay the same. Only the map uses larger pixels, because each is rendered in software. */
const coarseMap = "Object.defineProperty(window, 'devicePixelRatio', { get: () => 0.25 })"

/** Ends only tests that hang. On a busy machine, pages are slow. */
export const PATIENCE_MS = 120_000

export interface OpenPage {
  readonly page: Page
  /** Browser errors and warnings. Empty for a good page. Messages of the browser itself are excluded. */
  readonly complaints: string[]
  /** Every requested URL, to prove that nothing leaves the service. */
  readonly requested: string[]
  /** Captures the whole page or only its panel, with notices dismissed. */
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
    /** Disables the map, which takes most of the time without a graphics card. The pages must still work. */
    readonly withoutMap?: boolean
  },
): Promise<ConsoleUnderTest> {
  if (!existsSync(join(root, 'apps/console/dist/index.html')))
    throw new Error('the console is not built: npm run console')
  const [server, browser] = await Promise.all([
    startServer({
      // A second thread takes as long to start as the first. Tests that need more than one set this explicitly.
      args: ['--threads', '1'],
      ...options,
      // A busy machine must not turn replies into 503.
      env: { FAIRWAY_SHED_DELAY_MS: '0', ...options.env },
    }),
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
    // Software rendering: fewer pixels are faster.
    viewport: { width: 1100, height: 720 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  if (!isForPictures) await context.addInitScript(coarseMap)
  const page = await context.newPage()
  const complaints: string[] = []
  const requested: string[] = []
  page.on('console', (message) => {
    if (ofTheBrowser.test(message.text())) return
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
      // Dismisses notices of earlier steps, including those that appear meanwhile. Others disappear on their own.
      await page.waitForFunction((closing) => {
        const buttons = document.querySelectorAll<HTMLElement>(closing)
        for (const button of buttons) button.click()
        return buttons.length === 0
      }, '.notice button')
      mkdirSync(artefacts, { recursive: true })
      // Waits so that pending replies are included in the pictures of the guides.
      if (isForPictures) await page.waitForTimeout(500)
      await (of === 'page' ? page : page.locator('#panel')).screenshot({ path: join(artefacts, `${name}.png`) })
    },
    close: () => context.close(),
  }
}
