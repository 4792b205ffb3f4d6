import { seededRandom, TileLayer, toWorldX, toWorldY, writeTile } from '@fairway/geo'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import type { OsmBlock } from '../osm/block.ts'
import { parseDrawing } from '../testing/drawing.ts'
import { buildOsmBlock, type DrawnElements } from '../testing/osm-writer.ts'
import { buildBasemapIndex, FeatureFinder, toUnitBox, type UnitBox } from './basemap-index.ts'
import { BasemapTiles, type DrawnBasemapLayer } from './basemap-tiles.ts'
import { buildBasemap } from './build-basemap.ts'
import { BasemapCollector } from './collect-basemap.ts'
import { type Basemap, basemapLayers, fromBasemapSections, toBasemapSections } from './schema.ts'

const corner = [43.74, 7.42] as const
const CELL_METERS = 20

type Drawn = Partial<Omit<DrawnElements, 'points'>>

async function draw(drawing: string, { nodes = {}, ways = {}, relations = [], missing = '' }: Drawn): Promise<Basemap> {
  const points = parseDrawing(drawing, CELL_METERS, corner)
  const block = buildOsmBlock({ points, nodes, ways, relations, missing })
  return await compile([block])
}

async function compile(blocks: readonly OsmBlock[]): Promise<Basemap> {
  const read = async function* () {
    yield* blocks
  }
  const basemap = buildBasemap(await new BasemapCollector().finish(read))
  const restored = fromBasemapSections(new Map(toBasemapSections(basemap)))
  if (!restored) throw new Error('the sections are missing')
  return restored
}

/** Returns the features of one tile by layer, with their properties. */
function readTile(basemap: Basemap, zoom: number, [latitude, longitude]: readonly [number, number] = corner) {
  const names = basemapLayers.filter((name): name is DrawnBasemapLayer => name !== 'coastline')
  const layers = Object.fromEntries(names.map((name) => [name, new TileLayer(name)])) as Record<
    DrawnBasemapLayer,
    TileLayer
  >
  const tiles = 2 ** zoom
  const x = Math.floor(toWorldX(longitude * 1e6) * tiles)
  const y = Math.floor(toWorldY(latitude * 1e6) * tiles)
  new BasemapTiles(basemap).draw(layers, { z: zoom, x, y })
  const tile = new VectorTile(new PbfReader(writeTile(Object.values(layers))))
  return (name: DrawnBasemapLayer): VectorTileFeature[] => {
    const layer = tile.layers[name]
    return Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index)).filter(
      (feature) => !!feature,
    )
  }
}

const properties = (features: readonly VectorTileFeature[]) => features.map((feature) => ({ ...feature.properties }))

describe('areas', () => {
  const square = `
    A----B
    |    |
    D----C
  `

  test.each([
    [{ leisure: 'park' }, 'land', { class: 'park' }],
    [{ natural: 'water', water: 'pond' }, 'water', { kind: 'pond' }],
    [{ landuse: 'residential' }, 'land', { class: 'residential' }],
    [{ man_made: 'pier' }, 'piers', { class: 'pier' }],
    [{ building: 'yes' }, 'buildings', { height: 6 }],
    [{ building: 'yes', height: '12.5 m' }, 'buildings', { height: 12.5 }],
    [{ building: 'yes', 'building:levels': '4' }, 'buildings', { height: 12 }],
    [{ building: 'yes', height: '40 ft' }, 'buildings', { height: 12.2 }],
    [
      { 'building:part': 'yes', height: '30', min_height: '9' },
      'buildings',
      { class: 'part', height: 30, min_height: 9 },
    ],
  ] as const)('%j are drawn in their layer', async (tags, layer, expected) => {
    const read = readTile(await draw(square, { ways: { ABCDA: tags } }), 16)
    expect(properties(read(layer))).toEqual([expected])
  })

  test.each([
    { building: 'no' },
    { building: 'yes', location: 'underground' },
    { leisure: 'park', area: 'no' },
    { foo: 'bar' },
  ])('%j are not drawn', async (tags) => {
    const basemap = await draw(square, { ways: { ABCDA: tags } })
    expect(basemap.layer.length).toBe(0)
  })

  test('with a missing node are not drawn', async () => {
    const basemap = await draw(square, { ways: { ABCXDA: { leisure: 'park' } }, missing: 'X' })
    expect(basemap.layer.length).toBe(0)
  })

  test('appear at the first zoom level at which they cover a few pixels', async () => {
    const basemap = await draw(square, { ways: { ABCDA: { leisure: 'park', name: 'Small' } } })
    expect([10, 16].map((zoom) => readTile(basemap, zoom)('land').length)).toEqual([0, 1])
  })

  test('of relations have holes regardless of the member roles', async () => {
    const basemap = await draw(
      `
        A---------B
        | E----F  |
        | |    |  |
        | H----G  |
        D---------C
      `,
      {
        ways: { ABC: {}, CDA: {}, EFGHE: {} },
        relations: [
          {
            tags: { type: 'multipolygon', natural: 'water', name: 'Lake', 'name:de': 'See' },
            members: [
              ['outer', 'way', 'ABC'],
              ['outer', 'way', 'CDA'],
              ['', 'way', 'EFGHE'],
            ],
          },
        ],
      },
    )
    const read = readTile(basemap, 16)
    const [lake] = read('water')
    expect(lake?.loadGeometry().map((ring) => ring.length)).toEqual([5, 5])
    expect(lake?.loadGeometry().map((ring) => Math.sign(area(ring)))).toEqual([1, -1])
    expect(properties(read('labels'))).toEqual([{ name: 'Lake', 'name:de': 'See', class: 'water', rank: 15 }])
  })

  test('that are larger are drawn first', async () => {
    const basemap = await draw(
      `
        A---------B
        | E----F  |
        | H----G  |
        D---------C
      `,
      { ways: { EFGHE: { leisure: 'park' }, ABCDA: { landuse: 'residential' } } },
    )
    expect(properties(readTile(basemap, 16)('land')).map((each) => each.class)).toEqual(['residential', 'park'])
  })
})

describe('lines and points', () => {
  test.each([
    [{ waterway: 'river', name: 'Paillon' }, 'waterways', { class: 'river', name: 'Paillon' }],
    [{ railway: 'rail', tunnel: 'yes' }, 'rails', { class: 'rail', tunnel: 1 }],
    [{ railway: 'rail', service: 'yard', bridge: 'viaduct' }, 'rails', { class: 'rail', bridge: 1, service: 1 }],
    [{ highway: 'steps' }, 'paths', { class: 'steps' }],
    [{ aeroway: 'runway' }, 'aeroways', { class: 'runway' }],
    [{ boundary: 'administrative', admin_level: '2' }, 'borders', { level: 2 }],
  ] as const)('%j are drawn in their layer', async (tags, layer, expected) => {
    const read = readTile(await draw('A----B', { ways: { AB: tags } }), 16)
    expect(properties(read(layer))).toEqual([expected])
  })

  test('of borders come from relations too, with the most important level, but not at sea', async () => {
    const relation = (level: string) => ({
      tags: { type: 'boundary', boundary: 'administrative', admin_level: level },
      members: [['outer', 'way', 'AB'] as const, ['outer', 'way', 'BC'] as const],
    })
    const basemap = await draw('A----B----C', {
      ways: { AB: {}, BC: { maritime: 'yes' } },
      relations: [relation('4'), relation('2')],
    })
    expect(properties(readTile(basemap, 16)('borders'))).toEqual([{ level: 2 }])
  })

  test('have symbols by their most important tag', async () => {
    const basemap = await draw('ABC', {
      nodes: {
        A: { amenity: 'cafe', tourism: 'museum', name: 'Both' },
        B: { amenity: 'cafe' },
        C: { amenity: 'fuel' },
      },
    })
    expect(properties(readTile(basemap, 16)('pois'))).toEqual([
      { name: 'Both', category: 'museum', rank: 5 },
      { category: 'fuel', rank: 33 },
    ])
    expect(readTile(basemap, 14)('pois').length).toBe(1)
  })

  test('are found in their tile at every zoom level, as by a full scan', async () => {
    const ways = { AB: { waterway: 'river' }, BC: { railway: 'rail' }, CD: { highway: 'steps' } }
    const basemap = await draw('A----B\n\n\nD----C', { ways })
    const minZooms = { waterways: 8, rails: 9, paths: 15 } as const
    for (const [layer, minZoom] of Object.entries(minZooms) as ['waterways' | 'rails' | 'paths', number][]) {
      for (let zoom = 6; zoom <= 16; zoom++)
        expect(`${layer} ${zoom} ${readTile(basemap, zoom)(layer).length}`).toBe(
          `${layer} ${zoom} ${zoom >= minZoom ? 1 : 0}`,
        )
    }
  })
})

describe('the index', () => {
  test('finds the features that touch a tile, each once and in order, as a full scan does', () => {
    const next = seededRandom(33)
    const count = 400
    const zoom = Uint8Array.from({ length: count }, () => Math.floor(next() * 17))
    const box = new Int32Array(4 * count)
    for (let feature = 0; feature < count; feature++) {
      const [west, north] = [toUnits(0.3 + next() * 0.01), toUnits(0.6 + next() * 0.01)]
      const size = 2 ** (8 + next() * 16)
      box.set([west, north, west + next() * size, north + next() * size], 4 * feature)
    }
    const basemap = { zoom, box, ...buildBasemapIndex(zoom, box) } as unknown as Basemap
    const finder = new FeatureFinder(basemap)
    for (let round = 0; round < 400; round++) {
      const z = Math.floor(next() * 17)
      const tile = {
        z,
        x: Math.floor((0.3 + next() * 0.01) * 2 ** z),
        y: Math.floor((0.6 + next() * 0.01) * 2 ** z),
      }
      const bounds = toUnitBox(tile)
      const scan = ({ west, north, east, south }: UnitBox) =>
        [...zoom.keys()].filter((feature) => {
          const [left, top, right, bottom] = box.subarray(4 * feature, 4 * feature + 4)
          return zoom[feature] <= z && left <= east && right >= west && top <= south && bottom >= north
        })
      const found = [...finder.find(tile, bounds)]
      const title = `seed 33, round ${round}`
      // Below the zoom level of its cells, the index has only a part of the features that are entirely in the margin.
      const margin = (bounds.east - bounds.west) / 66
      const { west, north, east, south } = bounds
      const required = scan({ west: west + margin, north: north + margin, east: east - margin, south: south - margin })
      const allowed = new Set(scan(bounds))
      expect(
        required.filter((feature) => !found.includes(feature)),
        title,
      ).toEqual([])
      expect(
        found.filter((feature) => !allowed.has(feature)),
        title,
      ).toEqual([])
      expect(found, title).toEqual([...new Set(found)].sort((x, y) => x - y))
      if (z >= 14) expect(found, title).toEqual([...allowed])
    }
  })
})

describe('names', () => {
  test('of streets and settlements are found in other languages, the most frequent translation first', async () => {
    const basemap = await draw('A----B----C----D', {
      nodes: { A: { place: 'village', name: 'Bruxelles', 'name:nl': 'Brussel' } },
      ways: {
        AB: { highway: 'residential', name: 'Rue Haute', 'name:nl': 'Hoogstraat' },
        BC: { highway: 'residential', name: 'Rue Haute', 'name:nl': 'Hogestraat' },
        CD: { highway: 'residential', name: 'Rue Haute', 'name:nl': 'Hoogstraat', 'name:en': 'High Street' },
        'CD#2': { highway: 'service', name: 'Rue Haute', 'name:nl': 'Hoogstraat' },
        DA: { highway: 'residential', name: 'Rue Basse' },
      },
    })
    const tiles = new BasemapTiles(basemap)
    expect(['Bruxelles', 'Rue Haute', 'Rue Basse', ''].map((name) => tiles.findTranslations(name))).toEqual([
      { name: 'Bruxelles', 'name:nl': 'Brussel' },
      { name: 'Rue Haute', 'name:nl': 'Hoogstraat' },
      undefined,
      undefined,
    ])
    const { translation, ...older } = basemap
    expect(new BasemapTiles(older).findTranslations('Rue Haute')).toBeUndefined()
  })
})

const toUnits = (share: number) => Math.floor(share * 2 ** 30)

function area(ring: readonly { x: number; y: number }[]): number {
  return ring.reduce((sum, point, index) => {
    const next = ring[(index + 1) % ring.length] ?? point
    return sum + point.x * next.y - next.x * point.y
  }, 0)
}
