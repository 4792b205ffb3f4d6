import type { Triangles } from '@fairway/road'

/**
 * Time after which unused triangles are released. The time covers a burst of requests, and rebuilding the triangles
 * takes tens of milliseconds.
 */
const MAX_IDLE_MS = 10_000

export interface TriangleCacheOptions {
  readonly build: () => Triangles
  /** Called when the triangles are released. */
  readonly onRelease?: (() => void) | undefined
  readonly maxIdleMs?: number
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

  constructor(options: TriangleCacheOptions) {
    this.options = options
  }

  get(): Triangles {
    this.current ??= this.releasedTriangles?.deref() ?? this.options.build()
    if (this.timer) this.timer.refresh()
    else this.timer = setTimeout(() => this.release(), this.options.maxIdleMs ?? MAX_IDLE_MS).unref()
    return this.current
  }

  private release(): void {
    this.releasedTriangles = this.current && new WeakRef(this.current)
    this.current = undefined
    this.timer = undefined
    this.options.onRelease?.()
  }
}
