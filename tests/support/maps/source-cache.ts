import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Returns a cache folder for the output of the code in these folders. The folder changes whenever one of their files
 * changes.
 */
export function cacheFor(what: string, folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const file of globSync('**/*.{ts,tsv}', { cwd: join(root, folder) }).sort()) {
      if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(root, folder, file)))
    }
  }
  return join(root, `node_modules/.cache/fairway-${what}`, hash.digest('hex').slice(0, 16))
}
