import { NO_ID } from '../sentinels.ts'

/**
 * The order's filled graph, without directions: the higher neighbours of each vertex, sorted, and the elimination tree
 * (a vertex's parent is its lowest higher neighbour). Vertices are ranks from here on.
 */
export interface ChordalGraph {
  readonly first: Uint32Array
  readonly head: Uint32Array
  readonly parent: Uint32Array
}

/** A vertex inherits the higher neighbours of its children in the elimination tree: that is all the fill there is. */
export function fill(vertexCount: number, from: Uint32Array, to: Uint32Array): ChordalGraph {
  const input = higherNeighbours(vertexCount, from, to)
  const first = new Uint32Array(vertexCount + 1)
  const parent = new Uint32Array(vertexCount).fill(NO_ID)
  const firstChild = new Int32Array(vertexCount).fill(-1)
  const nextSibling = new Int32Array(vertexCount).fill(-1)
  const seen = new Int32Array(vertexCount).fill(-1)
  let head = new Uint32Array(vertexCount * 8 + 64)
  let length = 0
  for (let v = 0; v < vertexCount; v++) {
    first[v] = length
    const begin = length
    for (let e = input.first[v]; e < input.first[v + 1]; e++) {
      const w = input.head[e]
      if (seen[w] === v) continue
      seen[w] = v
      if (length === head.length) head = doubled(head)
      head[length++] = w
    }
    for (let child = firstChild[v]; child >= 0; child = nextSibling[child]) {
      for (let e = first[child], end = first[child + 1]; e < end; e++) {
        const w = head[e]
        if (w === v || seen[w] === v) continue
        seen[w] = v
        if (length === head.length) head = doubled(head)
        head[length++] = w
      }
    }
    if (length === begin) continue
    head.subarray(begin, length).sort()
    parent[v] = head[begin]
    nextSibling[v] = firstChild[head[begin]]
    firstChild[head[begin]] = v
  }
  first[vertexCount] = length
  return { first, head: head.slice(0, length), parent }
}

function higherNeighbours(vertexCount: number, from: Uint32Array, to: Uint32Array) {
  const first = new Uint32Array(vertexCount + 1)
  for (let i = 0; i < from.length; i++) if (from[i] !== to[i]) first[Math.min(from[i], to[i]) + 1]++
  for (let v = 0; v < vertexCount; v++) first[v + 1] += first[v]
  const next = first.slice(0, vertexCount)
  const head = new Uint32Array(first[vertexCount])
  for (let i = 0; i < from.length; i++) {
    if (from[i] !== to[i]) head[next[Math.min(from[i], to[i])]++] = Math.max(from[i], to[i])
  }
  return { first, head }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

/** Where w stands among the sorted higher neighbours of v; it must be there. */
export function positionOf(first: Uint32Array, head: Uint32Array, v: number, w: number): number {
  let low = first[v]
  let high = first[v + 1] - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (head[middle] < w) low = middle + 1
    else high = middle
  }
  return low
}
