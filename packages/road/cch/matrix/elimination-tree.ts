import type { Topology } from '../topology.ts'

/**
 * A vertex numbering in which every subtree of the elimination tree is a contiguous range. The range is given by the
 * `number` and `size` of the subtree's top vertex.
 */
export interface Preorder {
  readonly number: Uint32Array
  readonly size: Uint32Array
  /** The chain of consecutive parents that contains a vertex: usually a separator. */
  readonly run: Uint32Array
  /** The data of every run, interleaved: see Run. */
  readonly runs: Int32Array
}

/** The highest vertex of a run and its depth, and the parent of that vertex with its run. */
const RunField = { TOP: 0, TOP_DEPTH: 1, PARENT: 2, NEXT: 3, WORDS: 4 } as const

export function preorderOf({ vertexCount, parent, depth }: Topology): Preorder {
  const size = new Uint32Array(vertexCount + 1).fill(1)
  for (let v = 0; v < vertexCount; v++) size[parent[v]] += size[v]
  const number = new Uint32Array(vertexCount + 1)
  // The next free number below a vertex; the roots are below `vertexCount`.
  const next = new Uint32Array(vertexCount + 1)
  const run = new Uint32Array(vertexCount + 1)
  // A virtual run above all roots, where vertices without a common ancestor meet.
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

/** True if a vertex equals the other one or is on its path to the root. */
export function isAbove({ number, size }: Preorder, vertex: number, otherVertex: number): boolean {
  const offset = number[otherVertex] - number[vertex]
  return offset >= 0 && offset < size[vertex]
}

/** The lowest vertex on both paths to the root; vertexCount when the roots differ. */
export function commonAncestor(preorder: Preorder, a: number, b: number): number {
  // A point usually uses the same road for arrival and departure.
  if (a === b) return a
  const { run, runs } = preorder
  let [vertex, otherVertex] = [a, b]
  let runOffset = run[a] * RunField.WORDS
  let otherRunOffset = run[b] * RunField.WORDS
  while (runOffset !== otherRunOffset) {
    // Of two runs, the one with the lower top contains no ancestor of the other.
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

/** The depth of a vertex; -1 for vertexCount, above all roots. Depths decrease by one along a run. */
export function depthOf({ run, runs }: Preorder, vertex: number): number {
  const runOffset = run[vertex] * RunField.WORDS
  return runs[runOffset + RunField.TOP_DEPTH] + runs[runOffset + RunField.TOP] - vertex
}
