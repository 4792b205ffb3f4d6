import { expect, test } from 'vitest'
import { findMapFile, trimCache } from './map-cache.ts'

const kindOf = (path: string) => findMapFile(new URL(path, 'http://localhost'))

test('caches versioned tiles and the documents of the map, but no traffic and no replies of the API', () => {
  expect(kindOf('/tiles/14/8529/5975.mvt?v=a1')).toBe('tile')
  for (const path of ['/tiles/map.json', '/styles/dark.json', '/sprites/light@2x.png', '/fonts/Noto%20Sans/0-255.pbf'])
    expect(kindOf(path)).toBe('document')
  for (const path of [
    '/tiles/14/8529/5975.mvt',
    '/tiles/14/8529/5975.mvt?v=',
    '/tiles/traffic/14/1/2.mvt?v=a',
    '/v1/route',
    '/account',
  ])
    expect(kindOf(path)).toBeUndefined()
})

test('drops the oldest tiles when the cache is full, and keeps the documents', async () => {
  const entries = ['/tiles/map.json', '/styles/light.json', ...[1, 2, 3, 4].map((x) => `/tiles/14/${x}/1.mvt?v=a`)]
  const requests = entries.map((path) => new Request(new URL(path, 'http://localhost')))
  const deleted: string[] = []
  const cache = {
    keys: async () => requests,
    delete: async (entry: RequestInfo | URL) => {
      deleted.push(entry instanceof Request ? new URL(entry.url).pathname : String(entry))
      return true
    },
  }
  await trimCache(cache, 4)
  expect(deleted).toEqual([])
  await trimCache(cache, 2)
  expect(deleted).toEqual(['/tiles/14/1/1.mvt', '/tiles/14/2/1.mvt'])
})
