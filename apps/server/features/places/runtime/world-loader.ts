import type { WorldHandle } from '../../../maps/places/place-index.ts'
import { GeneratedFileLoader, type GeneratedFileLoaderOptions } from '../../../platform/generated-files/file-loader.ts'

export type WorldLoaderOptions = Pick<GeneratedFileLoaderOptions<WorldHandle>, 'dataDir' | 'publish' | 'log'> & {
  /** Module that replaces the thread that reads or builds the gazetteer, so that tests can simulate failures. */
  readonly threadModule?: URL
}

const failedWorldHandle: WorldHandle = {
  version: 'world-failed',
  attribution: '',
  sections: new Map(),
  hasFailed: true,
}

/** Creates the main-thread loader of the world gazetteer. */
export function createWorldLoader(options: WorldLoaderOptions): GeneratedFileLoader<WorldHandle> {
  return new GeneratedFileLoader({
    threadModule: new URL('./world-thread.ts', import.meta.url),
    ...options,
    name: 'world',
    fallback: failedWorldHandle,
    messages: {
      subject: 'the world index',
      consequence: 'only places on the maps are found',
      loadedMessage: 'world index loaded',
    },
  })
}
