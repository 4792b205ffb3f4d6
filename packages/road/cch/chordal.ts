/**
 * The undirected filled graph of a contraction order. It consists of the sorted higher neighbors of each vertex and the
 * elimination tree. A vertex's parent is its lowest higher neighbor, or the number of vertices if there is none.
 * Vertices are identified by rank.
 */
export interface ChordalGraph {
  readonly first: Uint32Array
  readonly upper: Uint32Array
  readonly parent: Uint32Array
}

/**
 * Builds the filled graph. A vertex inherits the higher neighbors of its children in the elimination tree, which
 * produces all fill arcs.
 */
export function buildChordalGraph(vertexCount: number, from: Uint32Array, to: Uint32Array): ChordalGraph {
  const input = listHigherNeighbors(vertexCount, from, to)
  const first = new Uint32Array(vertexCount + 1)
  const parent = new Uint32Array(vertexCount).fill(vertexCount)
  const firstChild = new Int32Array(vertexCount).fill(-1)
  const nextSibling = new Int32Array(vertexCount).fill(-1)
  const visitMarks = new Int32Array(vertexCount).fill(-1)
  let upper = new Uint32Array(vertexCount * 8 + 64)
  let length = 0
  for (let v = 0; v < vertexCount; v++) {
    first[v] = length
    const begin = length
    for (let e = input.first[v]; e < input.first[v + 1]; e++) {
      const w = input.upper[e]
      if (visitMarks[w] === v) continue
      visitMarks[w] = v
      if (length === upper.length) upper = doubleCapacity(upper)
      upper[length++] = w
    }
    for (let child = firstChild[v]; child >= 0; child = nextSibling[child]) {
      for (let e = first[child], end = first[child + 1]; e < end; e++) {
        const w = upper[e]
        if (w === v || visitMarks[w] === v) continue
        visitMarks[w] = v
        if (length === upper.length) upper = doubleCapacity(upper)
        upper[length++] = w
      }
    }
    if (length === begin) continue
    sortRange(upper, begin, length)
    parent[v] = upper[begin]
    nextSibling[v] = firstChild[upper[begin]]
    firstChild[upper[begin]] = v
  }
  first[vertexCount] = length
  return { first, upper: upper.subarray(0, length), parent }
}

function listHigherNeighbors(vertexCount: number, from: Uint32Array, to: Uint32Array) {
  const first = new Uint32Array(vertexCount + 1)
  for (let i = 0; i < from.length; i++) if (from[i] !== to[i]) first[Math.min(from[i], to[i]) + 1]++
  for (let v = 0; v < vertexCount; v++) first[v + 1] += first[v]
  const next = first.slice(0, vertexCount)
  const upper = new Uint32Array(first[vertexCount])
  for (let i = 0; i < from.length; i++) {
    if (from[i] !== to[i]) upper[next[Math.min(from[i], to[i])]++] = Math.max(from[i], to[i])
  }
  return { first, upper }
}

function doubleCapacity(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const largerArray = new Uint32Array(array.length * 2)
  largerArray.set(array)
  return largerArray
}

/** Sorts part of an array. Insertion sort is fastest for the short, nearly sorted lists of almost all vertices. */
function sortRange(array: Uint32Array, begin: number, end: number): void {
  if (end - begin > 40) {
    array.subarray(begin, end).sort()
    return
  }
  for (let i = begin + 1; i < end; i++) {
    const value = array[i]
    let j = i
    for (; j > begin && array[j - 1] > value; j--) array[j] = array[j - 1]
    array[j] = value
  }
}

/** Returns the arc between `v` and the higher vertex `w` in the rows of `first`, or -1 if there is none. */
export function findArc(upper: Uint32Array, first: Uint32Array, v: number, w: number): number {
  const end = first[v + 1]
  let low = first[v]
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (upper[middle] < w) low = middle + 1
    else high = middle
  }
  return low < end && upper[low] === w ? low : -1
}
