import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requireOrSkip } from '../../../../tests/support/servers/backends.ts'
import { type RunningRedis, startRedis } from '../../../../tests/support/servers/redis.ts'
import { connectRedis, openRedis } from '../../platform/storage/redis.ts'
import type { NodeAnnouncement } from './cluster-view.ts'
import { NodeRegistry } from './node-registry.ts'

const NOW_MS = 1_800_000_000_000
const DAY_MS = 86_400_000

const mapOf = (region: string) => ({
  region,
  dataset: `${region}-1`,
  attribution: 'OSM',
  boundingBox: { south: 1, north: 2, west: 3, east: 4 },
  trafficVersion: 0,
})
const nodeOf = (id: string, ...regions: string[]): NodeAnnouncement => ({
  id,
  url: `http://${id}:8080`,
  version: '1',
  regions: regions.map(mapOf),
})

describe.skipIf(!requireOrSkip('redis'))('the registry of nodes', () => {
  let server: RunningRedis
  let redis: ReturnType<typeof openRedis>
  let [first, second]: NodeRegistry[] = []
  beforeAll(async () => {
    server = await startRedis()
    redis = openRedis(server.url)
    await connectRedis(redis, 10)
  })
  beforeEach(async () => {
    await server.flush()
    first = new NodeRegistry(redis)
    second = new NodeRegistry(redis)
  })
  afterAll(async () => {
    redis?.disconnect()
    await server?.dispose()
  })
  const read = async (nowMs = NOW_MS) => {
    const { nodes, regions } = (await first?.read(nowMs)) ?? { nodes: [], regions: [] }
    return { nodes: nodes.map(({ id }) => id).sort(), regions: regions.map(({ region }) => region).sort() }
  }

  test('lists the announced nodes and their regions', async () => {
    await first?.announce(nodeOf('a', 'east'), NOW_MS)
    await second?.announce(nodeOf('b', 'west', 'north'), NOW_MS)
    expect(await read()).toEqual({ nodes: ['a', 'b'], regions: ['east', 'north', 'west'] })
    expect((await first?.read(NOW_MS))?.nodes.find(({ id }) => id === 'a')).toEqual(nodeOf('a', 'east'))
  })

  test('an announcement expires after five seconds without a heartbeat', async () => {
    await first?.announce(nodeOf('a', 'east'), NOW_MS)
    expect(await redis.pttl('fairway:node:a')).toBeGreaterThan(0)
    expect(await redis.pttl('fairway:node:a')).toBeLessThanOrEqual(5000)
    await redis.pexpire('fairway:node:a', 0)
    expect(await read()).toEqual({ nodes: [], regions: ['east'] })
    expect(await redis.smembers('fairway:nodes')).toEqual([])
  })

  test('a region without nodes stays known for a day', async () => {
    await first?.announce(nodeOf('a', 'east'), NOW_MS)
    await first?.withdraw('a')
    expect(await read(NOW_MS + DAY_MS - 1)).toEqual({ nodes: [], regions: ['east'] })
    expect(await read(NOW_MS + DAY_MS)).toEqual({ nodes: [], regions: [] })
  })

  test('a region that a node stops serving is forgotten, unless another node serves it', async () => {
    await first?.announce(nodeOf('a', 'east', 'west'), NOW_MS)
    await second?.announce(nodeOf('b', 'west'), NOW_MS)
    await first?.announce(nodeOf('a'), NOW_MS)
    expect(await read()).toEqual({ nodes: ['a', 'b'], regions: ['west'] })
  })

  test('all nodes get the same secret, also when they ask at the same moment', async () => {
    const secrets = await Promise.all([first, second, first, second].map((registry) => registry?.getSecret()))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  })
})
