import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { EdgeTable, RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { buildSegmentIndex, edgeSideOf, findNextSegment, findSegment, type SegmentIndex } from './segment-index.ts'

/** Returns the edge side and the shape point of all results. */
function listFound(edges: EdgeTable, index: SegmentIndex, from: number, to: number): string[] {
  const found: string[] = []
  let segment = findSegment(edges, index, from, to)
  for (; segment !== NO_ID; segment = findNextSegment(edges, index, segment)) {
    found.push(`${edgeSideOf(edges, segment)} ${segment >>> 1}`)
  }
  return found
}

function listAll({ count, shapeFirst, shapeId }: EdgeTable, from: number, to: number): string[] {
  const all: string[] = []
  for (let edge = 0; edge < count; edge++) {
    for (let i = shapeFirst[edge]; i + 1 < shapeFirst[edge + 1]; i++) {
      if (shapeId[i] === from && shapeId[i + 1] === to) all.push(`${2 * edge} ${i}`)
      else if (shapeId[i] === to && shapeId[i + 1] === from) all.push(`${2 * edge + 1} ${i}`)
    }
  }
  return all
}

function withIds(network: RoadNetwork, idOf: (id: number) => number): RoadNetwork {
  return { ...network, edges: { ...network.edges, shapeId: network.edges.shapeId.map(idOf) } }
}

/** Kinds of IDs: large IDs, a few that repeat often, IDs with equal lower 32 bits, and internal IDs. */
const ids: readonly [what: string, idOf: (id: number) => number][] = [
  ['unchanged', (id) => id],
  ['that many roads share', (id) => id % 7],
  ['that differ only above 32 bits', (id) => 12 + 2 ** 32 * (id % 1000)],
  ['below 0', (id) => -id],
]
const cases = ids.flatMap(([what, idOf]) => [1, 2, 3].map((seed) => ({ what, idOf, seed })))

test.each(cases)(
  'finds exactly the segments between two nodes, from both ends: IDs $what, seed $seed',
  ({ idOf, seed }) => {
    const random = seededRandom(seed)
    const { edges, ...rest } = withIds(randomNetwork(random, { columns: 6, rows: 5 }), idOf)
    const index = buildSegmentIndex({ edges, ...rest })
    const { shapeId } = edges
    const anyId = () => shapeId[Math.floor(random() * shapeId.length)]
    for (let i = 0; i + 1 < shapeId.length; i++) {
      const [from, to] = [shapeId[i], shapeId[i + 1]]
      for (const [a, b] of [
        [from, to],
        [to, from],
        [from, anyId()],
        [from, from],
        [from, to + 0.5],
        [from + 2 ** 40, to],
      ]) {
        expect(listFound(edges, index, a, b), `seed ${seed}: ${a} to ${b}`).toEqual(listAll(edges, a, b))
      }
    }
  },
)

test('has no segments for a map without roads', () => {
  const { edges, arcs, ...rest } = randomNetwork(seededRandom(1), { columns: 2, rows: 2 })
  const none = { ...edges, count: 0, shapeFirst: new Uint32Array(1), shapeId: new Float64Array(0) }
  const index = buildSegmentIndex({ ...rest, edges: none, arcs: { ...arcs, count: 0 } })
  expect(listFound(none, index, 1, 2)).toEqual([])
})
