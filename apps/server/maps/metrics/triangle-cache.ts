import type { Triangles } from '@fairway/road'

/**
 * Time for which unused triangles are kept, as a multiple of the time to build them. Repeated builds then take at most
 * one tenth of the thread's time. The limits cover a burst of requests for a small map, and bound the memory of a
 * large one.
 */
const IDLE_PER_BUILD = 10
const MIN_IDLE_MS = 1000
const MAX_IDLE_MS = 10_000

export interface TriangleCacheOptions {
  readonly build: () => Triangles
  /** Called when the triangles are released. */
  readonly onRelease?: (() => void) | undefined
}

/**
 * Cache for the triangles of a map in the customization worker. Triangles use as much memory as two metrics but are
 * needed only while a metric is built, so they are released afterward. Live traffic updates a metric continuously and
 * therefore keeps a reference.
 */
export class TriangleCache {
  private readonly options: TriangleCacheOptions
  private current: Triangles | undefined
  private releasedTriangles: WeakRef<Triangles> | undefined
  private timer: NodeJS.Timeout | undefined
  private idleMs = MIN_IDLE_MS

  constructor(options: TriangleCacheOptions) {
    this.options = options
  }

  get(): Triangles {
    this.current ??= this.releasedTriangles?.deref() ?? this.build()
    if (this.timer) this.timer.refresh()
    else this.timer = setTimeout(() => this.release(), this.idleMs).unref()
    return this.current
  }

  private build(): Triangles {
    const start = performance.now()
    const triangles = this.options.build()
    const buildMs = performance.now() - start
    this.idleMs = Math.min(Math.max(buildMs * IDLE_PER_BUILD, MIN_IDLE_MS), MAX_IDLE_MS)
    return triangles
  }

  private release(): void {
    this.releasedTriangles = this.current && new WeakRef(this.current)
    this.current = undefined
    this.timer = undefined
    // A new WeakRef keeps its target until the current task ends, so garbage collection must run after that.
    const { onRelease } = this.options
    if (onRelease) setImmediate(onRelease)
  }
}
