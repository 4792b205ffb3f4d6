import { MadeOnceHost, type MadeOnceOptions } from '../../../platform/generated-files/file-loader.ts'
import type { WorldHandle } from './place-index.ts'

export type WorldHostOptions = Pick<MadeOnceOptions<WorldHandle>, 'dataDir' | 'publish' | 'log'> & {
  /** Another thread than the one that reads or makes it, for tests of those that fail. */
  readonly thread?: URL
}

const failed: WorldHandle = { version: 'world-failed', attribution: '', sections: new Map(), hasFailed: true }

/** The main thread's side of the world's places. */
export function createWorldHost(options: WorldHostOptions): MadeOnceHost<WorldHandle> {
  return new MadeOnceHost({
    thread: new URL('./world-thread.ts', import.meta.url),
    ...options,
    name: 'world',
    failed,
    words: { what: 'the index of the world', without: 'only the maps are known', known: 'knowing the world' },
  })
}
