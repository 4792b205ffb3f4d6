import type { Topology } from '../hierarchy/topology.ts'

/** Numbers for the vertices by which every subtree of the elimination tree is a range: `number` and `size` of its top. */
export interface Preorder {
  readonly number: Uint32Array
  readonly size: Uint32Array
}

export function preorderOf({ vertexCount, parent }: Topology): Preorder {
  const size = new Uint32Array(vertexCount + 1).fill(1)
  for (let v = 0; v < vertexCount; v++) size[parent[v]] += size[v]
  const number = new Uint32Array(vertexCount + 1)
  // The next number that is free below a vertex; the roots lie below `vertexCount`.
  const next = new Uint32Array(vertexCount + 1)
  for (let v = vertexCount - 1; v >= 0; v--) {
    number[v] = next[parent[v]]
    next[parent[v]] += size[v]
    next[v] = number[v] + 1
  }
  number[vertexCount] = vertexCount
  return { number, size }
}

/** The lowest vertex on both paths to the root; vertexCount when they lead to different roots. */
export function commonAncestor({ parent }: Topology, a: number, b: number): number {
  let [s, t] = [a, b]
  while (s !== t) {
    if (s < t) s = parent[s]
    else t = parent[t]
  }
  return s
}
