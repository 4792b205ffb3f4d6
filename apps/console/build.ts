import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Makes the pages, and every file in compressed form beside it: the service sends what is there and compresses nothing. */

const root = fileURLToPath(new URL('.', import.meta.url))
const worthIt = /\.(html|js|mjs|css|svg|webmanifest)$/

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
for (const name of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
  const path = join(root, 'dist', name)
  if (!statSync(path).isFile() || !worthIt.test(name)) continue
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}
