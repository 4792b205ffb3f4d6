import { findArc } from './chordal.ts'
import { toLeaf } from './shortcut-children.ts'
import type { Topology } from './topology.ts'
import { findWorkshop, type KernelWorkshop } from './wasm/kernel-customizer.ts'

/**
 * For every pair of arcs x→v and v→y at a lower vertex v, the slot of the arc x→y that the pair may shorten. The pairs
 * of v start at first[v]. Those of one down arc with all up arcs are contiguous, in the order of customization. Pairs
 * x→v→x use one spare slot at the end, so that the loop needs no branch.
 */
export interface Triangles {
  readonly first: Uint32Array
  readonly target: Uint32Array
  /** The shortcut children of a metric before any relaxation: a leaf for every turn. Identical for all metrics. */
  readonly leaves: Float64Array
  /** The kernels whose memory holds the triangles. Undefined when only plain customization is possible. */
  readonly workshop?: KernelWorkshop
}

/** The slots of a metric: the arcs, the turns of road arcs into themselves, and the spare slot. */
export function slotCount({ arcCount, selfTurn }: Topology): number {
  return arcCount + selfTurn.length + 1
}

export function buildTriangles(topology: Topology): Triangles {
  const first = countTriangles(topology)
  const workshop = findWorkshop({ topology, slots: slotCount(topology), triangleFirst: first })
  if (!workshop) return buildPlainTriangles(topology)
  const { target, leaves } = workshop
  writeTargets(topology, target)
  writeLeaves(topology, leaves)
  return { first, target, leaves, workshop }
}

/** Builds triangles outside the memory of the kernels. */
export function buildPlainTriangles(topology: Topology): Triangles {
  const first = countTriangles(topology)
  const target = new Uint32Array(first[topology.vertexCount])
  const leaves = new Float64Array(slotCount(topology))
  writeTargets(topology, target)
  writeLeaves(topology, leaves)
  return { first, target, leaves }
}

function writeTargets(topology: Topology, target: Uint32Array): void {
  const { vertexCount, upFirst, downFirst, upper } = topology
  const spare = slotCount(topology) - 1
  let length = 0
  for (let v = 0; v < vertexCount; v++) {
    const outBegin = upFirst[v]
    const outEnd = upFirst[v + 1]
    const intoEnd = downFirst[v + 1]
    for (let into = downFirst[v]; into < intoEnd; into++) {
      const x = upper[into]
      let up = upFirst[x]
      for (let out = outBegin; out < outEnd; out++) {
        const y = upper[out]
        if (y > x) {
          while (upper[up] !== y) up++
          target[length++] = up
        } else target[length++] = y === x ? spare : findArc(upper, downFirst, y, x)
      }
    }
  }
}

function writeLeaves({ slotOfTurn, headOfTurn }: Topology, leaves: Float64Array): void {
  for (let turn = 0; turn < slotOfTurn.length; turn++) leaves[slotOfTurn[turn]] = toLeaf(turn, headOfTurn[turn])
}

function countTriangles({ vertexCount, upFirst, downFirst }: Topology): Uint32Array {
  const triangles = new Uint32Array(vertexCount + 1)
  let count = 0
  for (let v = 0; v < vertexCount; v++) {
    count += (upFirst[v + 1] - upFirst[v]) * (downFirst[v + 1] - downFirst[v])
    triangles[v + 1] = count
  }
  if (count > 0x7fffffff) throw new Error(`${count} triangles are too many; the order has no good separators`)
  return triangles
}
