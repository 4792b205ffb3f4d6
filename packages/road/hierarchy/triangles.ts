import { positionOf } from './chordal.ts'
import type { Topology } from './topology.ts'

/**
 * For every pair of arcs x→v and v→y at a lower vertex v, the arc x→y that the pair may shorten; in the order in which
 * customization visits them. Pairs x→v→x go to one spare slot after the last arc, so that the loop needs no branch.
 */
export function triangleTargets(topology: Topology): Uint32Array {
  const { vertexCount, upFirst, upHead, downFirst, downHead } = topology
  const upCount = upHead.length
  const spare = upCount + downHead.length
  const target = new Uint32Array(countTriangles(topology))
  let length = 0
  for (let v = 0; v < vertexCount; v++) {
    for (let into = downFirst[v]; into < downFirst[v + 1]; into++) {
      const x = downHead[into]
      let up = upFirst[x]
      for (let out = upFirst[v]; out < upFirst[v + 1]; out++) {
        const y = upHead[out]
        if (y > x) {
          while (upHead[up] !== y) up++
          target[length++] = up
        } else target[length++] = y === x ? spare : upCount + positionOf(downFirst, downHead, y, x)
      }
    }
  }
  return target
}

function countTriangles({ vertexCount, upFirst, downFirst }: Topology): number {
  let count = 0
  for (let v = 0; v < vertexCount; v++) count += (upFirst[v + 1] - upFirst[v]) * (downFirst[v + 1] - downFirst[v])
  return count
}
