import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds the pages and writes gzip and Brotli copies of all text files. The service sends these copies instead of
 * compressing at run time.
 */

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = join(root, 'dist')
const compressiblePattern = /\.(html|js|mjs|css|svg|webmanifest)$/
const WORKER_FILE = 'service-worker.js'
/** Script that other sites include. The console pages do not use this file. */
const EMBED_FILE = 'embed.js'

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
const fileNames = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => compressiblePattern.test(name) && statSync(join(dist, name)).isFile())
  .sort()
writeWorkerFileList(fileNames.filter((name) => name !== WORKER_FILE && name !== EMBED_FILE))
for (const name of fileNames) {
  const path = join(dist, name)
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

/**
 * Writes the list of the page files, and a hash that changes when any of them changes, into the service worker. The
 * service worker uses both to cache complete versions of the pages.
 */
function writeWorkerFileList(files: readonly string[]): void {
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(readFileSync(join(dist, name)))
  const paths = files.map((name) => (name === 'index.html' ? '/' : `/${name}`))
  const path = join(dist, WORKER_FILE)
  const source = readFileSync(path, 'utf8')
  const filledSource = source
    .replace('__SHELL_FILES__', JSON.stringify(paths))
    .replace('__SHELL_VERSION__', hash.digest('hex').slice(0, 12))
  if (filledSource.includes('__SHELL_') || filledSource === source)
    throw new Error(`${WORKER_FILE} has no placeholder for its file list`)
  writeFileSync(path, filledSource)
}
