import { findArc } from '../chordal.ts'
import { toLeaf } from '../shortcut-children.ts'
import { slotCount, type Topology } from '../topology.ts'

/** The triangles of customization in ordinary memory; see Triangles. */
export interface ReferenceTriangles {
  /** Index of the first triangle of every vertex. */
  readonly first: Uint32Array
  readonly target: Uint32Array
  /** The shortcut children of a metric before any relaxation, with a leaf for every turn. */
  readonly leaves: Float64Array
}

export function buildReferenceTriangles(topology: Topology): ReferenceTriangles {
  const { vertexCount, upFirst, downFirst, upper, slotOfTurn, headOfTurn } = topology
  const spareSlot = slotCount(topology) - 1
  const first = new Uint32Array(vertexCount + 1)
  const target: number[] = []
  for (let v = 0; v < vertexCount; v++) {
    for (let inArc = downFirst[v]; inArc < downFirst[v + 1]; inArc++) {
      for (let outArc = upFirst[v]; outArc < upFirst[v + 1]; outArc++) {
        const [x, y] = [upper[inArc], upper[outArc]]
        if (x === y) target.push(spareSlot)
        else target.push(x < y ? findArc(upper, upFirst, x, y) : findArc(upper, downFirst, y, x))
      }
    }
    first[v + 1] = target.length
  }
  const leaves = new Float64Array(slotCount(topology))
  slotOfTurn.forEach((slot, turn) => {
    leaves[slot] = toLeaf(turn, headOfTurn[turn])
  })
  return { first, target: Uint32Array.from(target), leaves }
}
