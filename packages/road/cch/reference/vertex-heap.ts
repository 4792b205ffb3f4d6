/** Pending vertices, each at most once, lowest first. A binary heap. */
export class VertexHeap {
  private readonly isWaiting: Uint8Array
  private heap = new Uint32Array(256)
  private size = 0

  constructor(vertexCount: number) {
    this.isWaiting = new Uint8Array(vertexCount)
  }

  push(vertex: number): void {
    if (this.isWaiting[vertex] === 1) return
    this.isWaiting[vertex] = 1
    if (this.size === this.heap.length) {
      const larger = new Uint32Array(this.size * 2)
      larger.set(this.heap)
      this.heap = larger
    }
    const { heap } = this
    let index = this.size++
    for (let above = (index - 1) >> 1; index > 0 && heap[above] > vertex; above = (index - 1) >> 1) {
      heap[index] = heap[above]
      index = above
    }
    heap[index] = vertex
  }

  /** The lowest vertex, or -1. */
  pop(): number {
    if (this.size === 0) return -1
    const { heap } = this
    const lowest = heap[0]
    const size = --this.size
    const last = heap[size]
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= size) break
      if (child + 1 < size && heap[child + 1] < heap[child]) child++
      if (heap[child] >= last) break
      heap[index] = heap[child]
      index = child
    }
    heap[index] = last
    this.isWaiting[lowest] = 0
    return lowest
  }
}
