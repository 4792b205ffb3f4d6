import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buildWaterTiles, hasWaterFile, toWaterPath } from '../../../apps/server/features/tiles/runtime/water-files.ts'
import { waterCache } from './source-cache.ts'

/**
 * Cuts the world's water into tiles, unless they are cached for the current version of the code. Returns their folder.
 */
export async function compileWater(): Promise<string> {
  const folder = waterCache()
  const refuse = (why: string): never => {
    throw new Error(why)
  }
  if (!hasWaterFile(folder)) await buildWaterTiles(folder, refuse, () => {})
  return folder
}

/** Copies the water into a data folder, so that maps show shores immediately. */
export async function publishWater(dataDir: string): Promise<void> {
  const source = toWaterPath(await compileWater())
  await mkdir(dirname(toWaterPath(dataDir)), { recursive: true })
  await copyFile(source, toWaterPath(dataDir))
}
