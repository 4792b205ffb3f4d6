/**
 * Queue of nodes whose surroundings changed, in order of change (Bentley's don't-look bits as a queue). Each node is
 * queued at most once. After a kick, only a dozen nodes are checked.
 */
export class NodeQueue {
  private readonly isQueued: Uint8Array
  private readonly ring: Int32Array
  private head = 0
  private length = 0

  constructor(size: number) {
    this.isQueued = new Uint8Array(size)
    this.ring = new Int32Array(size)
  }

  get isEmpty(): boolean {
    return this.length === 0
  }

  push(node: number): void {
    if (this.isQueued[node] === 1) return
    this.isQueued[node] = 1
    const tail = this.head + this.length
    this.ring[tail >= this.ring.length ? tail - this.ring.length : tail] = node
    this.length++
  }

  shift(): number {
    const node = this.ring[this.head]
    if (++this.head === this.ring.length) this.head = 0
    this.length--
    this.isQueued[node] = 0
    return node
  }
}
