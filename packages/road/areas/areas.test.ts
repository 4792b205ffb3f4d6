import { buildOsmBlock, compileBlock } from '@fairway/dataset/testing'
import { seededRandom } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RoadNetwork } from '../network/network.ts'
import { readText } from '../network/strings.ts'
import { randomNetwork } from '../testing/random-network.ts'
import type { Ring } from './area-shape.ts'
import { closeAreas, createAreaTest, markTouchedEdges } from './areas.ts'

type Corners = Readonly<Record<'A' | 'B' | 'C' | 'D', readonly [number, number]>>

/** Returns the corners of a block of about 450 m by 550 m with the given northwest corner. */
function square([north, west]: readonly [number, number]): Corners {
  const [south, east] = [north - 0.004, west + 0.005]
  return { A: [north, west], B: [north, east], C: [south, east], D: [south, west] }
}

/** Builds a network with a street between each pair of adjacent corners. */
async function networkOf(corners: Corners): Promise<RoadNetwork> {
  const street = (name: string) => ({ highway: 'residential', name })
  const ways = {
    AB: street('North Street'),
    BC: street('East Street'),
    CD: street('South Street'),
    DA: street('West Street'),
  }
  const points = new Map(Object.entries(corners))
  const { network } = await compileBlock(buildOsmBlock({ points, nodes: {}, ways, relations: [], missing: '' }))
  return network
}

/**
 * Returns the names of the closed streets. The names of streets that are closed in only one direction end with a
 * question mark.
 */
function closedStreets(network: RoadNetwork, ...areas: Ring[]): string[] {
  const { arcs, edges, roads, texts } = network
  const closed = new Uint8Array(arcs.count)
  closeAreas(network, areas, closed)
  const arcsOf = new Map<string, number[]>()
  for (let arc = 0; arc < arcs.count; arc++) {
    const name = readText(texts, roads.name[edges.road[arcs.edgeSide[arc] >>> 1]])
    arcsOf.set(name, [...(arcsOf.get(name) ?? []), closed[arc]])
  }
  return [...arcsOf]
    .filter(([, marks]) => marks.includes(1))
    .map(([name, marks]) => (marks.includes(0) ? `${name}?` : name))
    .sort()
}

/** Returns a rectangle with the given bounds. */
function box(south: number, west: number, north: number, east: number): Ring {
  return [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
  ]
}

describe('streets around a square', () => {
  // North Street runs along 10° N from 20° E to 20.005° E. South Street runs along 9.996° N.
  let network: RoadNetwork
  beforeAll(async () => {
    network = await networkOf(square([10, 20]))
  })

  test.each<[string, Ring, string[]]>([
    ['all of them', box(9, 19, 11, 21), ['East Street', 'North Street', 'South Street', 'West Street']],
    ['nothing, from inside the square', box(9.997, 20.001, 9.999, 20.004), []],
    ['nothing, from outside the square', box(10.0001, 20, 10.1, 20.1), []],
    ['a corner and its two streets', box(9.999, 19.999, 10.001, 20.001), ['North Street', 'West Street']],
    ['a street that passes through without a node inside', box(9.999, 20.002, 10.001, 20.003), ['North Street']],
    ['a street that only touches the border', box(10, 20.002, 10.001, 20.003), ['North Street']],
    ['two streets that it crosses', box(9.99, 20.002, 10.01, 20.003), ['North Street', 'South Street']],
  ])('%s', (_title, area, streets) => {
    expect(closedStreets(network, area)).toEqual(streets)
    expect(closedStreets(network, area.toReversed())).toEqual(streets)
    const [first] = area
    if (first) expect(closedStreets(network, [...area, first])).toEqual(streets)
  })

  test('are closed by several areas exactly as by each area alone', () => {
    const areas = [box(9.999, 20.002, 10.001, 20.003), box(9.995, 20.002, 9.997, 20.003)]
    expect(closedStreets(network, ...areas)).toEqual(['North Street', 'South Street'])
    expect(closedStreets(network)).toEqual([])
  })

  test('are closed inside a concave area, but not in its concavity', () => {
    // The ring surrounds the whole square and has an indentation that is open to the north.
    const dented: Ring = [
      [9.99, 19.99],
      [9.99, 20.01],
      [10.01, 20.01],
      [10.01, 20.0045],
      [9.9975, 20.0045],
      [9.9975, 20.0005],
      [10.01, 20.0005],
      [10.01, 19.99],
    ]
    expect(closedStreets(network, dented)).toEqual(['East Street', 'North Street', 'South Street', 'West Street'])
    const open: Ring = dented.map(([y, x]) => [y, x === 20.0005 ? 19.9995 : x === 20.0045 ? 20.0055 : x])
    expect(closedStreets(network, open)).toEqual(['East Street', 'South Street', 'West Street'])
  })

  test('are closed along an area without an interior', () => {
    expect(
      closedStreets(network, [
        [10, 20.002],
        [10, 20.002],
        [10, 20.002],
      ]),
    ).toEqual([])
    expect(
      closedStreets(network, [
        [9.999, 20.002],
        [10.001, 20.002],
        [9.999, 20.002],
      ]),
    ).toEqual(['North Street'])
  })

  test('accept areas that cross themselves or lie at the poles', () => {
    const bow: Ring = [
      [9.99, 19.99],
      [10.01, 20.01],
      [10.01, 19.99],
      [9.99, 20.01],
    ]
    expect(closedStreets(network, bow).length).toBeGreaterThan(0)
    expect(closedStreets(network, box(89, -180, 90, 180))).toEqual([])
    expect(closedStreets(network, box(-90, -180, 90, 180)).length).toBeLessThanOrEqual(4)
  })
})

describe('across the antimeridian', () => {
  let network: RoadNetwork
  beforeAll(async () => {
    network = await networkOf({ ...square([-17, 179.99]), B: [-17, -179.99], C: [-17.004, -179.99] })
  })

  test.each<[string, Ring]>([
    ['from the west', box(-17.001, 179.995, -16.999, 179.999)],
    ['from the east', box(-17.001, -179.999, -16.999, -179.995)],
    ['on both sides', box(-17.001, 179.999, -16.999, -179.999)],
    ['on both sides, begun in the east', box(-17.001, 179.999, -16.999, -179.999).toReversed()],
  ])('an area %s closes the street that it touches', (_title, area) => {
    expect(closedStreets(network, area)).toEqual(['North Street'])
  })

  test('an area on the other side of the earth closes nothing', () => {
    expect(closedStreets(network, box(-18, -1, -16, 1))).toEqual([])
    expect(closedStreets(network, box(-17.001, -179, -16.999, -100))).toEqual([])
  })
})

test.each([
  ['a town', 41, -8],
  ['a town on the antimeridian', -16.5, 179.995],
  ['a town west of the antimeridian', 52, 179.98],
])('marks the same edges for many areas as for each alone: %s', (_, south, west) => {
  const random = seededRandom(11)
  const { edges } = randomNetwork(random, { columns: 8, rows: 8, south, west })
  const wrap = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude)
  const around = (size: number): Ring => {
    const [latitude, longitude] = [south + 0.012 * random() - 0.001, west + 0.016 * random() - 0.001]
    return Array.from({ length: 5 }, () => [latitude + size * random(), wrap(longitude + size * random())] as const)
  }
  const world: Ring = [
    [-90, -180],
    [-90, 180],
    [90, 180],
    [90, -180],
  ]
  const areas = [[], world, ...Array.from({ length: 60 }, () => around(10 ** (-4 + 2 * random())))]
  const expected = areas.map((area) => {
    const touches = createAreaTest(edges, [area])
    return Uint8Array.from({ length: edges.count }, (_, edge) => (touches(edge) ? 1 : 0))
  })
  expect(markTouchedEdges(edges, areas)).toEqual(expected)
  expect(expected.filter((marks) => marks.includes(1) && marks.includes(0)).length).toBeGreaterThan(10)
})
