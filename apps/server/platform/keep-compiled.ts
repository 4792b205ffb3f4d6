import module from 'node:module'

/**
 * Writes this thread's compile cache for the next start, if it is enabled (`bin/fairway.js`). Node itself would do this
 * only when the thread ends, which delays the shutdown and never happens in a killed server.
 */
export function saveCompileCache(): void {
  module.flushCompileCache()
}
