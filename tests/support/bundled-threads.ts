import { existsSync } from 'node:fs'
import module from 'node:module'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Starts the threads of the server from the bundle that tests/global-setup.ts creates. A thread of the bundle needs a
 * sixth of the CPU time to start, because it loads a few files instead of some hundreds. In watch mode, there is no
 * folder, and threads start from their sources, because the bundle does not follow changes.
 */
const folder = process.env.FW_BUNDLED_THREADS

if (folder) {
  module.registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith('.ts') || url.includes('/node_modules/') || !loaded.source) return loaded
      const source = loaded.source.toString()
      if (!source.includes('import.meta.url)')) return loaded
      return { ...loaded, source: useBundledThreads(source, fileURLToPath(url), folder) }
    },
  })
}

function useBundledThreads(source: string, file: string, bundleFolder: string): string {
  return source.replaceAll(/new URL\('([^']+-(?:thread|worker)\.ts)', import\.meta\.url\)/g, (found, path: string) => {
    const thread = resolve(dirname(file), path)
    const bundled = resolve(bundleFolder, `${basename(thread, '.ts')}.js`)
    // Test folders contain threads of their own, which are not part of the bundle.
    if (/[\\/]tests?(ing)?[\\/]/.test(thread) || !existsSync(bundled)) return found
    return `new URL('${pathToFileURL(bundled).href}')`
  })
}
