import { cp } from 'node:fs/promises'
import { seaCache, waterCache } from './source-cache.ts'

/**
 * Copies the bundled map, and optionally the water and the seas, into the data folder of a server. The setup of the
 * tests compiles them. This module does not import the compiler, because that would take as long as a server start.
 */
export async function copyMaps(dataDir: string, ...more: readonly ('water' | 'seas')[]): Promise<void> {
  const bundled = process.env.TEST_MAPS_DIR
  if (bundled === undefined) throw new Error('TEST_MAPS_DIR is not set; the setup of the tests sets it')
  await cp(bundled, dataDir, { recursive: true })
  if (more.includes('water')) await copyWater(dataDir)
  if (more.includes('seas')) await cp(seaCache(), dataDir, { recursive: true })
}

/**
 * Copies the water into a data folder. Otherwise, a server with map tiles would have to cut the coastlines of the world
 * into tiles.
 */
export async function copyWater(dataDir: string): Promise<void> {
  await cp(waterCache(), dataDir, { recursive: true })
}
