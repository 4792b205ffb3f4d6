import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, startConsole } from './support/console.ts'
import { box, eastPosition, eventually, firstAnswer, pin, roadLink, told, waysIn } from './support/plan-page.ts'

const env = { FAIRWAY_ANONYMOUS_BURST: '1000' }

describe.skipIf(!requireOrSkip('chromium'))('route page errors', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage
  let second: ServerProcess | undefined

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path)
    shown = await startConsole({ store: { dataDir: folder.path }, env, args: [] })
    open = await shown.open(roadLink, { reducedMotion: 'reduce' })
    await firstAnswer(open.page)
  })
  afterAll(async () => {
    await second?.stop()
    await shown?.close()
    await folder?.dispose()
  })

  test('reports a rate limit with its retry time, and retries by itself', async () => {
    const { page } = open
    const countDown = page.getByText(/Retrying in \d+ s/)
    // The postal addresses of both ends have loaded at this point.
    for (const name of ['From', 'To']) await eventually(() => box(page, name).inputValue()).not.toMatch(/^(-?\d.*)?$/)
    // The console does not report shorter pauses.
    const refusal = {
      status: 429,
      headers: { 'retry-after': '3' },
      json: { busy: true, detail: 'Rate limit exceeded' },
    }
    await page.route('**/v1/route', (route) => route.fulfill(refusal), { times: 1 })
    await page.getByRole('button', { name: 'Swap' }).click()
    await countDown.waitFor()
    await expect.poll(() => pin(page, 'From').count()).toBe(1)
    await open.screenshot('plan-429')
    await countDown.waitFor({ state: 'detached' })
    await waysIn(page).first().waitFor()
  })

  test('reports an outage once, keeps all input, and retries when the service is back', async () => {
    const { page } = open
    const { port } = new URL(shown.origin)
    await shown.server.kill()
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.getByRole('alert').waitFor()
    const ends = [await box(page, 'From').inputValue(), await box(page, 'To').inputValue()]
    expect(ends.every((label) => label !== '')).toBe(true)
    await told(page).toMatch(/^The service is not responding\. Your entries are kept\.Retrying in \d+ s\.Try now$/)
    await expect.poll(() => page.getByText('The service is not responding').count()).toBe(1)
    // The old routes belong to the other direction.
    await expect.poll(() => waysIn(page).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'GPX' }).count()).toBe(0)
    await open.screenshot('plan-gone')
    second = await startServer({ store: { dataDir: folder.path }, env, args: ['--port', port] })
    await waysIn(page).first().waitFor()
    await eventually(() => page.getByRole('alert').count()).toBe(0)
    expect([await box(page, 'From').inputValue(), await box(page, 'To').inputValue()]).toEqual(ends)
  })

  test('retries immediately on demand', async () => {
    const { page } = open
    let asked = 0
    await page.route('**/v1/route', (route) => {
      asked += 1
      return asked < 6 ? route.abort() : route.continue()
    })
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.getByRole('alert').waitFor()
    for (let presses = 0; asked < 6 && presses < 50; presses++) {
      // The button is hidden briefly during a retry.
      const now = page.getByRole('button', { name: 'Try now' })
      await now.click({ timeout: 2_000 }).catch(() => undefined)
    }
    await eventually(() => page.getByRole('alert').count()).toBe(0)
    expect(asked).toBeGreaterThanOrEqual(6)
    await page.unroute('**/v1/route')
  })

  test('reports a position without a map, and keeps the pins', async () => {
    const { page } = open
    await box(page, 'To').fill('48.137, 11.575')
    await box(page, 'To').press('Enter')
    await told(page).toContain('montevideo')
    await expect.poll(() => pin(page, 'From').count()).toBe(1)
    await expect.poll(() => pin(page, 'To').count()).toBe(1)
    await expect.poll(() => page.url()).toContain('to=48.137,11.575')
    await open.screenshot('plan-refused')
  })

  test('shows that a route is being computed, with and without an earlier route', async () => {
    const { page } = open
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/route', async (route) => {
      await held.promise
      await route.continue()
    })
    const text = page.getByText('Finding the best route…')
    await box(page, 'To').fill(eastPosition.join(', '))
    await box(page, 'To').press('Enter')
    await text.waitFor()
    expect(await page.locator('[aria-busy=true]').count()).toBeGreaterThan(0)
    expect(await waysIn(page).count()).toBe(0)
    await expectAccessible(page, 'route being computed')
    held.resolve()
    await waysIn(page).first().waitFor()
    await text.waitFor({ state: 'detached' })
    await eventually(() => page.locator('.result[aria-busy=true]').count()).toBe(0)
    await page.unroute('**/v1/route')
    const next = Promise.withResolvers<void>()
    await page.route('**/v1/route', async (route) => {
      await next.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Swap' }).click()
    await eventually(() => page.locator('.result[aria-busy=true]').count()).toBe(1)
    next.resolve()
    await eventually(() => page.locator('.result[aria-busy=true]').count()).toBe(0)
    await waysIn(page).first().waitFor()
    await page.unroute('**/v1/route')
  })

  test('reports a point on water as too far from any road, with the distance', async () => {
    const { page } = open
    await box(page, 'To').fill('-34.93, -56.25')
    await box(page, 'To').press('Enter')
    await told(page).toMatch(/^The destination has no road within \d+ m/)
  })

  test('has no console errors', () => {
    expect(open.complaints).toEqual([])
  })
})
