import module from 'node:module'

/**
 * Writes this thread's compile cache for the next start, if it is enabled (`bin/fairway.js`). Node would do this when
 * the thread ends, which delays the shutdown, and never in a killed server.
 */
export function saveCompileCache(): void {
  module.flushCompileCache()
}
