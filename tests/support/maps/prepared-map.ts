import { fileURLToPath } from 'node:url'
import { findPrepared, listEmbeddedExtracts } from '@fairway/dataset'
import { preparedMapsDir } from '../../../apps/server/maps/regions/embedded-maps.ts'
import { run } from '../servers/processes.ts'

/**
 * Compiles the map of Monaco unless it is already compiled, and returns the data folder that contains it. In most runs,
 * npm has compiled the map, so checking here avoids starting a process.
 */
export async function prepareMap(): Promise<string> {
  const [{ region, extract }] = listEmbeddedExtracts()
  if ('why' in (await findPrepared({ preparedDir: preparedMapsDir, region, extract })))
    await run(process.execPath, [fileURLToPath(new URL('../../../apps/server/prepare-map.ts', import.meta.url))])
  return preparedMapsDir
}
