import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../support/servers/backends.ts'
import { type ServerProcess, type ServerProcessOptions, startServer } from '../../support/servers/server-process.ts'
import { disableGraphics, drawNothing } from './no-pixels.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const artefacts = join(root, 'var/screenshots')
/** Whether to take sharp pictures for the guides: TEST_PICTURES=true npx vitest run tests/e2e */
const isForPictures = process.env.TEST_PICTURES === 'true'

/** Browser flags for software rendering, because the map needs WebGL and test machines have no graphics card. */
export const flags = [
  '--headless=new',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // With this flag, the CPU renders the page around the map directly. An emulated graphics card would need three times
  // as much work.
  '--disable-gpu-compositing',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

export const PHONE_OPTIONS: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

/**
 * Matches messages of the browser itself: a line for every 4xx and 5xx reply, and a warning about slow screenshots
 * without a graphics card. Tests check separately how the page handles error replies.
 */
const browserMessagePattern = /^Failed to load resource|GPU stall due to ReadPixels/

/**
 * This script makes only the map use larger pixels, because each pixel is rendered in software. Layout and positions
 * stay the same.
 */
const coarseMap = "Object.defineProperty(window, 'devicePixelRatio', { get: () => 0.25 })"

/** Timeout in milliseconds, which ends only tests that hang. On a busy machine, pages are slow. */
export const PATIENCE_MS = 120_000

type PageOptions = BrowserContextOptions & {
  /**
   * Opens the page in a browser without WebGL, where the panel works without the map. The map takes most of the CPU
   * time of a page, so tests of the panel use this option.
   */
  readonly withoutMap?: boolean
}

export interface OpenPage {
  readonly page: Page
  /** Errors and warnings in the browser console, without the messages of the browser itself. A good page has none. */
  readonly complaints: string[]
  /** Every requested URL, to check that the page sends requests only to the service. */
  readonly requested: string[]
  /** Captures the whole page or only its panel, with notices dismissed. */
  screenshot(name: string, of?: 'page' | 'panel'): Promise<void>
  close(): Promise<void>
}

export interface ConsoleUnderTest {
  readonly server: ServerProcess
  readonly origin: string
  /** Opens a page without stored settings. Only a new profile also has an empty cache, as on the first visit. */
  open(hash?: string, options?: PageOptions, profile?: 'new'): Promise<OpenPage>
  close(): Promise<void>
}

/** Starts the real service in a separate process and a real browser, once per file. */
export async function startConsole(
  options: ServerProcessOptions & {
    /** Disables the map, as on computers without WebGL. The pages must still work. */
    readonly withoutMap?: boolean
    /** Draws the pixels of the map too, which takes most of the time without a graphics card. */
    readonly withPixels?: boolean
  },
): Promise<ConsoleUnderTest> {
  if (!existsSync(join(root, 'apps/console/dist/index.html')))
    throw new Error('the console is not built: npm run console')
  const { withoutMap = false, withPixels = isForPictures } = options
  const [server, browser] = await Promise.all([
    startServer({
      // A second thread takes as long to start as the first thread. Tests that need several threads set this option.
      args: ['--threads', '1'],
      ...options,
      // A busy machine must not cause 503 replies.
      env: { FAIRWAY_SHED_DELAY_MS: '0', ...options.env },
    }),
    chromium.launch({
      executablePath: findChromium() ?? 'chromium',
      args: withoutMap ? [...flags, '--disable-3d-apis'] : flags,
    }),
  ])
  const profiles = new Profiles(browser, server.url, withoutMap || withPixels)
  return {
    server,
    origin: server.url,
    open: (hash = '', context = {}, profile) => openPage(profiles, `${server.url}/${hash}`, context, profile),
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}

/**
 * The profiles of a browser. A closed profile is used again for the next page with the same options, with the scripts
 * of the console in its cache but without stored settings. A page in a new profile takes twice as much CPU time.
 */
class Profiles {
  readonly #browser: Browser
  readonly #origin: string
  readonly #withBrowserGraphics: boolean
  readonly #unused = new Map<string, BrowserContext[]>()

  constructor(browser: Browser, origin: string, withBrowserGraphics: boolean) {
    this.#browser = browser
    this.#origin = origin
    this.#withBrowserGraphics = withBrowserGraphics
  }

  async openTab(options: PageOptions, profile?: 'new'): Promise<{ page: Page; close(): Promise<void> }> {
    const kind = JSON.stringify(options)
    const used = profile === 'new' ? undefined : this.#unused.get(kind)?.pop()
    const context = used ?? (await this.#createContext(options))
    const page = await context.newPage()
    if (used) await this.#forgetUser(context, page)
    return {
      page,
      close: async () => {
        await Promise.all(context.pages().map((tab) => tab.close()))
        this.#unused.set(kind, [...(this.#unused.get(kind) ?? []), context])
      },
    }
  }

  async #createContext({ withoutMap = false, ...options }: PageOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      // With software rendering, fewer pixels are faster.
      viewport: { width: 1100, height: 720 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    context.setDefaultTimeout(PATIENCE_MS)
    if (!isForPictures) await context.addInitScript(coarseMap)
    if (withoutMap && !isForPictures) await context.addInitScript(disableGraphics)
    else if (!this.#withBrowserGraphics) await context.addInitScript(drawNothing)
    return context
  }

  async #forgetUser(context: BrowserContext, page: Page): Promise<void> {
    const session = await context.newCDPSession(page)
    const kinds = { origin: this.#origin, storageTypes: 'cookies,indexeddb,local_storage' }
    await session.send('Storage.clearDataForOrigin', kinds)
    await session.detach()
    await context.setOffline(false)
  }
}

async function openPage(profiles: Profiles, url: string, options: PageOptions, profile?: 'new'): Promise<OpenPage> {
  const { page, close } = await profiles.openTab(options, profile)
  const complaints: string[] = []
  const requested: string[] = []
  page.on('console', (message) => {
    if (browserMessagePattern.test(message.text())) return
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
      // This function dismisses the notices of earlier steps, including notices that appear during the wait. Other
      // notices disappear automatically.
      await page.waitForFunction((closing) => {
        const buttons = document.querySelectorAll<HTMLElement>(closing)
        for (const button of buttons) button.click()
        return buttons.length === 0
      }, '.notice button')
      mkdirSync(artefacts, { recursive: true })
      // The delay lets pending replies appear in the pictures for the guides.
      if (isForPictures) await page.waitForTimeout(500)
      await (of === 'page' ? page : page.locator('#panel')).screenshot({ path: join(artefacts, `${name}.png`) })
    },
    close,
  }
}
