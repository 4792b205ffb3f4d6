import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { RoadNetwork } from '../network/network.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { DistinctiveRoads } from './distinctive-roads.ts'

/** Implements the same function with a set and a map, as a reference. */
function longestByMap(
  { arcs, edges, roads }: RoadNetwork,
  best: readonly Uint32Array[],
  other: readonly Uint32Array[],
): number {
  const usual = new Set(best.flatMap((path) => Array.from(path, (arc) => arcs.edgeSide[arc] >>> 1)))
  const lengths = new Map<number, number>()
  for (const path of other) {
    for (const arc of path) {
      const edge = arcs.edgeSide[arc] >>> 1
      const label = roads.name[edges.road[edge]] || roads.ref[edges.road[edge]]
      if (label !== 0 && !usual.has(edge)) lengths.set(label, (lengths.get(label) ?? 0) + edges.lengthCm[edge])
    }
  }
  let longest = 0
  for (const [label, length] of lengths) if (length > (lengths.get(longest) ?? 0)) longest = label
  return longest
}

test.each([1, 2, 3])('finds the distinguishing road like a plain sum (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const plain = randomNetwork(random, { columns: 8, rows: 8 })
  const names = () => Uint32Array.from({ length: plain.roads.count }, () => Math.floor(random() * 4))
  const network = { ...plain, roads: { ...plain.roads, name: names(), ref: names() } }
  const someArcs = (most: number) =>
    Uint32Array.from({ length: 1 + Math.floor(random() * most) }, () => Math.floor(random() * network.arcs.count))
  const toLeg = (arcs: Uint32Array) => ({ arcs, turns: new Uint32Array(0), startFraction: 0, endFraction: 1 })
  const ownRoads = new DistinctiveRoads()
  for (let round = 0; round < 200; round++) {
    const best = [someArcs(150), someArcs(20)]
    ownRoads.compareWith(network, best.map(toLeg))
    for (const other of [[someArcs(30)], [someArcs(60), someArcs(5)], best]) {
      ownRoads.measure(network, other.map(toLeg))
      const list = ownRoads.list()
      expect(ownRoads.findLongest()?.name ?? 0).toBe(longestByMap(network, best, other))
      expect(list[0]).toEqual(ownRoads.findLongest())
      expect(list).toEqual(list.toSorted((a, b) => b.lengthCm - a.lengthCm))
    }
  }
})
