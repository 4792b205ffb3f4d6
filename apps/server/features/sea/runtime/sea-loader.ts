import { MadeOnceHost, type MadeOnceOptions } from '../../../platform/generated-files/file-loader.ts'
import type { SeaHandle } from './sea-service.ts'

export type SeaHostOptions = Pick<MadeOnceOptions<SeaHandle>, 'dataDir' | 'publish' | 'log'> & {
  /** Replaces the thread that reads or builds it, for tests of failures. */
  readonly thread?: URL
}

const failed: SeaHandle = { version: 'seas-failed', attribution: '', sea: undefined }

/** Main-thread loader of the sea network. */
export function createSeaHost(options: SeaHostOptions): MadeOnceHost<SeaHandle> {
  return new MadeOnceHost({
    thread: new URL('./sea-thread.ts', import.meta.url),
    ...options,
    name: 'seas',
    failed,
    words: { what: 'the sea map', without: 'ship routes are not available', known: 'sea map loaded' },
  })
}
