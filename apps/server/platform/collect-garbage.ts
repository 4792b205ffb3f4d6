import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Frees the memory that this thread no longer uses. V8 would do so only after many more allocations, which an idle
 * thread never makes. Takes some tens of milliseconds, so it must not run while the thread handles requests.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
