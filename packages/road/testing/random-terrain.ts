import type { RoadNetwork } from '../network/network.ts'
import { NO_HEIGHT } from '../network/terrain.ts'

/**
 * Returns the network with hills. Every edge rises and falls by random amounts, except that some edges have no heights.
 */
export function withRandomTerrain(random: () => number, network: RoadNetwork): RoadNetwork {
  const { edges } = network
  const shapeHeight = new Int16Array(edges.shapeLatitude.length)
  const ascentDm = new Uint16Array(edges.count)
  const descentDm = new Uint16Array(edges.count)
  const risingShare = new Uint8Array(edges.count)
  const steepest = new Int8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge++) {
    const points = shapeHeight.subarray(edges.shapeFirst[edge], edges.shapeFirst[edge + 1])
    if (random() < 0.1) {
      points.fill(NO_HEIGHT)
      continue
    }
    for (let point = 0; point < points.length; point++) points[point] = Math.round(4000 * random())
    risingShare[edge] = [0, 255, Math.floor(256 * random())][Math.floor(3 * random())]
    const rising = risingShare[edge] / 255
    const lengthDm = edges.lengthCm[edge] / 10
    ascentDm[edge] = Math.round(0.3 * random() * rising * lengthDm)
    descentDm[edge] = Math.round(0.3 * random() * (1 - rising) * lengthDm)
    steepest[edge] = Math.round(80 * random()) - 40
  }
  return { ...network, terrain: { shapeHeight, ascentDm, descentDm, risingShare, steepest } }
}
