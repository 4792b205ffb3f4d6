import type { Feature } from '../../operations/feature.ts'
import type { Config } from '../../platform/config/config.ts'
import { addUploadRoutes } from '../uploads/routes.ts'
import type { ConsoleFile } from './pages.ts'
import { consoleRoutes } from './routes.ts'

interface ConsoleFeatureOptions {
  readonly config: Pick<Config, 'dataDir' | 'mapUploadMegabytes'>
  /** Built files of the console. Empty if the console has not been built. */
  readonly files: readonly ConsoleFile[]
}

const BYTES_PER_MEGABYTE = 1024 * 1024

/** Creates the feature for the web console and map uploads by the operator. */
export function consoleFeature({ config, files }: ConsoleFeatureOptions): Feature {
  const { dataDir, mapUploadMegabytes } = config
  return {
    routes: (app) => {
      addUploadRoutes(app, { dataDir, maxBytes: mapUploadMegabytes * BYTES_PER_MEGABYTE })
      consoleRoutes(app, files)
    },
  }
}
