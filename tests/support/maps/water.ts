import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasWater, makeWaterTiles, waterFile } from '../../../apps/server/features/tiles/runtime/water-files.ts'
import { cacheFor } from './source-cache.ts'

/** The water of the world, cut once for every change of what cuts it: the folder it is in. */
export async function compileWater(): Promise<string> {
  const folder = cacheFor('water', ['packages/dataset/tiles', 'packages/geo/tiles'])
  const refuse = (why: string): never => {
    throw new Error(why)
  }
  if (!hasWater(folder)) await makeWaterTiles(folder, refuse, () => {})
  return folder
}

/** Puts it into a data folder, so that maps have shores from the first picture on. */
export async function publishWater(dataDir: string): Promise<void> {
  const source = waterFile(await compileWater())
  await mkdir(dirname(waterFile(dataDir)), { recursive: true })
  await copyFile(source, waterFile(dataDir))
}
