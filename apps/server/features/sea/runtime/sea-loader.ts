import { MadeOnceHost, type MadeOnceOptions } from '../../../platform/generated-files/file-loader.ts'
import type { SeaHandle } from './sea-service.ts'

export type SeaHostOptions = Pick<MadeOnceOptions<SeaHandle>, 'dataDir' | 'publish' | 'log'> & {
  /** Another thread than the one that reads or makes them, for tests of those that fail. */
  readonly thread?: URL
}

const failed: SeaHandle = { version: 'seas-failed', attribution: '', sea: undefined }

/** The main thread's side of the seas. */
export function createSeaHost(options: SeaHostOptions): MadeOnceHost<SeaHandle> {
  return new MadeOnceHost({
    thread: new URL('./sea-thread.ts', import.meta.url),
    ...options,
    name: 'seas',
    failed,
    words: { what: 'the map of the seas', without: 'there are no routes for ships', known: 'knowing the seas' },
  })
}
