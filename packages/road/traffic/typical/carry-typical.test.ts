import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { RoadNetwork } from '../../network/network.ts'
import { randomNetwork } from '../../testing/random-network.ts'
import { Passages } from '../passages.ts'
import { transferTypicalSpeeds } from './carry-typical.ts'
import { learnTypicalSpeeds } from './learn-typical.ts'
import { noTypicalSpeeds, type TypicalSpeeds, typicalKmh } from './typical-speeds.ts'

const random = seededRandom(11)
const network = randomNetwork(random, { columns: 7, rows: 7 })

function learned(): TypicalSpeeds {
  const passages = new Passages()
  for (let i = 0; i < 400; i++) {
    const arc = network.edges.arc[Math.floor(random() * network.edges.arc.length)]
    if (arc < network.arcs.count) passages.add(arc, 3.6 / (10 + 60 * random()), 900 * Math.floor(random() * 672), 1)
  }
  const options = { utcOffsetSeconds: () => 0, decay: 1 }
  return learnTypicalSpeeds(noTypicalSpeeds(network.arcs.count), passages, options)
}

/** Returns the same streets with their edges in a different order and every other edge reversed. */
function renumbered(): RoadNetwork {
  const { edges, arcs } = network
  const order = Array.from({ length: edges.count }, (_, edge) => edge).reverse()
  const turned = (edge: number) => edge % 2 === 1
  const points = order.flatMap((edge) => {
    const shape = Array.from({ length: edges.shapeFirst[edge + 1] - edges.shapeFirst[edge] }, (_, i) => i)
    return (turned(edge) ? shape.reverse() : shape).map((i) => edges.shapeFirst[edge] + i)
  })
  const place = new Map(order.map((edge, index) => [edge, index]))
  const shapeFirst = Uint32Array.from({ length: edges.count + 1 }, (_, index) =>
    order.slice(0, index).reduce((sum, edge) => sum + edges.shapeFirst[edge + 1] - edges.shapeFirst[edge], 0),
  )
  const sideOf = (side: number) => 2 * (place.get(side >>> 1) ?? 0) + ((side & 1) ^ (turned(side >>> 1) ? 1 : 0))
  const arc = edges.arc.slice()
  edges.arc.forEach((of, side) => {
    arc[sideOf(side)] = of
  })
  return {
    ...network,
    edges: { ...edges, arc, shapeFirst, shapeId: Float64Array.from(points, (point) => edges.shapeId[point]) },
    arcs: { ...arcs, edgeSide: arcs.edgeSide.map(sideOf) },
  }
}

describe('typical speeds on a newer map', () => {
  const speeds = learned()
  const known = (of: TypicalSpeeds) =>
    Array.from({ length: of.arcCount }, (_, arc) => Array.from({ length: 672 }, (_, slot) => typicalKmh(of, arc, slot)))

  test('are unchanged, however its edges are numbered and drawn', () => {
    expect(known(speeds).flat().filter(Number.isFinite).length).toBeGreaterThan(1000)
    expect(known(transferTypicalSpeeds(network, speeds, renumbered()))).toEqual(known(speeds))
  })

  test('are missing where its nodes differ', () => {
    const { edges } = network
    const fresh = { ...network, edges: { ...edges, shapeId: edges.shapeId.map((id) => id + 1e12) } }
    expect(transferTypicalSpeeds(network, speeds, fresh).run).toHaveLength(0)
    const drawn = { ...network, edges: { ...edges, shapeId: edges.shapeId.map((id) => -1 - id) } }
    expect(transferTypicalSpeeds(drawn, speeds, drawn).run).toHaveLength(0)
  })
})
