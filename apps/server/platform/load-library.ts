import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/**
 * Loads a module with a large library synchronously. Most threads never need the library, and
 * loading it takes as long as starting the thread. The bundler recognizes these modules by
 * `new URL('….ts', …)`.
 */
export function loadLibrary<T>(module: URL): T {
  return require(fileURLToPath(module)) as T
}
