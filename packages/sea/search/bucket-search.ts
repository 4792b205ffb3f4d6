/** Links sorted by node. */
export interface Graph {
  readonly first: Uint32Array
  readonly head: Uint32Array
  /** A cost of 0 means that the link is closed. */
  readonly cost: Uint16Array
}

export const UNREACHABLE = 0x7fffffff

/**
 * Costs that differ only in these bits share a bucket. The range is small enough that nodes are rarely settled twice.
 */
const BUCKET_BITS = 4
/** Link costs are below 65,536, so there are never more open buckets than this at once. */
const OPEN_BUCKETS = 1 << (17 - BUCKET_BITS)
const NO_ENTRY = -1

/**
 * Costs from one node to all others (Dial, 1969). Needs no heap, which matters because computing the landmarks searches
 * the whole sea several times.
 */
export class BucketSearch {
  private readonly graph: Graph
  /** The first entry of each bucket. An entry holds a node and the next entry. Used entries are recycled. */
  private readonly bucket = new Int32Array(OPEN_BUCKETS).fill(NO_ENTRY)
  private node = new Int32Array(1 << 16)
  private next = new Int32Array(1 << 16)

  constructor(graph: Graph) {
    this.graph = graph
  }

  /** Fills `found` with the cost of every node, or UNREACHABLE where there is no path. */
  computeCostsFrom(start: number, costs: Int32Array): void {
    const { first, head, cost } = this.graph
    const bucketOf = this.bucket
    let nodeOf = this.node
    let nextOf = this.next
    costs.fill(UNREACHABLE)
    costs[start] = 0
    bucketOf[0] = 0
    nodeOf[0] = start
    nextOf[0] = NO_ENTRY
    let unused = NO_ENTRY
    let entryCount = 1
    let waiting = 1
    for (let bucket = 0; waiting > 0; bucket++) {
      const slot = bucket & (OPEN_BUCKETS - 1)
      const low = bucket << BUCKET_BITS
      while (bucketOf[slot] !== NO_ENTRY) {
        const entry = bucketOf[slot]
        const node = nodeOf[entry]
        bucketOf[slot] = nextOf[entry]
        nextOf[entry] = unused
        unused = entry
        waiting--
        const base = costs[node]
        if (base < low) continue
        for (let link = first[node], end = first[node + 1]; link < end; link++) {
          const to = head[link]
          const sum = base + cost[link]
          if (costs[to] <= sum || sum === base) continue
          costs[to] = sum
          let freeEntry = unused
          if (freeEntry === NO_ENTRY) freeEntry = entryCount++
          else unused = nextOf[freeEntry]
          if (freeEntry === nodeOf.length) {
            this.grow()
            nodeOf = this.node
            nextOf = this.next
          }
          const targetSlot = (sum >> BUCKET_BITS) & (OPEN_BUCKETS - 1)
          nodeOf[freeEntry] = to
          nextOf[freeEntry] = bucketOf[targetSlot]
          bucketOf[targetSlot] = freeEntry
          waiting++
        }
      }
    }
  }

  private grow(): void {
    const node = new Int32Array(this.node.length * 2)
    const next = new Int32Array(this.next.length * 2)
    node.set(this.node)
    next.set(this.next)
    this.node = node
    this.next = next
  }
}
