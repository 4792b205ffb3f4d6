/** Links sorted by node. */
export interface Graph {
  readonly first: Uint32Array
  readonly head: Uint32Array
  /** Cost of each link. 0 means that the link is closed. */
  readonly cost: Uint16Array
}

export const UNREACHABLE = 0x7fffffff

/**
 * Number of low bits in which the costs of a bucket may differ. The range is small enough that nodes are rarely settled
 * twice.
 */
const BUCKET_BITS = 4
/** Maximum number of open buckets at once. Link costs are below 65,536. */
const OPEN_BUCKETS = 1 << (17 - BUCKET_BITS)
const NO_ENTRY = -1

/**
 * Computes costs from one node to all others (Dial, 1969). It needs no heap, which matters because computing the
 * landmarks requires several searches of the whole sea.
 */
export class BucketSearch {
  private readonly graph: Graph
  /** First entry of each bucket. An entry contains a node and the next entry. Used entries are recycled. */
  private readonly bucket = new Int32Array(OPEN_BUCKETS).fill(NO_ENTRY)
  private node = new Int32Array(1 << 16)
  private next = new Int32Array(1 << 16)

  constructor(graph: Graph) {
    this.graph = graph
  }

  /** Fills `costs` with the cost of every node, or UNREACHABLE if there is no path. */
  computeCostsFrom(start: number, costs: Int32Array): void {
    const { first, head, cost } = this.graph
    const firstEntry = this.bucket
    let entryNode = this.node
    let nextEntry = this.next
    costs.fill(UNREACHABLE)
    costs[start] = 0
    firstEntry[0] = 0
    entryNode[0] = start
    nextEntry[0] = NO_ENTRY
    let freeList = NO_ENTRY
    let entryCount = 1
    let pendingCount = 1
    for (let bucket = 0; pendingCount > 0; bucket++) {
      const slot = bucket & (OPEN_BUCKETS - 1)
      const low = bucket << BUCKET_BITS
      while (firstEntry[slot] !== NO_ENTRY) {
        const entry = firstEntry[slot]
        const node = entryNode[entry]
        firstEntry[slot] = nextEntry[entry]
        nextEntry[entry] = freeList
        freeList = entry
        pendingCount--
        const nodeCost = costs[node]
        if (nodeCost < low) continue
        for (let link = first[node], end = first[node + 1]; link < end; link++) {
          const to = head[link]
          const sum = nodeCost + cost[link]
          if (costs[to] <= sum || sum === nodeCost) continue
          costs[to] = sum
          let freeEntry = freeList
          if (freeEntry === NO_ENTRY) freeEntry = entryCount++
          else freeList = nextEntry[freeEntry]
          if (freeEntry === entryNode.length) {
            this.grow()
            entryNode = this.node
            nextEntry = this.next
          }
          const targetSlot = (sum >> BUCKET_BITS) & (OPEN_BUCKETS - 1)
          entryNode[freeEntry] = to
          nextEntry[freeEntry] = firstEntry[targetSlot]
          firstEntry[targetSlot] = freeEntry
          pendingCount++
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
