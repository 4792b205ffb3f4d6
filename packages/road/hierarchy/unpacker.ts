import { PART_SCALE } from './parts.ts'
import type { Topology } from './topology.ts'

/** Turns hierarchy arcs into the arcs of the road they stand for, in a buffer that the next path overwrites. */
export class Unpacker {
  private readonly stack: Uint32Array
  private buffer = new Uint32Array(1024)
  private length = 0

  constructor({ height }: Topology) {
    // An arc's two parts lie at a lower vertex than itself: one waits per level of the tree at most.
    this.stack = new Uint32Array(height + 2)
  }

  begin(roadArc: number): void {
    this.length = 0
    this.append(roadArc)
  }

  /** The arcs of the road that an arc leads over, without the one it begins at. */
  unpack(parts: Float64Array, arc: number): void {
    const { stack } = this
    let top = 0
    stack[top++] = arc
    while (top > 0) {
      const pair = parts[stack[--top]]
      if (pair < 0) this.append(-1 - pair)
      else {
        const first = Math.floor(pair / PART_SCALE)
        stack[top++] = pair - first * PART_SCALE
        stack[top++] = first
      }
    }
  }

  append(roadArc: number): void {
    if (this.length === this.buffer.length) {
      const longer = new Uint32Array(this.length * 2)
      longer.set(this.buffer)
      this.buffer = longer
    }
    this.buffer[this.length++] = roadArc
  }

  /** A view that is good until the next path begins. */
  arcs(): Uint32Array {
    return this.buffer.subarray(0, this.length)
  }
}
