import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishDataset } from '../../apps/server/maps/distribution/publish-dataset.ts'
import { publishMap, square } from '../support/maps/small-map.ts'
import { startServer } from '../support/servers/server-process.ts'
import { startStores } from '../support/servers/stores.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'
import { call } from './support/calls.ts'

const patiently = { timeout: 120_000, interval: 50 }

test('a server without maps downloads the published map, is then ready, and follows the next one', async () => {
  const folder = await createTempDir()
  const stores = await startStores('embedded')
  const web = createServer(async ({ url = '' }, response) => {
    const content = await readFile(join(folder.path, 'web', url)).catch(() => undefined)
    response.writeHead(content ? 200 : 404).end(content)
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const server = await startServer({
    store: await stores.fresh(),
    env: {
      FAIRWAY_REGIONS: 'town',
      FAIRWAY_DATASETS_URL: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
      FAIRWAY_DATASETS_REFRESH_S: '1',
    },
    args: ['--threads', '1'],
  })
  try {
    const readDetail = async () => (await call(server.url, '/readyz')).text
    await expect.poll(readDetail, patiently).toContain('town could not be downloaded')
    const route = () => call(server.url, '/v1/route', { body: { from: [48.2, 16.3], to: [48.196, 16.305] } })
    const findDataset = async () => JSON.stringify((await route()).body)
    for (const name of ['First', 'Second']) {
      const map = await publishMap(join(folder.path, 'publisher'), 'town', square([48.2, 16.3], { ref: name }))
      await publishDataset(map, join(folder.path, 'web'))
      await expect.poll(findDataset, patiently).toContain(map.id)
    }
    expect((await call(server.url, '/readyz')).status).toBe(200)
    expect(await server.stop(), server.process.lastLines()).toBe(0)
  } finally {
    await server.kill()
    web.close()
    web.closeAllConnections()
    await stores.dispose()
    await folder.dispose()
  }
})
