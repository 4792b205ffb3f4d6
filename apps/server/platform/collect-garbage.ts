import { setFlagsFromString } from 'node:v8'
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
