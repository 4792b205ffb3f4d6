import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../../../../../tests/cli/run-cli.ts'
import { openDoor } from '../../../../../tests/faults/support/plans.ts'
import { boxZone, collection, type FlightReply } from '../../../../../tests/support/operations/drone.ts'
import { type ServerProcess, startServer } from '../../../../../tests/support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../../../../../tests/support/servers/stores.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'

/** The tests plan flights on a real server with compute threads. The command line adds and removes zones. */

const request = { from: [-40, -20], to: [-39.91, -20], depart_at: '2026-11-16T10:00:00Z' }
const wall = boxZone([-39.965, -20.03], [-39.945, -19.97], { id: 'WALL' })

describe('server with aerodromes and zones', () => {
  let stores: Stores
  let store: StoreSettings
  let files: TempDir
  let server: ServerProcess
  beforeAll(async () => {
    stores = await startStores('embedded')
    store = await stores.fresh()
    files = await createTempDir()
    server = await startServer({ store, env: { ...openDoor, FAIRWAY_DEFAULT_ZONES: 'true' }, args: ['--threads', '2'] })
  })
  afterAll(async () => {
    await server.stop()
    await stores.dispose()
    await files.dispose()
  })

  const postDrone = async (payload: object) => {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const reply = await fetch(`${server.url}/v1/drone/route`, {
      method: 'POST',
      headers,
      body: JSON.stringify(payload),
    })
    return { status: reply.status, body: (await reply.json()) as FlightReply & { readonly detail: string } }
  }
  const avoided = async () => (await postDrone(request)).body.zones_avoided.map(({ id }) => id)
  const zones = (...args: string[]) => runCli(['zones', ...args], { store })
  const put = async (name: string, content: unknown): Promise<string> => {
    const path = join(files.path, name)
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  /** Returns the avoided zones in the replies of all threads. */
  const avoidedEverywhere = async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => avoided()))
    return [...new Set(replies.map(String))]
  }

  test('builds the aerodromes during its first start, and returns 503 until then', async () => {
    const statuses = new Set<number>()
    const isReady = async () => {
      const { status } = await postDrone(request)
      statuses.add(status)
      return status !== 503
    }
    await expect.poll(isReady).toBe(true)
    expect([...statuses].filter((status) => status !== 503)).toEqual([200])
    await server.process.waitFor(/built the aerodrome table/)
  })

  test('applies added zones on all threads without a restart, and drops removed ones', async () => {
    expect(await avoided()).toEqual([])
    const added = await zones('add', await put('My wall.geojson', collection(wall)))
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(added.stdout).toContain('Added my-wall: 1 zone, 0 corridors')
    await expect.poll(avoidedEverywhere).toEqual(['WALL'])
    expect((await zones('remove', 'my-wall')).code).toBe(0)
    await expect.poll(avoidedEverywhere).toEqual([''])
  })

  test('does not load an invalid file, which is rejected completely', async () => {
    const crossing = [
      [-20.03, -39.965],
      [-19.97, -39.945],
      [-19.97, -39.965],
      [-20.03, -39.945],
    ]
    const bow = { type: 'Feature', properties: { id: 'BOW' }, geometry: { type: 'Polygon', coordinates: [crossing] } }
    const refused = await zones('add', await put('bow.json', collection(wall, bow)))
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^fairway: nothing was added: bow\.json: features\[1\] \(BOW\): geometry\.coordinates\S* /,
    )
    // Only the later file is in effect.
    const later = { ...wall, properties: { ...wall.properties, id: 'LATER' } }
    expect((await zones('add', await put('later.json', collection(later)))).code).toBe(0)
    await expect.poll(avoidedEverywhere).toEqual(['LATER'])
    expect((await zones('remove', 'later')).code).toBe(0)
    await expect.poll(avoidedEverywhere).toEqual([''])
  })

  test('skips an invalid file placed manually, reports it in the log and in replies, and keeps the others', async () => {
    const folder = join(store.dataDir, 'zones')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'good.json'), JSON.stringify(collection(wall)))
    await writeFile(join(folder, 'bad.json'), JSON.stringify(collection({ ...wall, properties: { rule: 'maybe' } })))
    await server.process.waitFor(/a zone file cannot be used and is not in force/)
    await expect.poll(avoidedEverywhere).toEqual(['WALL'])
    expect((await postDrone(request)).body.warnings).toContain(
      'some zones are missing because the zone file "bad" cannot be read',
    )
    expect((await zones('list')).stdout).toContain('Not in force: bad: bad: features[0]: properties.rule is "maybe"')
    await rm(folder, { recursive: true })
    await expect.poll(avoidedEverywhere).toEqual([''])
  })

  test('accepts a file of 5 MB while serving requests', async () => {
    const many = Array.from({ length: 23_000 }, (_, at) => {
      const [south, west] = [-39 + (at % 130) / 100, -21 + Math.floor(at / 130) / 100] as const
      return boxZone([south, west], [south + 0.005, west + 0.005], { id: `Z${at}`, name: `Zone number ${at}` })
    })
    const zoneJson = JSON.stringify(collection(...many, wall))
    expect(zoneJson.length).toBeGreaterThan(5_000_000)
    const path = await put('many.json', zoneJson)
    expect((await zones('add', path)).stdout).toContain('Added many: 23,001 zones, 0 corridors')
    await expect.poll(avoided).toContain('WALL')
    const among = await postDrone({ from: [-38.5012, -20.3512], to: [-38.4512, -20.3012] })
    expect([among.status, among.body.zones_avoided.length > 0]).toEqual([200, true])
    expect((await zones('remove', 'many')).code).toBe(0)
  })
})
