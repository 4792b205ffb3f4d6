import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toProblem } from '../../../platform/http/problem.ts'
import { tileProblems } from '../failures.ts'
import { TILE_RATE } from '../routes.ts'
import { decodeTile, listProperties, startTiles, type TileTestService } from './tiles-data.ts'

let service: TileTestService
beforeAll(async () => {
  service = await startTiles()
})
afterAll(() => service.app.close())

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })
const tileAt = (zoom: number, latitude: number, longitude: number): string => {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const x = Math.floor(((longitude + 180) / 360) * 2 ** zoom)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom)
  return `/tiles/${zoom}/${x}/${y}.mvt`
}
const roadsAt = async (zoom: number) => {
  const { rawPayload } = await get(tileAt(zoom, -34.9066, -56.1871))
  return listProperties(decodeTile(rawPayload), 'roads')
}

describe('roads', () => {
  test('have their class, name and direction; a known street is at its position', async () => {
    const roads = await roadsAt(14)
    expect(roads.some(({ name }) => name === 'Avenida 18 de Julio')).toBe(true)
    expect(roads.some(({ oneway }) => oneway === 1)).toBe(true)
    expect(roads.every(({ class: kind }) => typeof kind === 'string')).toBe(true)
  })

  test('appear class by class as the zoom increases', async () => {
    const classes = async (zoom: number) => new Set((await roadsAt(zoom)).map(({ class: kind }) => kind))
    expect((await roadsAt(4)).length).toBe(0)
    expect((await classes(7)).has('primary')).toBe(false)
    expect((await classes(8)).has('primary')).toBe(true)
    expect((await classes(9)).has('secondary')).toBe(false)
    expect((await classes(10)).has('secondary')).toBe(true)
    expect((await classes(11)).has('tertiary')).toBe(false)
    expect((await classes(12)).has('tertiary')).toBe(true)
    expect((await classes(12)).has('residential')).toBe(false)
    expect((await classes(13)).has('residential')).toBe(true)
  })

  test('stay within the tile and its buffer at every zoom', async () => {
    for (let zoom = 5; zoom <= 14; zoom++) {
      const layer = decodeTile((await get(tileAt(zoom, -34.9066, -56.1871))).rawPayload).layers.roads
      for (let at = 0; at < (layer?.length ?? 0); at++) {
        const points = layer?.feature(at).loadGeometry().flat() ?? []
        expect(points.length).toBeGreaterThanOrEqual(2)
        const far = points.find(({ x, y }) => Math.min(x, y) < -64 || Math.max(x, y) > 4160)
        expect(far, `zoom ${zoom}`).toBeUndefined()
      }
    }
  })
})

describe('tile reply', () => {
  test('is compressed for clients that accept it, with the same content', async () => {
    const url = tileAt(14, -34.9066, -56.1871)
    const [packed, plain, refused] = [
      await get(url, { 'accept-encoding': 'br, gzip' }),
      await get(url),
      await get(url, { 'accept-encoding': 'gzip;q=0' }),
    ]
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect([plain.headers['content-encoding'], refused.headers['content-encoding']]).toEqual([undefined, undefined])
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(plain.headers['content-type']).toBe('application/vnd.mapbox-vector-tile')
    expect(plain.headers.vary).toBe('accept-encoding')
  })

  test('is cacheable forever under its version, and briefly under another', async () => {
    const url = tileAt(14, -34.9066, -56.1871)
    const { version } = (await get('/tiles/map.json')).json()
    expect((await get(`${url}?v=${version}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get(`${url}?v=other`)).headers['cache-control']).toBe('public, max-age=60')
    const { etag } = (await get(url)).headers
    const notModified = await get(url, { 'if-none-match': `W/${etag}` })
    expect([notModified.statusCode, notModified.rawPayload.length]).toEqual([304, 0])
  })

  test('without content is 204', async () => {
    expect((await get('/tiles/3/0/0.mvt')).statusCode).toBe(204)
    const traffic = await get('/tiles/traffic/14/5632/9886.mvt')
    expect([traffic.statusCode, traffic.headers['cache-control']]).toEqual([204, 'public, max-age=15'])
  })
})

describe('missing tiles', () => {
  test.each([
    [
      '/tiles/17/0/0.mvt',
      'z is 17, but tiles are available only for zoom levels 0 to 16; at higher levels, enlarge the tiles of level 16',
    ],
    ['/tiles/3/8/0.mvt', 'x is 8; at zoom level 3, x must be from 0 to 7'],
    ['/tiles/3/7/8.mvt', 'y is 8; at zoom level 3, y must be from 0 to 7'],
    ['/tiles/traffic/3/8/0.mvt', 'x is 8; at zoom level 3, x must be from 0 to 7'],
    ['/tiles/3/-1/0.mvt', expect.stringContaining('There is no tile at /tiles/3/-1/0.mvt; request')],
    ['/tiles/3/01/0.mvt', expect.stringContaining('There is no tile at')],
    ['/tiles/3/1/0.png', expect.stringContaining('There is no tile at')],
  ])('%s is reported', async (url, detail) => {
    const reply = await get(url)
    expect([reply.statusCode, reply.json()]).toEqual([404, { busy: false, detail }])
  })

  test('include no tile up to the last one of a zoom', async () => {
    expect((await get('/tiles/16/65535/65535.mvt')).statusCode).toBeLessThan(300)
  })

  test('reports that the service draws no map', async () => {
    const off = await startTiles({}, { mapTiles: false }, false)
    for (const url of ['/tiles/map.json', '/tiles/0/0/0.mvt']) {
      const reply = await off.app.inject({ url })
      expect([reply.statusCode, reply.json().detail]).toEqual([
        404,
        toProblem(tileProblems, { kind: 'tiles-off' }).body.detail,
      ])
    }
    await off.app.close()
  })
})

test('allows a burst of a thousand per IP address, without affecting others', async () => {
  const { limiter, clock } = service
  const requestTile = (remoteAddress: string) => service.app.inject({ url: '/tiles/0/0/0.mvt', remoteAddress })
  for (let i = 0; i < 999; i++) limiter.checkNamedRate('tiles:192.0.2.1', TILE_RATE)
  expect((await requestTile('192.0.2.1')).statusCode).not.toBe(429)
  const over = await requestTile('192.0.2.1')
  expect([over.statusCode, over.headers['retry-after']]).toEqual([429, '1'])
  expect(over.json().detail).toBe(
    'Rate limit exceeded: 200 tiles per second per IP address (bursts of 1000); try again after the number of seconds in Retry-After',
  )
  expect((await requestTile('192.0.2.2')).statusCode).not.toBe(429)
  clock.advance(5)
  expect((await requestTile('192.0.2.1')).statusCode).not.toBe(429)
})

test('describes the map in map.json, with a URL that changes with it', async () => {
  const reply = await get('/tiles/map.json', { host: 'maps.example:81' })
  const document = reply.json()
  expect(document).toMatchObject({
    tilejson: '3.0.0',
    minzoom: 0,
    maxzoom: 16,
    has_traffic: false,
    traffic_version: '',
  })
  expect(document.tiles).toEqual([`http://maps.example:81/tiles/{z}/{x}/{y}.mvt?v=${document.version}`])
  expect(document.regions).toEqual([{ name: 'montevideo', bounds: expect.any(Array) }])
  expect(document.attributions.join()).toContain('OpenStreetMap')
  expect(reply.headers['cache-control']).toBe('no-cache')
  const before = service.tiles?.version
  service.tiles?.use({ roads: [] })
  expect(service.tiles?.version).not.toBe(before)
  // Without its roads, the tile is different and has a different URL.
  expect(listProperties(decodeTile((await get(tileAt(14, -34.9066, -56.1871))).rawPayload), 'roads')).toEqual([])
})
