import type { Triangles } from '@fairway/road'

/** Long enough for all metrics of a burst of requests. Building the triangles again takes some tens of milliseconds. */
const MAX_IDLE_MS = 10_000

export interface TriangleCacheOptions {
  readonly build: () => Triangles
  /** Called when the triangles were not used for a while. */
  readonly onRelease?: (() => void) | undefined
  readonly maxIdleMs?: number
}

/**
 * The triangles of a map in the customization worker. They take as much memory as two metrics but are only used while a
 * metric is built, so they are released afterward. Live traffic, which updates a metric all the time, keeps a reference.
 */
export class TriangleCache {
  private readonly options: TriangleCacheOptions
  private current: Triangles | undefined
  private released: WeakRef<Triangles> | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(options: TriangleCacheOptions) {
    this.options = options
  }

  get(): Triangles {
    this.current ??= this.released?.deref() ?? this.options.build()
    if (this.timer) this.timer.refresh()
    else this.timer = setTimeout(() => this.release(), this.options.maxIdleMs ?? MAX_IDLE_MS).unref()
    return this.current
  }

  private release(): void {
    this.released = this.current && new WeakRef(this.current)
    this.current = undefined
    this.timer = undefined
    this.options.onRelease?.()
  }
}
