import { cp } from 'node:fs/promises'
import { seaCache, waterCache } from '../../support/maps/source-cache.ts'

/**
 * Copies the bundled map, and optionally the water and the seas, into the data folder of a server. The setup of the
 * tests compiles them. This module does not import the compiler, because that would take as long as a server start.
 */
export async function copyMaps(dataDir: string, ...more: readonly ('water' | 'seas')[]): Promise<void> {
  const bundled = process.env.TEST_MAPS_DIR
  if (bundled === undefined) throw new Error('TEST_MAPS_DIR is not set; the setup of the tests sets it')
  const folders = [bundled, ...more.map((kind) => (kind === 'water' ? waterCache() : seaCache()))]
  for (const folder of folders) await cp(folder, dataDir, { recursive: true })
}
