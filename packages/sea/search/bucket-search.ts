/** Links sorted by node. */
export interface Graph {
  readonly first: Uint32Array
  readonly head: Uint32Array
  readonly cost: Uint16Array
}

/** Costs up to this are one bucket: small enough that few nodes are settled twice. */
const BUCKET_UNITS = 64
/** Links cost less than 65,536: so many buckets can be open at once. */
const OPEN_BUCKETS = 1100

/** Costs from one node to all (Dial, 1969): without a heap, as landmarks need the whole sea several times. */
export class BucketSearch {
  readonly #graph: Graph
  readonly #isClosed: (a: number, b: number) => boolean

  constructor(graph: Graph, isClosed: (a: number, b: number) => boolean) {
    this.#graph = graph
    this.#isClosed = isClosed
  }

  /** Those that cannot be reached are -1. */
  costsFrom(start: number): Int32Array {
    const { first, head, cost } = this.#graph
    const found = new Int32Array(first.length - 1).fill(-1)
    const buckets: number[][] = Array.from({ length: OPEN_BUCKETS }, () => [])
    found[start] = 0
    buckets[0].push(start)
    let waiting = 1
    for (let bucket = 0; waiting > 0; bucket++) {
      const nodes = buckets[bucket % OPEN_BUCKETS]
      for (let at = 0; at < nodes.length; at++) {
        const node = nodes[at]
        waiting--
        const base = found[node]
        if (Math.floor(base / BUCKET_UNITS) < bucket) continue
        for (let link = first[node]; link < first[node + 1]; link++) {
          const to = head[link]
          const sum = base + cost[link]
          if ((found[to] >= 0 && found[to] <= sum) || this.#isClosed(node, to)) continue
          found[to] = sum
          buckets[Math.floor(sum / BUCKET_UNITS) % OPEN_BUCKETS].push(to)
          waiting++
        }
      }
      nodes.length = 0
    }
    return found
  }
}
