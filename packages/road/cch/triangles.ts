import { findArc } from './chordal.ts'
import { toLeaf } from './shortcut-children.ts'
import { slotCount, type Topology } from './topology.ts'
import { type CustomizationLayout, Customizer, layoutFor } from './wasm/customizer.ts'

/**
 * The triangles of a map, in the memory of the customization kernels. A triangle is a pair of arcs x→v and v→y at a
 * lower vertex v. The target of a triangle is the slot of the arc x→y that the pair may shorten. The triangles of one
 * down arc with all up arcs are contiguous, in the order of customization. Pairs x→v→x use one spare slot at the end,
 * so that the loop needs no branch.
 */
export interface Triangles {
  readonly count: number
  readonly customizer: Customizer
}

/**
 * Builds the triangles of a map. By default, the layout depends on the size of the map; tests set the layout
 * explicitly.
 */
export function buildTriangles(topology: Topology, layout?: CustomizationLayout): Triangles {
  const { triangleFirst, maxTriangles } = countTriangles(topology)
  const sizes = { topology, slotTotal: slotCount(topology), triangleFirst, maxTriangles }
  const customizer = new Customizer(sizes, layout ?? layoutFor(sizes))
  if (customizer.layout === 'fast') writeTargets(topology, customizer.target)
  writeLeaves(topology, customizer.leaves)
  return { count: triangleFirst[topology.vertexCount], customizer }
}

function writeTargets(topology: Topology, target: Uint32Array): void {
  const { vertexCount, upFirst, downFirst, upper } = topology
  const spareSlot = slotCount(topology) - 1
  let length = 0
  for (let v = 0; v < vertexCount; v++) {
    const outBegin = upFirst[v]
    const outEnd = upFirst[v + 1]
    const intoEnd = downFirst[v + 1]
    for (let inArc = downFirst[v]; inArc < intoEnd; inArc++) {
      const x = upper[inArc]
      let upArc = upFirst[x]
      for (let outArc = outBegin; outArc < outEnd; outArc++) {
        const y = upper[outArc]
        if (y > x) {
          while (upper[upArc] !== y) upArc++
          target[length++] = upArc
        } else target[length++] = y === x ? spareSlot : findArc(upper, downFirst, y, x)
      }
    }
  }
}

function writeLeaves({ slotOfTurn, headOfTurn }: Topology, leaves: Float64Array): void {
  for (let turn = 0; turn < slotOfTurn.length; turn++) leaves[slotOfTurn[turn]] = toLeaf(turn, headOfTurn[turn])
}

function countTriangles({ vertexCount, upFirst, downFirst }: Topology) {
  const triangleFirst = new Uint32Array(vertexCount + 1)
  let count = 0
  let maxTriangles = 0
  for (let v = 0; v < vertexCount; v++) {
    const triangleCount = (upFirst[v + 1] - upFirst[v]) * (downFirst[v + 1] - downFirst[v])
    maxTriangles = Math.max(maxTriangles, triangleCount)
    count += triangleCount
    triangleFirst[v + 1] = count
  }
  if (count > 0x7fffffff) throw new Error(`${count} triangles are too many; the order has no good separators`)
  return { triangleFirst, maxTriangles }
}
