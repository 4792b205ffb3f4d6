import type { Feature } from '../../operations/feature.ts'
import type { Config } from '../../platform/config/config.ts'
import { CITY_MIRROR_URL } from '../uploads/extract-source.ts'
import { addUploadRoutes } from '../uploads/routes.ts'
import type { ConsoleFile } from './pages.ts'
import { consoleRoutes } from './routes.ts'

interface ConsoleFeatureOptions {
  readonly config: Pick<Config, 'dataDir' | 'mapUploadMegabytes' | 'mirrorUrl'>
  /** Built files of the console. Empty if the console has not been built. */
  readonly files: readonly ConsoleFile[]
}

const BYTES_PER_MEGABYTE = 1024 * 1024

/** Creates the feature for the web console and map uploads by the operator. */
export function consoleFeature({ config, files }: ConsoleFeatureOptions): Feature {
  const { dataDir, mapUploadMegabytes, mirrorUrl } = config
  return {
    routes: (app) => {
      const mirrors = { mirrorUrl, cityUrl: CITY_MIRROR_URL }
      addUploadRoutes(app, { dataDir, mirrors, maxBytes: mapUploadMegabytes * BYTES_PER_MEGABYTE })
      consoleRoutes(app, files)
    },
  }
}
