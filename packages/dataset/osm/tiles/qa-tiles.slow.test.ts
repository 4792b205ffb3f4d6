import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { beforeAll, describe, expect, test } from 'vitest'
import { readExtract } from '../read-extract.ts'
import { collect, type Elements, toElements } from '../testing/elements.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { type TestFeature, writeTile } from '../testing/tile-writer.ts'
import { UnreadableExtract } from '../unreadable-extract.ts'
import { montevideoTilesFolder } from './embedded.ts'
import { findLayer } from './vector-tile.ts'

const files = temporaryFiles()
const EDGE = 2 ** 20

let folders = 0
/** Writes a folder of tiles at zoom level 12, keyed by column and row. */
async function folderOf(tiles: Record<string, readonly TestFeature[]>): Promise<string> {
  const folder = `tiles-${folders++}`
  for (const [at, features] of Object.entries(tiles)) await files.write(`${folder}/12-${at}.mvt`, writeTile(features))
  return files.path(folder)
}
const readFolder = async (tiles: Record<string, readonly TestFeature[]>) =>
  toElements(await collect(readExtract(await folderOf(tiles))))

/**
 * Parses a line such as `0,100 E,200` in tile units. E is the far edge of the tile, and E-5 and E+5 are 5 units before
 * and after it.
 */
function parseLine(drawing: string): [number, number][] {
  const toNumber = (text = '') => (text.startsWith('E') ? EDGE + Number(text.slice(1)) : Number(text))
  return drawing.split(' ').map((vertex) => {
    const [x, y] = vertex.split(',')
    return [toNumber(x), toNumber(y)]
  })
}
function road(id: number, ...lines: string[]): TestFeature {
  const tags = { highway: 'residential', name: `road ${id}` }
  return { id, kind: 'way', shape: 'line', lines: lines.map(parseLine), tags }
}
function area(id: number, ...rings: string[]): TestFeature {
  return { id, kind: 'way', shape: 'area', lines: rings.map(parseLine) }
}
function point(id: number, at: string, tags: Record<string, string>): TestFeature {
  return { id, kind: 'node', shape: 'point', lines: [parseLine(at)], tags }
}

/**
 * Returns ways as lists of positions in units of the tile 1408-2471, rounded to tens because degrees are also rounded.
 */
function toWayCoordinates({ nodes, ways }: Elements): [number, number][][] {
  // Adding 0 converts -0 to 0, because `toEqual` distinguishes them.
  const round = (units: number) => Math.round(units / 10) * 10 + 0
  const at = new Map(
    nodes.map(({ id, at: [latitude, longitude] }) => {
      const sine = Math.sin((latitude * Math.PI) / 180)
      const x = (longitude + 180) / 360
      const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
      return [id, [round((x * 4096 - 1408) * EDGE), round((y * 4096 - 2471) * EDGE)] as [number, number]]
    }),
  )
  return ways.map(({ refs }) => refs.map((ref) => at.get(ref) ?? [Number.NaN, Number.NaN]))
}
const rounded = (drawing: string) =>
  parseLine(drawing).map((vertex) => vertex.map((unit) => Math.round(unit / 10) * 10))

describe('OSM QA tiles', () => {
  test('of one tile have ways that share their junction nodes', async () => {
    const { nodes, ways } = await readFolder({
      '1408-2471': [road(1, '100,100 200,200'), road(2, '200,200 200,200 300,100')],
    })
    expect(ways).toEqual([
      { id: 1, refs: [-1, -2], tags: { highway: 'residential', name: 'road 1' } },
      { id: 2, refs: [-2, -3], tags: { highway: 'residential', name: 'road 2' } },
    ])
    expect(nodes.map(({ id }) => id)).toEqual([-1, -2, -3])
    expect(nodes[0]?.at).toEqual([-34.8138102, -56.2499916])
  })

  test('store each string once, even when it is both a key and a value', async () => {
    const folder = await folderOf({
      '1408-2471': [
        { ...road(1, '1,1 2,2'), tags: { highway: 'service', kind: 'bridge' } },
        { ...road(2, '1,1 2,2'), tags: { bridge: 'yes', service: 'alley', kind: 'service' } },
      ],
    })
    for (const { strings } of await collect(readExtract(folder))) expect(new Set(strings).size).toBe(strings.length)
  })

  test('assign a point on a vertex to that vertex, and keep the ids of others', async () => {
    const { nodes } = await readFolder({
      '1408-2471': [
        point(50, '200,200', { highway: 'traffic_signals' }),
        point(51, '500,500', { 'addr:housenumber': '1' }),
        point(52, '500,500', { 'addr:housenumber': '2' }),
        point(53, '200,200', { highway: 'stop' }),
        road(1, '100,100 200,200'),
      ],
    })
    expect(Object.fromEntries(nodes.map(({ id, tags }) => [id, tags]))).toEqual({
      51: { 'addr:housenumber': '1' },
      52: { 'addr:housenumber': '2' },
      53: { highway: 'stop' },
      [-1]: {},
      [-2]: { highway: 'traffic_signals' },
    })
  })

  test('join ways that tile borders cut, however often', async () => {
    const elements = await readFolder({
      '1408-2471': [road(1, 'E-9000,500 E,1000', 'E,3000 E-9000,4000')],
      '1409-2471': [road(1, '0,1000 700,2000 0,3000'), point(9, '0,1000', { highway: 'crossing' })],
    })
    expect(toWayCoordinates(elements)).toEqual([rounded('E-9000,500 E,1000 E+700,2000 E,3000 E-9000,4000')])
    expect(elements.nodes.find(({ tags }) => tags.highway === 'crossing')?.id).toBe(elements.ways[0]?.refs[1])
    expect(new Set(elements.nodes.map(({ id }) => id)).size).toBe(elements.nodes.length)
  })

  test('have one way per remaining section where the map edge cuts a way', async () => {
    const { ways } = await readFolder({ '1408-2471': [road(1, 'E-9000,500 E,1000', 'E,3000 E-9000,4000')] })
    expect(ways.map(({ id, refs }) => ({ id, vertices: refs.length }))).toEqual([
      { id: 1, vertices: 2 },
      { id: 1, vertices: 2 },
    ])
  })

  test('have areas as closed ways without holes, and those of relations with a negative id', async () => {
    const { ways } = await readFolder({
      '1408-2471': [
        area(1, '100,100 500,100 500,500 100,500', '200,200 200,300 300,300 300,200'),
        { ...area(7, '600,600 700,600 700,700'), kind: 'relation' },
      ],
    })
    expect(ways.map(({ id, refs }) => [id, refs])).toEqual([
      [1, [-1, -2, -3, -4, -1]],
      [-7, [-5, -6, -7, -5]],
    ])
  })

  test('join areas that tile borders cut, without the cut', async () => {
    // The area is a horseshoe with its bend in the left tile and the ends of its arms in the right tile.
    const elements = await readFolder({
      '1408-2471': [area(1, 'E,1000 E-6000,1000 E-6000,9000 E,9000 E,7000 E-3000,7000 E-3000,3000 E,3000')],
      '1409-2471': [area(1, '0,1000 0,3000 700,3000 700,1000', '0,7000 0,9000 700,9000 700,7000')],
    })
    const outline =
      'E,7000 E-3000,7000 E-3000,3000 E,3000 E+700,3000 E+700,1000 ' +
      'E,1000 E-6000,1000 E-6000,9000 E,9000 E+700,9000 E+700,7000 E,7000'
    expect(toWayCoordinates(elements)).toEqual([rounded(outline)])
  })

  test('close areas that the map edge also cuts', async () => {
    const elements = await readFolder({
      '1408-2471': [area(1, 'E,0 E-500,0 E-500,500 E,500')],
      '1409-2471': [area(1, '0,0 0,500 500,500 500,0')],
    })
    expect(toWayCoordinates(elements)).toEqual([rounded('E-500,0 E-500,500 E,500 E+500,500 E+500,0 E-500,0')])
  })

  test('are read in a fixed order that does not depend on the folder, compressed or not', async () => {
    const tile = [road(1, '100,100 E,200')]
    const neighbor = [road(1, '0,200 50,50')]
    const plain = await collect(readExtract(await folderOf({ '1408-2471': tile, '1409-2471': neighbor })))
    await files.write('packed/12-1409-2471.mvt', gzipSync(writeTile(neighbor)))
    await files.write('packed/12-1408-2471.mvt', gzipSync(writeTile(tile)))
    await files.write('packed/readme.txt', 'not a tile')
    expect(await collect(readExtract(files.path('packed')))).toEqual(plain)
  })

  test('report reading progress', async () => {
    const heard: number[] = []
    const folder = await folderOf({ '1408-2471': [road(1, '1,1 2,2')], '1409-2471': [road(2, '1,1 2,2')] })
    await collect(readExtract(folder, { onProgress: (read, total) => heard.push(read / total) }))
    expect(heard).toEqual([0.5, 1])
  })

  const some = writeTile([road(1, '1,1 2,2')])
  test.each([
    ['without the layer', '12-1-1', writeTile([], { layer: 'roads' }), 'no layer "osm"; give OSM QA tiles'],
    ['with an invalid name', '12-1', some, 'the name of the tile does not contain its position; give OSM QA tiles'],
    ['outside the world', '2-4-1', some, 'there is no such tile at zoom 2'],
    ['that are too fine', '14-1-1', some, 'tiles cannot have 1048576 units at zoom 14'],
    ['without ids', '12-1-1', writeTile([{ kind: 'way', shape: 'line', lines: [parseLine('1,1 2,2')] }]), 'has no @id'],
    ['with a margin', '12-1-1', writeTile([road(1, '-5,1 2,2')]), 'the tile contains data beyond its border'],
    ['truncated', '12-1-1', some.slice(0, 60), 'longer than its container; the file is damaged'],
    [
      'compressed and truncated',
      '12-1-1',
      gzipSync(some).subarray(0, 30),
      'cannot be decompressed with gzip; the file is',
    ],
    ['that are empty', '12-1-1', new Uint8Array(), 'the file is empty; the file is damaged'],
  ])('%s are rejected with name and offset', async (title, name, content, message) => {
    const file = await files.write(`wrong ${title}/${name}.mvt`, content)
    const error = await collect(readExtract(dirname(file))).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreadableExtract)
    expect((error as Error).message).toContain(`${file}, byte `)
    expect((error as Error).message).toContain(message)
  })

  test('of different zoom levels are rejected together', async () => {
    await files.write('mixed/12-1-1.mvt', some)
    await files.write('mixed/11-1-1.mvt', some)
    await expect(collect(readExtract(files.path('mixed')))).rejects.toThrow(
      'has a different zoom level than the first one',
    )
  })

  test('truncated anywhere or with a flipped byte are either read or rejected', async () => {
    const features = [
      road(1, '100,100 E,200', '0,7 9,9'),
      area(2, '0,0 50,0 50,50'),
      point(3, '9,9', { highway: 'stop' }),
    ]
    const tileBytes = writeTile(features)
    for (let at = 0; at < tileBytes.length; at++) {
      const turned = tileBytes.map((byte, index) => (index === at ? byte ^ 0xff : byte))
      for (const damaged of [tileBytes.slice(0, at), turned]) {
        const reading = collect(readExtract(await files.write('12-1-1.mvt', damaged)))
        const result = await reading.catch((thrown: unknown) => thrown)
        expect(Array.isArray(result) || result instanceof UnreadableExtract, `byte ${at}: ${result}`).toBe(true)
      }
    }
  })
})

describe('bundled Montevideo map', () => {
  let city: Elements
  beforeAll(async () => {
    city = toElements(await collect(readExtract(montevideoTilesFolder())))
  })
  const cars =
    /^(motorway|trunk|primary|secondary|tertiary|unclassified|residential|living_street|service|road)(_link)?$/

  test('has the expected numbers of roads, signals, stop signs and house numbers', () => {
    const carWays = city.ways.filter(({ tags }) => cars.test(tags.highway ?? ''))
    expect(new Set(carWays.map(({ id }) => id)).size).toBe(11_257)
    expect(city.nodes.filter(({ tags }) => tags.highway === 'traffic_signals').length).toBe(1077)
    expect(city.nodes.filter(({ tags }) => tags.highway === 'stop').length).toBe(344)
    expect([...city.nodes, ...city.ways].filter(({ tags }) => tags['addr:housenumber']).length).toBe(205_657)
  })

  test('has all signals and stop signs on roads', () => {
    const onRoads = new Set(city.ways.filter(({ tags }) => tags.highway).flatMap(({ refs }) => refs))
    const signs = city.nodes.filter(({ tags }) => tags.highway === 'traffic_signals' || tags.highway === 'stop')
    expect(signs.filter(({ id }) => !onRoads.has(id))).toEqual([])
  })

  test('has complete ways: only the map edge splits one', () => {
    const pieceCounts = new Map<number, number>()
    for (const { id } of city.ways) pieceCounts.set(id, (pieceCounts.get(id) ?? 0) + 1)
    expect(pieceCounts.size).toBe(21_581)
    expect([...pieceCounts.values()].filter((count) => count > 1).length).toBe(2)
  })

  test('has 3,103 km of roads for cars, and a position for every node', () => {
    const positions = new Map(city.nodes.map(({ id, at }) => [id, at]))
    expect(positions.size).toBe(city.nodes.length)
    const meters = city.ways
      .filter(({ tags }) => cars.test(tags.highway ?? ''))
      .flatMap(({ refs }) =>
        refs.slice(1).map((ref, index) => metersBetween(positions.get(refs[index] ?? 0), positions.get(ref))),
      )
      .reduce((sum, length) => sum + length, 0)
    expect(Math.round(meters / 1000)).toBe(3103)
  })
})

function metersBetween(from: [number, number] | undefined, to: [number, number] | undefined): number {
  if (!from || !to) return Number.NaN
  const radians = Math.PI / 180
  const north = (to[0] - from[0]) * radians
  const east = (to[1] - from[1]) * radians * Math.cos(from[0] * radians)
  return Math.hypot(north, east) * 6_371_009
}

test('decodes vector tiles like the reference library', async () => {
  const bytes = await readFile(join(montevideoTilesFolder(), '12-1410-2472.mvt'))
  const expected = new VectorTile(new PbfReader(bytes)).layers.osm
  const layer = findLayer(bytes, 'osm')
  if (!expected || !layer) throw new Error('the tile has lost its layer')
  expect([layer.featureCount, layer.extent]).toEqual([expected.length, expected.extent])
  for (let index = 0; index < expected.length; index++) {
    const reference = expected.feature(index)
    const feature = layer.getFeature(index)
    const pairs = feature.tags()
    const properties: Record<string, unknown> = {}
    while (pairs.position < pairs.end)
      properties[layer.keys[pairs.readVarint()] ?? ''] = layer.getValue(pairs.readVarint())
    expect(feature.type).toBe(reference.type)
    expect(properties).toEqual(reference.properties)
    const lines = feature.lines().map(({ x, y }) => x.map((_, at) => [x[at], y[at]]))
    expect(lines).toEqual(reference.loadGeometry().map((line) => line.map(({ x, y }) => [x, y])))
  }
})
