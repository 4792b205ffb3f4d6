import module from 'node:module'

/**
 * Writes what this thread has compiled for the next start, if that keeps such things (`bin/fairway.js`). Node would do
 * it as the thread ends, when somebody waits for the stop; and never in a server that is killed.
 */
export function keepCompiled(): void {
  module.flushCompileCache()
}
