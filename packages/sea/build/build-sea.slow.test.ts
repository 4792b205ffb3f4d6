import { seededRandom } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import { crossesGate, passageGates, shoalGates } from '../passages/gates.ts'
import { countNodes, type Sea } from '../schema.ts'
import { makeRectangle, makeRings, makeSea } from '../testing/draw-sea.ts'
import { randomLands } from '../testing/random-lands.ts'
import { segmentsTouch, touchesCoast } from '../water/coast-crossing.ts'
import { LineOfSight } from '../water/line-of-sight.ts'
import { compileSea } from './build-sea.ts'
import { listEdges } from './coast-rings.ts'

const SEED = 21

test('reports increasing progress with the current stage, ending at 1', () => {
  const progress: [string, number][] = []
  const rings = makeRings({ south: 0, west: 0, north: 3, east: 3, lands: [makeRectangle(1, 1, 2, 2)] })
  const sources = { rings, channels: [], gates: [], isClosed: () => false }
  compileSea(sources, (stage, share) => progress.push([stage, share]))
  const shares = progress.map(([, share]) => share)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBeCloseTo(1, 9)
  expect(new Set(progress.map(([stage]) => stage)).size).toBeGreaterThan(6)
  const steps = shares.map((share, at) => share - (shares[at - 1] ?? 0))
  expect(Math.max(...steps)).toBeLessThan(0.2)
})

test('marks exactly the nodes with a link across any gate as gated', () => {
  const gates = [...passageGates, ...shoalGates]
  // The boxes contain the Strait of Gibraltar and the Bering Strait.
  for (const box of [
    { south: 35, west: -7, north: 37, east: -4 },
    { south: 65, west: -170, north: 67, east: -167 },
  ]) {
    const { nodes, links } = makeSea({ ...box, gates })
    const at = (node: number) =>
      [nodes.latitude[node] * DEGREES_PER_MICRODEGREE, nodes.longitude[node] * DEGREES_PER_MICRODEGREE] as const
    let count = 0
    const mismatches: number[] = []
    for (let node = 0; node < nodes.size.length; node++) {
      const heads = links.head.subarray(nodes.linkFirst[node], nodes.linkFirst[node + 1])
      const isGated = heads.some((to) => gates.some((gate) => crossesGate(gate, ...at(node), ...at(to))))
      if (nodes.gated[node] !== (isGated ? 1 : 0)) mismatches.push(node)
      if (isGated) count++
    }
    expect(mismatches).toEqual([])
    expect(count).toBeGreaterThan(0)
  }
})

describe(`random islands on both sides of the antimeridian, seed ${SEED}`, () => {
  const random = seededRandom(SEED)
  const east = { south: 50, west: 176, north: 54, east: 180 }
  const west = makeRectangle(50, -180, 54, -176)
  const lands = [...randomLands(random, 50.2, 176.4, 4, 0.9), ...randomLands(random, 50.2, -179.8, 4, 0.9)]
  const drawn = { ...east, waters: [west], lands }
  const somewhere = () => [50.2 + random() * 3.6, 176.2 + random() * 7.6] as const
  let sea: Sea
  beforeAll(() => {
    sea = makeSea(drawn)
  })

  test('detects whether short lines and their parallels touch the coast, like a full scan of edges', () => {
    const rings = makeRings(drawn)
    const edges = listEdges(rings).coast
    const micro = (degrees: number) => Math.round(degrees * 1e6)
    let touching = 0
    for (let round = 0; round < 1500; round++) {
      const [lat, lon] = somewhere()
      const [toLat, toLon] = [lat + (random() - 0.5) * 0.05, lon + (random() - 0.5) * 0.07]
      const [north, across] = [(random() - 0.5) * 0.01, (random() - 0.5) * 0.01]
      const isTouched = [-1, 0, 1].some((side) => {
        const [ay, by] = [micro(lat + side * north), micro(toLat + side * north)]
        const [ax, bx] = [micro(lon + side * across), micro(toLon + side * across)]
        return edges.some((edge) =>
          [0, 360e6].some((turn) => {
            const [cx, dx] = [(rings.longitude[edge] ?? 0) + turn, (rings.longitude[edge + 1] ?? 0) + turn]
            return segmentsTouch(ax, ay, bx, by, cx, rings.latitude[edge] ?? 0, dx, rings.latitude[edge + 1] ?? 0)
          }),
        )
      })
      expect(touchesCoast(sea, lat, lon, toLat, toLon, north, across)).toBe(isTouched)
      if (isTouched) touching++
    }
    expect(touching).toBeGreaterThan(20)
  })

  test('gives the same visibility with and without the shortcut for a distant coast', () => {
    const lineOfSight = new LineOfSight(sea)
    let clear = 0
    for (let round = 0; round < 1500; round++) {
      const [lat, lon] = somewhere()
      const end = [lat + (random() - 0.5) * 0.5, lon + (random() - 0.5) * 0.7] as const
      const isClear = lineOfSight.isClear(lat, lon, ...end)
      expect(isClear).toBe(lineOfSight.isClear(lat, lon, ...end, () => 0))
      if (isClear) clear++
    }
    expect(clear).toBeGreaterThan(100)
    expect(countNodes(sea)).toBeGreaterThan(100)
  })
})
