import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { loadOrBuildWorld, toWorldFilePath } from '../../../apps/server/features/places/runtime/world-file.ts'
import { cacheFor } from './source-cache.ts'

/** Copies the world's places into a data folder. The places are built again only when the code changes. */
export async function publishWorld(dataDir: string): Promise<void> {
  const cache = cacheFor('world', ['packages/dataset/world', 'packages/dataset/format', 'packages/places'])
  if (!existsSync(toWorldFilePath(cache))) {
    await loadOrBuildWorld(cache, (why) => {
      throw new Error(why)
    })
  }
  await mkdir(dirname(toWorldFilePath(dataDir)), { recursive: true })
  await copyFile(toWorldFilePath(cache), toWorldFilePath(dataDir))
}
