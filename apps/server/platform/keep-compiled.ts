import module from 'node:module'

/**
 * Writes the compile cache of this thread for the next start, if `bin/fairway.js` enabled it. Node itself writes the
 * cache only when the thread ends, which delays the shutdown and never happens if the server is killed.
 */
export function saveCompileCache(): void {
  module.flushCompileCache()
}
