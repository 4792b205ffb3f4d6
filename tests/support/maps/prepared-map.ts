import { fileURLToPath } from 'node:url'
import { findPrepared, listEmbeddedExtracts } from '@fairway/dataset'
import { preparedMapsDir } from '../../../apps/server/maps/regions/embedded-maps.ts'
import { run } from '../servers/processes.ts'

/**
 * Compiles the map of Monaco in advance unless npm has compiled it, so that tests can start servers as a new user would.
 */
export async function prepareMap(): Promise<void> {
  const [{ region, extract }] = listEmbeddedExtracts()
  if ('why' in (await findPrepared({ preparedDir: preparedMapsDir, region, extract })))
    await run(process.execPath, [fileURLToPath(new URL('../../../apps/server/prepare-map.ts', import.meta.url))])
}
