import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../support/servers/backends.ts'
import { freePort } from '../support/servers/free-port.ts'
import { type RunningProcess, startProcess } from '../support/servers/processes.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'
import { flags } from './support/console.ts'

/**
 * Measures how long a new user waits for clone, install, start and the first route on the map: `npm run newcomer [--
 * --cold]`. With --cold, the npm cache is empty. The command fails if a target is missed on two cores.
 */

/** Maximum time from the clone to the first route on the map. */
const CLONE_TO_ROUTE_SECONDS = 60
/** Maximum time from `npm start` in an installed clone to a page with a route on the map. */
const START_TO_PAGE_SECONDS = 5
const root = fileURLToPath(new URL('../..', import.meta.url))
/** A trip through Monaco, the map that the service loads first. */
const trip = 'mode=road&from=43.7384,7.4246&to=43.7311,7.4197'
const screenshot = join(root, 'var/screenshots/newcomer.png')

interface Stage {
  readonly name: string
  readonly seconds: number
}

async function main(): Promise<number> {
  const folder = await createTempDir('fairway-newcomer-')
  // A user has a browser open, so its start is not part of the wait.
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: flags })
  let server: RunningProcess | undefined
  const stages: Stage[] = []
  const measure = async (name: string, work: () => unknown): Promise<void> => {
    const begin = performance.now()
    await work()
    stages.push({ name, seconds: (performance.now() - begin) / 1_000 })
  }
  try {
    const clone = join(folder.path, 'fairway')
    const env = {
      ...process.env,
      ...(process.argv.includes('--cold') && { npm_config_cache: join(folder.path, 'cache') }),
    }
    const port = await freePort()
    await measure('git clone', () => execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]))
    await measure('npm install', () =>
      execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: clone, env, stdio: 'ignore' }),
    )
    const started = startProcess('npm', ['start'], { cwd: clone, env: { ...env, PORT: String(port) } })
    server = started
    await measure('npm start, until it answers', () => started.waitFor(/API\s+http:\/\/localhost:\d+\/v1/, 180_000))
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
    await measure('the page, until the route is on the map', () =>
      showRoute(page, `http://127.0.0.1:${port}/#/plan?${trip}`),
    )
    mkdirSync(dirname(screenshot), { recursive: true })
    await page.screenshot({ path: screenshot })
  } finally {
    await browser.close()
    await server?.end('SIGTERM')
    await folder.dispose()
  }
  return report(stages)
}

async function showRoute(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page
    .getByRole('region', { name: 'Routes' })
    .getByText(/\d+ min/)
    .first()
    .waitFor({ timeout: 60_000 })
  // The page sets this attribute when the map has nothing left to fetch or draw.
  await page.locator('.map-room[data-drawn="true"]').waitFor({ timeout: 60_000 })
}

/** Prints the time of each stage and compares the sums with their targets. Returns the exit code. */
function report(stages: readonly Stage[]): number {
  const sum = (some: readonly Stage[]) => some.reduce((total, { seconds }) => total + seconds, 0)
  for (const { name, seconds } of stages) print(name, seconds)
  const targets = [
    { name: 'from the clone to the route on the map', seconds: sum(stages), limit: CLONE_TO_ROUTE_SECONDS },
    { name: 'from npm start to the route on the map', seconds: sum(stages.slice(2)), limit: START_TO_PAGE_SECONDS },
  ]
  for (const { name, seconds, limit } of targets)
    print(name, seconds, seconds <= limit ? `within the target of ${limit} s` : `MISSES the target of ${limit} s`)
  process.stdout.write(`The picture is ${screenshot}\n`)
  return targets.every(({ seconds, limit }) => seconds <= limit) ? 0 : 1
}

function print(name: string, seconds: number, note = ''): void {
  process.stdout.write(`${name.padEnd(42)} ${seconds.toFixed(1).padStart(6)} s  ${note}`.trimEnd().concat('\n'))
}

process.exitCode = await main()
