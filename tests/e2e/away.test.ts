import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { type ConsoleUnderTest, type OpenPage, startConsole } from './support/console.ts'
import { eventually, roadLink, waysIn } from './support/plan-page.ts'

const env = { FAIRWAY_ANONYMOUS_BURST: '1000' }

describe.skipIf(!requireOrSkip('chromium'))('pages loaded while the service is unavailable', () => {
  let folder: TempDir
  let shown: ConsoleUnderTest
  let open: OpenPage
  let second: ServerProcess | undefined

  const keptPaths = () =>
    open.page.evaluate(async () => {
      const caches = globalThis.caches
      const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return found.flat().map(({ url }) => new URL(url).pathname)
    })

  beforeAll(async () => {
    folder = await createTempDir()
    await copyMaps(folder.path)
    shown = await startConsole({ store: { dataDir: folder.path }, env })
    open = await shown.open(roadLink)
    await waysIn(open.page).first().waitFor()
  })
  afterAll(async () => {
    await second?.stop()
    await shown?.close()
    await folder?.dispose()
  })

  test('are cached completely, without any service replies', async () => {
    await eventually(async () => (await keptPaths()).length).toBeGreaterThan(20)
    const paths = await keptPaths()
    expect(
      paths.filter((path) => !/^\/(assets\/.+\.(js|mjs|css)|icon\.svg|manifest\.webmanifest)?$/.test(path)),
    ).toEqual([])
    expect(paths).toContain('/')
    // The service worker handles a second load and the map, but API requests still go to the service.
    const replies: string[] = []
    open.page.on('response', (reply) => {
      if (reply.fromServiceWorker()) replies.push(new URL(reply.url()).pathname)
    })
    await open.page.reload()
    await waysIn(open.page).first().waitFor()
    expect(replies).toContain('/')
    expect(replies.filter((path) => /^\/(v1|account)/.test(path))).toEqual([])
  })

  test('report it, keep the input, and continue when the service is back', async () => {
    const { page } = open
    const { port } = new URL(shown.origin)
    await shown.server.kill()
    await page.reload()
    await page.getByRole('alert').getByText('Your entries are kept.').waitFor()
    await expect.poll(() => page.getByText('The service is not responding').count()).toBe(1)
    const to = page.getByRole('combobox', { name: 'To', exact: true })
    await expect.poll(() => to.inputValue()).not.toBe('')
    await open.screenshot('plan-away')
    second = await startServer({ store: { dataDir: folder.path }, env, args: ['--threads', '1', '--port', port] })
    await waysIn(page).first().waitFor()
    await expect.poll(() => page.url()).toContain('to=-34.8836,-56.0819')
    expect(open.complaints).toEqual([])
  })
})
