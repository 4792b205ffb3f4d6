import { buildWaterTiles, hasWaterFile } from '../../../apps/server/features/tiles/runtime/water-files.ts'
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
