import type { Topology } from '../hierarchy/topology.ts'

/** Numbers for the vertices by which every subtree of the elimination tree is a range: `number` and `size` of its top. */
export interface Preorder {
  readonly number: Uint32Array
  readonly size: Uint32Array
  /** The end of the run of vertices, each the parent of the one before it, that a vertex is in: mostly a separator. */
  readonly runEnd: Uint32Array
}

export function preorderOf({ vertexCount, parent }: Topology): Preorder {
  const size = new Uint32Array(vertexCount + 1).fill(1)
  for (let v = 0; v < vertexCount; v++) size[parent[v]] += size[v]
  const number = new Uint32Array(vertexCount + 1)
  // The next number that is free below a vertex; the roots lie below `vertexCount`.
  const next = new Uint32Array(vertexCount + 1)
  const runEnd = new Uint32Array(vertexCount)
  for (let v = vertexCount - 1; v >= 0; v--) {
    number[v] = next[parent[v]]
    next[parent[v]] += size[v]
    next[v] = number[v] + 1
    runEnd[v] = parent[v] === v + 1 && v + 1 < vertexCount ? runEnd[v + 1] : v
  }
  number[vertexCount] = vertexCount
  return { number, size, runEnd }
}

/** Whether a vertex is the other one, or on its path to the root. */
export function isAbove({ number, size }: Preorder, vertex: number, other: number): boolean {
  const below = number[other] - number[vertex]
  return below >= 0 && below < size[vertex]
}

/** The lowest vertex on both paths to the root; vertexCount when they lead to different roots. Run by run. */
export function commonAncestor({ vertexCount, parent }: Topology, preorder: Preorder, a: number, b: number): number {
  // A point is mostly left by the road by which it is reached.
  if (a === b) return a
  let low = a
  while (low < vertexCount && !isAbove(preorder, preorder.runEnd[low], b)) low = parent[preorder.runEnd[low]]
  if (low >= vertexCount || b >= vertexCount) return vertexCount
  let high = preorder.runEnd[low]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAbove(preorder, middle, b)) high = middle
    else low = middle + 1
  }
  return low
}
