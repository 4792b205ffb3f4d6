import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../support/servers/backends.ts'
import { freePort } from '../support/servers/free-port.ts'
import { type RunningProcess, startProcess } from '../support/servers/processes.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'
import { flags } from './support/console.ts'

/**
 * Measures how long a new user waits for clone, install, start and the first route on the map: `npm run newcomer [--
 * --cold]`. With --cold, the npm cache is empty.
 */

const LIMIT_SECONDS = 120
const root = fileURLToPath(new URL('../..', import.meta.url))
const trip = 'mode=road&from=-34.9059,-56.1913&to=-34.8836,-56.0819'

const began = performance.now()
const stages: [string, number][] = []
let last = began

function done(stage: string): void {
  const now = performance.now()
  stages.push([stage, (now - last) / 1_000])
  last = now
}

async function main(): Promise<number> {
  const folder = await createTempDir('fairway-newcomer-')
  let server: RunningProcess | undefined
  try {
    const clone = join(folder.path, 'fairway')
    const env = {
      ...process.env,
      ...(process.argv.includes('--cold') && { npm_config_cache: join(folder.path, 'cache') }),
    }
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
    done('git clone')
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: clone, env, stdio: 'ignore' })
    done('npm install')
    const port = await freePort()
    server = startProcess('npm', ['start'], { cwd: clone, env: { ...env, PORT: String(port) } })
    await server.waitFor(/API\s+http:\/\/localhost:\d+\/v1/, 180_000)
    done('npm start, until it answers')
    await lookAt(`http://127.0.0.1:${port}/#/plan?${trip}`)
    done('the page, until the route is on the map')
  } finally {
    await server?.end('SIGTERM')
    await folder.dispose()
  }
  return report()
}

async function lookAt(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: flags })
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
    await page.goto(url)
    await page
      .getByText(/\d+ min/)
      .first()
      .waitFor({ timeout: 60_000 })
    await untilDrawn(page)
    const artefacts = join(root, 'var/screenshots')
    mkdirSync(artefacts, { recursive: true })
    await page.screenshot({ path: join(artefacts, 'newcomer.png') })
  } finally {
    await browser.close()
  }
}

/** Waits until the map has nothing left to fetch or draw. The page then sets this attribute. */
function untilDrawn(page: Page): Promise<unknown> {
  return page.locator('.map-room[data-drawn="true"]').waitFor({ timeout: 60_000 })
}

function report(): number {
  const total = (last - began) / 1_000
  for (const [stage, seconds] of [...stages, ['together', total] as const]) {
    process.stdout.write(`${stage.padEnd(42)} ${seconds.toFixed(1).padStart(6)} s\n`)
  }
  const isInTime = total < LIMIT_SECONDS
  process.stdout.write(
    `${isInTime ? 'within' : 'BEYOND'} ${LIMIT_SECONDS} s; the picture: var/screenshots/newcomer.png\n`,
  )
  return isInTime ? 0 : 1
}

process.exitCode = await main()
