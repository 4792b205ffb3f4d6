import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Folders that were already computed. Sources do not change during a run, and hashing them takes many milliseconds. */
const computed = new Map<string, string>()

/**
 * Returns a cache folder for the output of the code in these folders. The folder changes whenever one of their files
 * changes.
 */
export function cacheFor(what: string, folders: readonly string[]): string {
  const key = [what, ...folders].join('\n')
  const folder = computed.get(key) ?? computeFolder(what, folders)
  computed.set(key, folder)
  return folder
}

function computeFolder(what: string, folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const file of globSync('**/*.{ts,tsv}', { cwd: join(root, folder) }).sort()) {
      if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(root, folder, file)))
    }
  }
  return join(root, `node_modules/.cache/fairway-${what}`, hash.digest('hex').slice(0, 16))
}

/** Returns the cache folder of the compiled water. Like a data folder, it has the file in its `world` folder. */
export function waterCache(): string {
  return cacheFor('water', ['packages/dataset/tiles', 'packages/geo/tiles'])
}

/** Returns the cache folder of the compiled sea map. Like a data folder, it has the file in its `world` folder. */
export function seaCache(): string {
  return cacheFor('seas', [
    'packages/dataset/sea',
    'packages/dataset/format',
    'packages/sea/build',
    'packages/sea/passages',
    'packages/sea/search',
    'packages/sea/water',
  ])
}
