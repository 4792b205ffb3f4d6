/**
 * A list of lines or rings in growable, reusable arrays. Cutting a map into tiles would otherwise leave millions of
 * small objects. A ring ends with its first point.
 */
export class Paths {
  x = new Float64Array(256)
  y = new Float64Array(256)
  /** Importance of the point, see importance.ts. */
  weight = new Float32Array(256)
  length = 0
  /** Where each path ends (exclusive). */
  ends = new Uint32Array(16)
  /** A caller-defined number for each path: for polygons, whether it is a hole. */
  marks = new Uint32Array(16)
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
   * Ends the path of the points added since the previous end. Paths with fewer points than `leastPoints` are dropped.
   */
  end(mark: number, leastPoints: number): void {
    const start = this.startOf(this.count)
    if (this.length - start < leastPoints) {
      this.length = start
      return
    }
    if (this.count === this.ends.length) {
      this.ends = larger(this.ends, new Uint32Array(this.count * 2))
      this.marks = larger(this.marks, new Uint32Array(this.count * 2))
    }
    this.ends[this.count] = this.length
    this.marks[this.count++] = mark
  }

  startOf(path: number): number {
    return path === 0 ? 0 : this.ends[path - 1]
  }

  private grow(): void {
    const size = this.length * 2
    this.x = larger(this.x, new Float64Array(size))
    this.y = larger(this.y, new Float64Array(size))
    this.weight = larger(this.weight, new Float32Array(size))
  }
}

function larger<T extends Float64Array | Float32Array | Uint32Array>(from: T, into: T): T {
  into.set(from)
  return into
}
