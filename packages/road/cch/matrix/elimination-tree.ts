import type { Topology } from '../topology.ts'

/**
 * A vertex numbering in which every subtree of the elimination tree is a contiguous range. The `number` and `size` of
 * the subtree's top vertex define the range.
 */
export interface Preorder {
  readonly number: Uint32Array
  readonly size: Uint32Array
  /** Index of the run that contains a vertex. A run is a chain of consecutive parents, usually a separator. */
  readonly run: Uint32Array
  /** Data of all runs, interleaved. RunField lists the fields. */
  readonly runs: Int32Array
}

/** Fields of a run: its highest vertex, the depth of that vertex, the parent of that vertex, and the parent's run. */
const RunField = { TOP: 0, TOP_DEPTH: 1, PARENT: 2, NEXT: 3, WORDS: 4 } as const

export function preorderOf({ vertexCount, parent, depth }: Topology): Preorder {
  const size = new Uint32Array(vertexCount + 1).fill(1)
  for (let v = 0; v < vertexCount; v++) size[parent[v]] += size[v]
  const number = new Uint32Array(vertexCount + 1)
  // The next free number below each vertex. The roots are below `vertexCount`.
  const next = new Uint32Array(vertexCount + 1)
  const run = new Uint32Array(vertexCount + 1)
  // Vertices without a common ancestor meet in a virtual run above all roots.
  const runs: number[] = [vertexCount, -1, vertexCount, 0]
  for (let v = vertexCount - 1; v >= 0; v--) {
    number[v] = next[parent[v]]
    next[parent[v]] += size[v]
    next[v] = number[v] + 1
    const continuesRun = parent[v] === v + 1 && v + 1 < vertexCount
    run[v] = continuesRun ? run[v + 1] : runs.length / RunField.WORDS
    if (!continuesRun) runs.push(v, depth[v], parent[v], run[parent[v]])
  }
  number[vertexCount] = vertexCount
  return { number, size, run, runs: Int32Array.from(runs) }
}

/** Returns true if `vertex` equals `otherVertex` or lies on the path from `otherVertex` to the root. */
export function isAbove({ number, size }: Preorder, vertex: number, otherVertex: number): boolean {
  const offset = number[otherVertex] - number[vertex]
  return offset >= 0 && offset < size[vertex]
}

/**
 * Returns the lowest vertex that is on the paths of both vertices to the root, or `vertexCount` if the roots differ.
 */
export function commonAncestor(preorder: Preorder, a: number, b: number): number {
  // A point usually uses the same road for arrivals and departures.
  if (a === b) return a
  const { run, runs } = preorder
  let [vertex, otherVertex] = [a, b]
  let runOffset = run[a] * RunField.WORDS
  let otherRunOffset = run[b] * RunField.WORDS
  while (runOffset !== otherRunOffset) {
    // The run with the lower top vertex contains no ancestor of the other vertex.
    if (runs[runOffset + RunField.TOP] < runs[otherRunOffset + RunField.TOP]) {
      vertex = runs[runOffset + RunField.PARENT]
      runOffset = runs[runOffset + RunField.NEXT] * RunField.WORDS
    } else {
      otherVertex = runs[otherRunOffset + RunField.PARENT]
      otherRunOffset = runs[otherRunOffset + RunField.NEXT] * RunField.WORDS
    }
  }
  return Math.max(vertex, otherVertex)
}

/**
 * Returns the depth of a vertex, or -1 for `vertexCount`, which is above all roots. Depths decrease by one along a run.
 */
export function depthOf({ run, runs }: Preorder, vertex: number): number {
  const runOffset = run[vertex] * RunField.WORDS
  return runs[runOffset + RunField.TOP_DEPTH] + runs[runOffset + RunField.TOP] - vertex
}
