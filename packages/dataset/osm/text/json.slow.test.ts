import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { NODE_MEMBER } from '../block.ts'
import { readExtract } from '../read-extract.ts'
import { collect, toElements } from '../testing/elements.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { UnreadableExtract } from '../unreadable-extract.ts'

const files = temporaryFiles()

async function read(content: unknown, name = 'some.geojson') {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 1)
  return toElements(await collect(readExtract(await files.write(name, text))))
}

const lineString = (coordinates: number[][] | number) => ({ type: 'LineString', coordinates })
const feature = (id: unknown, geometry: unknown, properties: unknown = {}) => ({
  type: 'Feature',
  id,
  properties,
  geometry,
})
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', generator: 'overpass-turbo', features })

const [A, B, C] = [
  [-8.61, 41.15],
  [-8.62, 41.16],
  [-8.63, 41.17],
]

describe('GeoJSON of OSM elements', () => {
  test('has ways that share their junction nodes, which have negative ids', async () => {
    const { nodes, ways } = await read(
      collection(
        feature('way/1', lineString([A, B]), { '@id': 'way/1', highway: 'residential', lanes: 2 }),
        feature('way/2', lineString([B, C]), {
          type: 'way',
          id: 2,
          tags: { highway: 'service' },
          relations: [],
          meta: {},
        }),
      ),
    )
    expect(ways).toEqual([
      { id: 1, refs: [-1, -2], tags: { highway: 'residential', lanes: '2' } },
      { id: 2, refs: [-2, -3], tags: { highway: 'service' } },
    ])
    expect(nodes).toEqual([
      { id: -1, at: [41.15, -8.61], tags: {} },
      { id: -2, at: [41.16, -8.62], tags: {} },
      { id: -3, at: [41.17, -8.63], tags: {} },
    ])
  })

  test('assigns a point on a vertex to that vertex, and keeps the ids of others', async () => {
    const { nodes } = await read(
      collection(
        feature('way/1', lineString([A, B])),
        feature('node/10', { type: 'Point', coordinates: B }, { highway: 'traffic_signals' }),
        feature('node/11', { type: 'Point', coordinates: C }, { amenity: 'fuel' }),
        feature('node/12', { type: 'Point', coordinates: B }, { highway: 'crossing' }),
        feature('node/13', { type: 'Point', coordinates: B }, { highway: 'traffic_signals', button: 'yes' }),
      ),
    )
    expect(nodes).toEqual([
      { id: -1, at: [41.15, -8.61], tags: {} },
      { id: -2, at: [41.16, -8.62], tags: { highway: 'traffic_signals', button: 'yes' } },
      { id: 11, at: [41.17, -8.63], tags: { amenity: 'fuel' } },
      // The tags of node 12 conflict with the tags of node 10, so node 12 stays a separate node.
      { id: 12, at: [41.16, -8.62], tags: { highway: 'crossing' } },
    ])
  })

  test('has outlines as closed ways, with negative ids when they are not OSM ways', async () => {
    const ring = [A, B, C, A]
    const { ways } = await read(
      collection(
        feature('way/1', { type: 'Polygon', coordinates: [ring, [A, C, B, A]] }, { building: 'yes' }),
        feature(
          'relation/5',
          { type: 'MultiPolygon', coordinates: [[ring], [[A, C, B, A]]] },
          { type: 'multipolygon' },
        ),
        feature('way/3', {
          type: 'MultiLineString',
          coordinates: [
            [A, B],
            [C, A],
          ],
        }),
        feature(undefined, lineString([A, B]), { highway: 'track' }),
        feature(9, lineString([A, A, B]), { osm_id: 9 }),
        feature('way/7', null),
        feature('way/8', { type: 'GeometryCollection', geometries: [] }),
      ),
    )
    expect(ways.map(({ id, refs, tags }) => [id, refs, tags])).toEqual([
      [1, [-1, -2, -3, -1], { building: 'yes' }],
      [-5, [-1, -2, -3, -1], { type: 'multipolygon' }],
      [-5, [-1, -3, -2, -1], { type: 'multipolygon' }],
      [3, [-1, -2], {}],
      [3, [-3, -1], {}],
      [-(2 ** 52), [-1, -2], { highway: 'track' }],
      [9, [-1, -2], {}],
    ])
  })

  test('of many blocks is read completely and repeatably, compressed or not', async () => {
    const features = Array.from({ length: 40_000 }, (_, index) =>
      feature(
        `way/${index + 1}`,
        lineString([
          [index / 1e4, 1],
          [index / 1e4 + 1e-4, 1],
        ]),
        { name: `"é]}\\` },
      ),
    )
    const geojson = JSON.stringify(collection(...features))
    const plain = await collect(readExtract(await files.write('large.geojson', geojson)))
    const decompressed = await collect(readExtract(await files.write('large.geojson.gz', gzipSync(geojson))))
    expect(plain.length).toBeGreaterThan(2)
    expect(decompressed).toEqual(plain)
    const { nodes, ways } = toElements(plain)
    expect(nodes.length).toBe(40_001)
    expect(ways.map(({ id }) => id)).toEqual(features.map((_, index) => index + 1))
    expect(ways[39_999]?.tags).toEqual({ name: '"é]}\\' })
  })
})

describe('Overpass JSON', () => {
  const osmWay = { type: 'way', id: 5, nodes: [1, 2], tags: { highway: 'residential' } }

  test('has its nodes, ways and relations with their ids', async () => {
    const elements = [
      { type: 'way', id: 5, nodes: [1, 2], tags: { highway: 'residential' } },
      { type: 'node', id: 1, lat: 41.15, lon: -8.61, tags: { highway: 'stop' } },
      { type: 'node', id: 2, lat: 41.16, lon: -8.62 },
      { type: 'relation', id: 7, members: [{ type: 'node', ref: 1, role: 'via' }], tags: { type: 'restriction' } },
      { type: 'count', id: 0, tags: { total: '3' } },
    ]
    expect(await read({ version: 0.6, osm3s: { copyright: 'ODbL' }, elements }, 'some.json')).toEqual({
      nodes: [
        { id: 1, at: [41.15, -8.61], tags: { highway: 'stop' } },
        { id: 2, at: [41.16, -8.62], tags: {} },
      ],
      ways: [{ id: 5, refs: [1, 2], tags: { highway: 'residential' } }],
      relations: [{ id: 7, members: [[NODE_MEMBER, 1, 'via']], tags: { type: 'restriction' } }],
    })
  })

  test('with coordinates on ways has each node found only there once', async () => {
    const positions = [
      { lat: 41.15, lon: -8.61 },
      { lat: 41.16, lon: -8.62 },
    ]
    const { nodes } = await read({
      elements: [
        { ...osmWay, geometry: positions },
        { ...osmWay, id: 6, nodes: [2, 3], geometry: [positions[1], null] },
        { type: 'node', id: 1, lat: 41.15, lon: -8.61, tags: { highway: 'stop' } },
      ],
    })
    expect(nodes.map(({ id, tags }) => [id, tags])).toEqual([
      [1, { highway: 'stop' }],
      [2, {}],
    ])
  })

  test('with coordinates and no ids has nodes with negative ids', async () => {
    const { ways, nodes } = await read({
      elements: [
        {
          type: 'way',
          id: 5,
          geometry: [
            { lat: 1, lon: 2 },
            { lat: 3, lon: 4 },
          ],
        },
      ],
    })
    expect(ways[0]?.refs).toEqual([-1, -2])
    expect(nodes[1]).toEqual({ id: -2, at: [3, 4], tags: {} })
  })
})

describe('invalid JSON document', () => {
  test.each([
    ['that is empty', '{}', 'byte 0: there is no list of features or elements; give an OpenStreetMap extract'],
    ['with an empty list', '{"features":[]}', 'byte 0: there is no list'],
    ['that is a list', '[1]', 'byte 0: "{" was expected here'],
    ['that ends too early', '{"features":[{"type":"Fea', 'byte 25: the text ends inside a list; the file is damaged'],
    ['that ends before its list', '{"features":[{}', 'byte 15: the text ends inside a list'],
    ['that continues after its end', '{"type":"x"} {', 'byte 13: there is more text after the end'],
    ['without a comma', '{"features":[{} {}]}', 'byte 16: "]" was expected here'],
    [
      'with an unknown word',
      '{"features":[{"a": nonsense}]}',
      'byte 13: the value that starts here cannot be read: it is not valid JSON',
    ],
    [
      'with an invalid value outside the list',
      '{"a": tru, "features":[]}',
      'byte 6: the value that starts here cannot be read: it is not valid JSON',
    ],
    ['without a name', '{1: 2}', 'byte 1: a name was expected here'],
    ['with a number instead of a list', '{"features": 5}', 'byte 13: a feature is not an object; export it again'],
    ['with features that are not objects', '{"features":[[]]}', 'byte 13: a feature is not an object'],
    [
      'in metres',
      JSON.stringify(collection(feature(1, lineString([[500_000, 4_500_000]])))),
      'are not valid degrees; export it again',
    ],
    [
      'with an incomplete position',
      JSON.stringify(collection(feature(1, lineString([[5]])))),
      'latitude undefined and longitude 5',
    ],
    [
      'with invalid coordinates of a line',
      JSON.stringify(collection(feature(1, lineString(5)))),
      'the value of coordinates is not a list',
    ],
    ['with a node without a position', '{"elements":[{"type":"node","id":1,"lat":null,"lon":1}]}', 'latitude null'],
    ['with an element without an id', '{"elements":[{"type":"way"}]}', 'the id of a way is not a whole number'],
    [
      'with a way that has too few positions',
      '{"elements":[{"type":"way","id":1,"nodes":[1,2],"geometry":[null]}]}',
      'way 1 has 2 nodes but 1 positions',
    ],
    [
      'with an invalid member',
      '{"elements":[{"type":"relation","id":1,"members":[{"type":"x"}]}]}',
      'cannot have the type "x"',
    ],
    [
      'that Overpass did not finish',
      '{"elements":[],"remark":"runtime error: Query timed out"}',
      'byte 24: Overpass aborted the query (runtime error: Query timed out); request a smaller area',
    ],
  ])('%s is rejected with the position and a remedy', async (_title, content, message) => {
    const error = await read(content).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreadableExtract)
    expect((error as Error).message).toContain('some.geojson, byte ')
    expect((error as Error).message).toContain(message)
  })
})
