import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { DatasetStore } from '@fairway/dataset'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../support/servers/fake-clock.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'

/**
 * Data folder that version 0.1 (commit 7ca6cd3) wrote. The folder contains two accounts created by
 * `fairway admin issue-key`, three routes on a map of two streets, and an asset with a route and three positions. The
 * keys are not used elsewhere.
 */
const fixture = fileURLToPath(new URL('./data-0.1', import.meta.url))
const ADA_KEY = 'fw_live_WrcEuz44gsFVKhUvpN1UFM8YIBfa0mk41D1PB1'
const BOB_KEY = 'fw_live_svMzAcLX9n60VzlAyK4ypD3kpqOwe7fC3GHbfg'
const ASSET = 'as_4TZo6h2Np4zT_WlA'

let folder: TempDir
let service: TestService
beforeAll(async () => {
  folder = await createTempDir()
  await cp(join(fixture, 'datasets'), join(folder.path, 'datasets'), { recursive: true })
  await writeFile(join(folder.path, 'fairway.db'), zstdDecompressSync(await readFile(join(fixture, 'fairway.db.zst'))))
  service = await startTestService({
    store: { dataDir: folder.path },
    clock: new FakeClock('2026-11-17T19:10:00Z'),
  })
})
afterAll(async () => {
  await service.dispose()
  await folder.dispose()
})
const get = async (url: string, key = ADA_KEY) => {
  const reply = await service.app.inject({ method: 'GET', url, headers: { 'x-api-key': key } })
  return { status: reply.statusCode, body: reply.json() }
}

describe('a data folder of version 0.1', () => {
  test('keeps accounts, plans and keys', async () => {
    expect(await get('/v1/account/usage')).toMatchObject({ status: 200, body: { plan: 'pro' } })
    expect(await get('/v1/account/usage', BOB_KEY)).toMatchObject({ status: 200, body: { plan: 'trial' } })
    expect((await get('/v1/account/usage', `${BOB_KEY}x`)).status).toBe(401)
  })

  test('keeps the usage by operation and day, and the remaining quota of the month', async () => {
    const { body } = await get('/v1/account/usage')
    expect(body.quota).toMatchObject({ used: 4, remaining: 1_999_996 })
    expect(body.usage.by_operation).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: 'route', calls: 3, routes: 3 }),
        expect.objectContaining({ operation: 'assets.position', calls: 3, routes: 0 }),
        expect.objectContaining({ operation: 'assets.route', calls: 1, routes: 1 }),
      ]),
    )
    expect(body.usage.by_day[0]).toMatchObject({ day: '2026-11-17', routes: 4 })
  })

  test('keeps assets, their routes and their tracks', async () => {
    const { body } = await get(`/v1/assets/${ASSET}`)
    expect(body).toMatchObject({ id: ASSET, name: 'van 7', kind: 'vehicle' })
    expect(await get(`/v1/assets/${ASSET}/route`)).toMatchObject({ status: 200 })
    const track = await get(`/v1/assets/${ASSET}/track?from=2026-11-17T00:00:00Z`)
    expect(track.body.positions.map(({ at }: { at: number[] }) => at)).toEqual([
      [10, 20],
      [10, 20.001],
      [10, 20.002],
    ])
  })

  test('accepts new positions of an old asset', async () => {
    const pushed = await service.app.inject({
      method: 'POST',
      url: `/v1/assets/${ASSET}/position`,
      headers: { 'x-api-key': ADA_KEY },
      payload: { at: [10, 20.003] },
    })
    expect(pushed.statusCode, pushed.body).toBe(200)
    expect((await get(`/v1/assets/${ASSET}/track?from=2026-11-17T00:00:00Z`)).body.positions).toHaveLength(4)
  })

  test('names the maps of an older format and the command that rebuilds them', async () => {
    const [region] = await new DatasetStore(folder.path).listRegions()
    expect(region).toMatchObject({ region: 'tiny', datasets: [] })
    expect(region?.unusable[0]?.why).toMatch(
      /was compiled with format 5, but this server reads \d+; rebuild it with: fairway compile <extract> --region tiny$/,
    )
  })
})
