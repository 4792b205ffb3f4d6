import { GeneratedFileLoader, type GeneratedFileLoaderOptions } from '../../../platform/generated-files/file-loader.ts'
import type { SeaHandle } from './sea-service.ts'

export type SeaLoaderOptions = Pick<GeneratedFileLoaderOptions<SeaHandle>, 'dataDir' | 'publish' | 'log'> & {
  /** Module that replaces the thread that reads or builds the sea network, so that tests can simulate failures. */
  readonly threadModule?: URL
}

const failedSeas: SeaHandle = { version: 'seas-failed', attribution: '', sea: undefined }

/** Creates the main-thread loader of the sea network. */
export function createSeaLoader(options: SeaLoaderOptions): GeneratedFileLoader<SeaHandle> {
  return new GeneratedFileLoader({
    threadModule: new URL('./sea-thread.ts', import.meta.url),
    ...options,
    name: 'seas',
    fallback: failedSeas,
    messages: { subject: 'the sea map', consequence: 'ship routes are not available', loadedMessage: 'sea map loaded' },
  })
}
