import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/**
 * Loads a module that imports a large library, without waiting for a promise. Most threads never need the library, and
 * loading it would take as much time as starting the thread. The bundler recognizes these modules by
 * `new URL('….ts', …)`.
 */
export function loadLibrary<T>(module: URL): T {
  return require(fileURLToPath(module)) as T
}
