/**
 * A list of lines or rings in growing, reusable arrays. Without reuse, cutting a map into tiles would create millions
 * of small objects. The last point of a ring repeats its first point.
 */
export class Paths {
  x = new Float64Array(256)
  y = new Float64Array(256)
  /** Weight of each point (see importance.ts). */
  weight = new Float32Array(256)
  length = 0
  /** End offset of each path (exclusive). */
  endOffsets = new Uint32Array(16)
  /** A caller-defined number for each path. For polygons, the number marks holes. */
  labels = new Uint32Array(16)
  count = 0

  clear(): void {
    this.length = 0
    this.count = 0
  }

  add(x: number, y: number, weight: number): void {
    if (this.length === this.x.length) this.grow()
    this.x[this.length] = x
    this.y[this.length] = y
    this.weight[this.length++] = weight
  }

  /**
   * Ends the current path with the points added since the previous path. A path with fewer than `minPoints` points is
   * dropped.
   */
  endPath(label: number, minPoints: number): void {
    const start = this.startOf(this.count)
    if (this.length - start < minPoints) {
      this.length = start
      return
    }
    if (this.count === this.endOffsets.length) {
      this.endOffsets = copyInto(this.endOffsets, new Uint32Array(this.count * 2))
      this.labels = copyInto(this.labels, new Uint32Array(this.count * 2))
    }
    this.endOffsets[this.count] = this.length
    this.labels[this.count++] = label
  }

  startOf(path: number): number {
    return path === 0 ? 0 : this.endOffsets[path - 1]
  }

  private grow(): void {
    const size = this.length * 2
    this.x = copyInto(this.x, new Float64Array(size))
    this.y = copyInto(this.y, new Float64Array(size))
    this.weight = copyInto(this.weight, new Float32Array(size))
  }
}

function copyInto<T extends Float64Array | Float32Array | Uint32Array>(from: T, target: T): T {
  target.set(from)
  return target
}
