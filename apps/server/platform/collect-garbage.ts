import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Frees the unused memory of this thread. V8 would free the memory only after many more allocations, which an idle
 * thread never makes. Garbage collection takes tens of milliseconds, so it must not run while the thread handles
 * requests.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

/** Idle time after which garbage collection delays no request. */
const IDLE_MS = 1000
/** Minimum number of bytes allocated since the last garbage collection. Fewer bytes are not worth the time. */
const MIN_ALLOCATED_BYTES = 8 * 1024 * 1024

/** Collects garbage when a thread that runs one task at a time has been idle for a second. */
export class IdleCollector {
  private timer: NodeJS.Timeout | undefined
  private usedAfterLast = 0

  startTask(): void {
    clearTimeout(this.timer)
  }

  endTask(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.collect(), IDLE_MS).unref()
  }

  private collect(): void {
    if (getHeapStatistics().used_heap_size < this.usedAfterLast + MIN_ALLOCATED_BYTES) return
    collectGarbage()
    this.usedAfterLast = getHeapStatistics().used_heap_size
  }
}
