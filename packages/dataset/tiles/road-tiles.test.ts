import { TileLayer, toWorldX, toWorldY, writeTile } from '@fairway/geo'
import { ArcTraffic, NO_ID, noEvents, TextCache } from '@fairway/road'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'
import { drawMap } from '../testing/draw-map.ts'
import type { DrawnMap } from '../testing/drawn-map.ts'
import { listIncidentPoints } from './incident-points.ts'
import { joinEdges } from './join-edges.ts'
import { buildRoadTileIndex, RoadTiles } from './road-tiles.ts'
import { TrafficLines } from './traffic-lines.ts'

function tileOf(map: DrawnMap, stop: string, z: number) {
  const [latitude, longitude] = map.pointOf(stop)
  return { z, x: Math.floor(toWorldX(longitude * 1e6) * 2 ** z), y: Math.floor(toWorldY(latitude * 1e6) * 2 ** z) }
}
function read(layer: TileLayer) {
  const found = new VectorTile(new PbfReader(writeTile([layer]))).layers[layer.name]
  return Array.from({ length: found?.length ?? 0 }, (_, at) => found.feature(at)).map((feature) => ({
    ...feature.properties,
    lines: feature.loadGeometry().map((line) => line.map(({ x, y }) => [x, y] as const)),
  }))
}

const drawn = () =>
  drawMap(
    { cellMeters: 200 },
    `
      A---B---C
          |   |
          D---E
    `,
    {
      ABC: { highway: 'motorway', ref: 'R1' },
      BD: { highway: 'residential', name: 'Calle "Uno"', oneway: '-1' },
      DE: { highway: 'tertiary', tunnel: 'yes' },
      CE: { highway: 'motorway_link', bridge: 'yes' },
    },
  )

test('draws every road at its position, with its attributes', async () => {
  const map = await drawn()
  const { network } = map.roads
  const tiles = new RoadTiles(network, new TextCache(network.texts), buildRoadTileIndex(network))
  const layer = new TileLayer('roads')
  const tile = tileOf(map, 'B', 14)
  tiles.draw(layer, tile)
  const roads = read(layer)
  expect(roads.filter((road) => 'ref' in road && road.ref === 'R1').length).toBe(2)
  const calle = roads.find((road) => 'name' in road && road.name === 'Calle "Uno"')
  expect(calle).toMatchObject({ class: 'residential', oneway: expect.any(Number) })
  const [latitude, longitude] = map.pointOf('B')
  const at = [
    Math.round((toWorldX(longitude * 1e6) * 2 ** 14 - tile.x) * 4096),
    Math.round((toWorldY(latitude * 1e6) * 2 ** 14 - tile.y) * 4096),
  ]
  const endpoints = calle?.lines.flatMap((line) => [line[0], line.at(-1)])
  expect(endpoints).toContainEqual(at)
})

test('names streets in other languages', async () => {
  const map = await drawn()
  const { network } = map.roads
  const names = { name: 'Calle "Uno"', 'name:en': 'First Street' }
  const findTranslations = (name: string) => (name === names.name ? names : undefined)
  const tiles = new RoadTiles(network, new TextCache(network.texts), buildRoadTileIndex(network), findTranslations)
  const layer = new TileLayer('roads')
  tiles.draw(layer, tileOf(map, 'B', 14))
  const roads = read(layer)
  expect(roads.find((road) => 'name' in road && road.name === names.name)).toMatchObject(names)
  expect(roads.filter((road) => 'name:en' in road).length).toBe(1)
})

test('merges the edges of a road at low zoom, and omits small roads', async () => {
  const map = await drawn()
  const { network } = map.roads
  const tiles = new RoadTiles(network, new TextCache(network.texts), buildRoadTileIndex(network))
  const layer = new TileLayer('roads')
  tiles.draw(layer, tileOf(map, 'B', 11))
  const roads = read(layer)
  expect(roads.map(({ lines, ...said }) => said)).toEqual([{ class: 'motorway', ref: 'R1' }])
  const chains = [...joinEdges(network, () => true)]
  const joined = chains
    .flat()
    .map((side) => side >>> 1)
    .sort((a, b) => a - b)
  expect(joined).toEqual(Array.from({ length: network.edges.count }, (_, edge) => edge))
})

test('draws traffic in its driving direction, with its speed', async () => {
  const map = await drawMap({ cellMeters: 200 }, 'A---B', { AB: { highway: 'primary' } })
  const { network } = map.roads
  const { arcs, edges } = network
  const arc = edges.arc[1]
  expect(arc).not.toBe(NO_ID)
  const live = new Uint32Array(arcs.count)
  const flags = new Uint8Array(arcs.count)
  live[arc] = arcs.duration[arc] * 2
  flags[arc] = ArcTraffic.live
  flags[edges.arc[0]] = ArcTraffic.closed
  const state = { takenAtMs: 0, live, flags, events: noEvents(), typical: undefined }
  const layer = new TileLayer('traffic')
  new TrafficLines(network, state).draw(layer, tileOf(map, 'AB', 14), 0)
  const directions = read(layer)
  expect(directions.map(({ lines, ...said }) => said)).toEqual([
    { class: 'primary', closed: 1 },
    { class: 'primary', closed: 0, ratio: 0.5 },
  ])
  expect(directions[0]?.lines[0]).toEqual([...(directions[1]?.lines[0] ?? [])].reverse())
})

test('draws an event at its start while it is active', async () => {
  const map = await drawMap({ cellMeters: 200 }, 'A---B', { AB: { highway: 'primary' } })
  const { network } = map.roads
  const events = {
    ...noEvents(),
    count: 1,
    startsAtMs: Float64Array.of(10),
    endsAtMs: Float64Array.of(20),
    closes: Uint8Array.of(0),
    sectionArc: Uint32Array.of(network.edges.arc[0]),
    sectionEvent: Uint32Array.of(0),
    sectionFrom: Float32Array.of(0.5),
    sectionTo: Float32Array.of(1),
  }
  const state = { takenAtMs: 0, live: new Uint32Array(0), flags: new Uint8Array(0), events, typical: undefined }
  const [point] = listIncidentPoints(network, state, 10)
  const [latitude, longitude] = map.pointOf('AB')
  expect(point?.position[0]).toBeCloseTo(latitude, 5)
  expect(point?.position[1]).toBeCloseTo(longitude, 5)
  expect([listIncidentPoints(network, state, 9), listIncidentPoints(network, state, 20)]).toEqual([[], []])
})
