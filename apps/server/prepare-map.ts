import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { compileExtract, compileRegion, findPrepared, listEmbeddedExtracts } from '@fairway/dataset'
import { preparedMapsDir } from './maps/regions/embedded-maps.ts'

/**
 * Compiles the first embedded map in advance, so that the first start of a server only copies it. The script runs after
 * the bundle is built, at the end of `npm install` and before `npm pack`. The script does nothing if the map already
 * exists.
 */
const [{ region, extract }] = listEmbeddedExtracts()
const preparedDir = preparedMapsDir
if ('why' in (await findPrepared({ preparedDir, region, extract }))) {
  await rm(preparedDir, { recursive: true, force: true })
  const options = { region, extract, dataDir: preparedDir, threads: availableParallelism(), onProgress() {} }
  await compileRegion(options, compileExtract)
}
