import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeWorld, worldFile } from '../../apps/server/engines/places/world-file.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Puts the places of the whole world into a data folder. They are made once for every change of what makes them. */
export async function publishWorld(dataDir: string): Promise<void> {
  const cache = join(root, 'node_modules/.cache/fairway-world', sourceHash())
  if (!existsSync(worldFile(cache))) {
    await makeWorld(cache, (why) => {
      throw new Error(why)
    })
  }
  await mkdir(dirname(worldFile(dataDir)), { recursive: true })
  await copyFile(worldFile(cache), worldFile(dataDir))
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const folder of ['packages/dataset/world', 'packages/dataset/format', 'packages/places']) {
    for (const file of globSync('**/*.{ts,tsv}', { cwd: join(root, folder) }).sort()) {
      if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(root, folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
