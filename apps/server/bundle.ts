import { readdirSync, statSync } from 'node:fs'
import http from 'node:http'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/**
 * Bundles the server and its threads into `dist`, where `bin/fairway.js` starts the server. Each thread loads a few
 * files instead of a thousand, which halves the CPU time of startup. The script does nothing if `dist` is current.
 *
 * `node bundle.ts FOLDER PROGRAM…` bundles other programs that start the server, such as test programs.
 */

const serverFolder = fileURLToPath(new URL('.', import.meta.url))
const root = join(serverFolder, '..', '..')
const [dist = join(serverFolder, 'dist'), ...otherPrograms] = process.argv.slice(2).map((path) => resolve(path))
const programs = otherPrograms.length > 0 ? otherPrograms : [join(serverFolder, 'main.ts')]
const locationPattern = /new URL\('([^']+\.ts)', import\.meta\.url\)|import\.meta\.(?:url|dirname)\b/g

/**
 * Replacement for `node:http` that accesses the module object directly. An import evaluates all exports, and those that
 * are also browser globals, such as `WebSocket`, load an unused client, which takes 40 ms per thread.
 */
const HTTP_MODULE = '\0http'

if (isOutdated()) await bundle()

async function bundle(): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: serverFolder,
    logLevel: 'warn',
    plugins: [
      { name: 'locations', enforce: 'pre', transform: replaceLocations },
      { name: 'http', enforce: 'pre', resolveId: resolveHttp, load: loadHttp },
      { name: 'ascii', generateBundle: (_, files) => Object.values(files).forEach(escapeOtherCharacters) },
    ],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node22',
      outDir: dist,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(programs.map((program) => [basename(program, '.ts'), program])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  })
}

function resolveHttp(id: string): string | undefined {
  return id === 'node:http' || id === 'http' ? HTTP_MODULE : undefined
}

function loadHttp(id: string): string | undefined {
  if (id !== HTTP_MODULE) return undefined
  const names = Object.keys(http).filter((name) => !(name in globalThis))
  return `const http = process.getBuiltinModule('node:http')
export default http
export const { ${names.join(', ')} } = http`
}

/** Adds the thread modules to the bundle. All other code still resolves files relative to its source. */
function replaceLocations(this: Rolldown.PluginContext, code: string, id: string): string | undefined {
  // The names of the bundler's own modules start with a NUL character.
  if (id.includes('node_modules') || id.startsWith('\0') || !code.includes('import.meta.')) return undefined
  const path = (target: string) => JSON.stringify(`./${relative(dist, target).replaceAll('\\', '/')}`)
  return code.replaceAll(locationPattern, (matchedText, thread: string | undefined) => {
    if (thread) {
      const fileName = `${basename(thread, '.ts')}.js`
      this.emitFile({ type: 'chunk', id: resolve(dirname(id), thread), fileName })
      return `new URL('./${fileName}', import.meta.url)`
    }
    if (matchedText === 'import.meta.dirname') return `import.meta.dirname + '/' + ${path(dirname(id))}`
    return `new URL(${path(id)}, import.meta.url).href`
  })
}

/**
 * Escapes all non-ASCII characters, because one such character doubles the memory of a source file. Every thread has
 * its own copy of the sources. A backslash before an escaped character has no meaning and is removed.
 */
function escapeOtherCharacters(file: Rolldown.OutputAsset | Rolldown.OutputChunk): void {
  if (file.type !== 'chunk') return
  file.code = file.code.replaceAll(/(\\*)([^\0-\x7f])/g, (_, backslashes: string, letter: string) => {
    const keptBackslashes = backslashes.slice(backslashes.length % 2)
    return `${keptBackslashes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Returns whether a source or the dependency list changed after the last build. */
function isOutdated(): boolean {
  const [program = ''] = programs
  const builtAtMs = statSync(join(dist, `${basename(program, '.ts')}.js`), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (builtAtMs === 0 || statSync(join(root, 'package-lock.json')).mtimeMs > builtAtMs) return true
  const sources = [serverFolder, join(root, 'packages'), ...programs.map(dirname)]
  return sources.some((folder) => hasNewerFile(folder, builtAtMs))
}

function hasNewerFile(folder: string, time: number): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.endsWith('.test.ts')) return false
    const path = join(folder, entry.name)
    return entry.isDirectory() ? hasNewerFile(path, time) : statSync(path).mtimeMs > time
  })
}
