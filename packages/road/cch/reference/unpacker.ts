import { CHILD_SCALE } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'

/** Unpacks hierarchy arcs into road turns and road arcs. The next path overwrites the buffers. */
export class Unpacker {
  private readonly stack: Uint32Array
  /** The arcs of the path and the turns between them; `turn[i]` leads into `arc[i + 1]`. */
  private arcBuffer = new Uint32Array(1024)
  private turnBuffer = new Uint32Array(1024)
  private length = 0

  constructor({ height }: Topology) {
    // Both shortcut children are at a lower vertex than the arc, so at most one child is pending per tree level.
    this.stack = new Uint32Array(height + 2)
  }

  begin(roadArc: number): void {
    this.length = 1
    this.arcBuffer[0] = roadArc
  }

  /** Appends the turns that an arc represents. */
  unpack(children: Float64Array, arc: number): void {
    const { stack } = this
    let top = 0
    stack[top++] = arc
    while (top > 0) {
      const childPair = children[stack[--top]]
      const packedChildren = childPair < 0 ? -1 - childPair : childPair
      const first = Math.floor(packedChildren / CHILD_SCALE)
      const second = packedChildren - first * CHILD_SCALE
      if (childPair < 0) this.append(first, second)
      else {
        stack[top++] = second
        stack[top++] = first
      }
    }
  }

  private append(turn: number, roadArc: number): void {
    if (this.length === this.arcBuffer.length) {
      this.arcBuffer = doubleCapacity(this.arcBuffer)
      this.turnBuffer = doubleCapacity(this.turnBuffer)
    }
    this.turnBuffer[this.length - 1] = turn
    this.arcBuffer[this.length++] = roadArc
  }

  /** Returns the road arcs as a view that is valid until the next path begins. */
  arcs(): Uint32Array {
    return this.arcBuffer.subarray(0, this.length)
  }
  turns(): Uint32Array {
    return this.turnBuffer.subarray(0, this.length - 1)
  }
}

function doubleCapacity(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const largerArray = new Uint32Array(array.length * 2)
  largerArray.set(array)
  return largerArray
}
