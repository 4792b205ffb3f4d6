/** A binary heap of pending vertices, lowest first. Each vertex is in the heap at most once. */
export class VertexHeap {
  private readonly isQueued: Uint8Array
  private heap = new Uint32Array(256)
  private size = 0

  constructor(vertexCount: number) {
    this.isQueued = new Uint8Array(vertexCount)
  }

  push(vertex: number): void {
    if (this.isQueued[vertex] === 1) return
    this.isQueued[vertex] = 1
    if (this.size === this.heap.length) {
      const largerHeap = new Uint32Array(this.size * 2)
      largerHeap.set(this.heap)
      this.heap = largerHeap
    }
    const { heap } = this
    let index = this.size++
    for (let parent = (index - 1) >> 1; index > 0 && heap[parent] > vertex; parent = (index - 1) >> 1) {
      heap[index] = heap[parent]
      index = parent
    }
    heap[index] = vertex
  }

  /** Removes and returns the lowest vertex, or returns -1 if the heap is empty. */
  pop(): number {
    if (this.size === 0) return -1
    const { heap } = this
    const lowestVertex = heap[0]
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
    this.isQueued[lowestVertex] = 0
    return lowestVertex
  }
}
