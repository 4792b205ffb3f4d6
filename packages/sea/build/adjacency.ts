import type { LinkList } from './node-list.ts'

/** Links in both directions, sorted by node. */
export interface Adjacency {
  readonly first: Uint32Array
  readonly head: Uint32Array
}

export function toAdjacency(links: LinkList, nodeCount: number): Adjacency {
  const first = new Uint32Array(nodeCount + 1)
  for (let link = 0; link < links.count; link++) {
    first[links.from[link] + 1]++
    first[links.to[link] + 1]++
  }
  for (let node = 0; node < nodeCount; node++) first[node + 1] += first[node]
  const head = new Uint32Array(links.count * 2)
  const nextSlot = first.slice()
  for (let link = 0; link < links.count; link++) {
    head[nextSlot[links.from[link]]++] = links.to[link]
    head[nextSlot[links.to[link]]++] = links.from[link]
  }
  return { first, head }
}

/**
 * Returns the connected water body of each node. 1 is the largest, and 0 marks bodies that are too small for routing.
 */
export function findWaterBodies({ first, head }: Adjacency, minNodes: number): Uint8Array {
  const count = first.length - 1
  const bodyOfNode = new Int32Array(count).fill(-1)
  const sizes: number[] = []
  const stack = new Int32Array(count)
  for (let start = 0; start < count; start++) {
    if (bodyOfNode[start] >= 0) continue
    let stackSize = 0
    let size = 0
    stack[stackSize++] = start
    bodyOfNode[start] = sizes.length
    while (stackSize > 0) {
      const node = stack[--stackSize]
      size++
      for (let link = first[node]; link < first[node + 1]; link++) {
        if (bodyOfNode[head[link]] >= 0) continue
        bodyOfNode[head[link]] = sizes.length
        stack[stackSize++] = head[link]
      }
    }
    sizes.push(size)
  }
  const rankedBodies = sizes
    .map((size, body) => ({ size, body }))
    .filter(({ size }) => size >= minNodes)
    .sort((a, b) => b.size - a.size || a.body - b.body)
    .slice(0, 255)
  const rankByBody = new Map(rankedBodies.map(({ body }, index) => [body, index + 1]))
  return Uint8Array.from(bodyOfNode, (body) => rankByBody.get(body) ?? 0)
}
