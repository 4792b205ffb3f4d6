import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Makes the pages, and every file in compressed form beside it: the service sends what is there and compresses nothing. */

const root = fileURLToPath(new URL('.', import.meta.url))
const dist = join(root, 'dist')
const worthIt = /\.(html|js|mjs|css|svg|webmanifest)$/
const WORKER = 'service-worker.js'

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => worthIt.test(name) && statSync(join(dist, name)).isFile())
  .sort()
tellWorker(names.filter((name) => name !== WORKER))
for (const name of names) {
  const path = join(dist, name)
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

/** The worker keeps whole versions of the pages: it has to know all of their files, and that they are others than before. */
function tellWorker(files: readonly string[]): void {
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(readFileSync(join(dist, name)))
  const paths = files.map((name) => (name === 'index.html' ? '/' : `/${name}`))
  const path = join(dist, WORKER)
  const source = readFileSync(path, 'utf8')
  const told = source
    .replace('__SHELL_FILES__', JSON.stringify(paths))
    .replace('__SHELL_VERSION__', hash.digest('hex').slice(0, 12))
  if (told.includes('__SHELL_') || told === source) throw new Error(`${WORKER} has no place for its files`)
  writeFileSync(path, told)
}
