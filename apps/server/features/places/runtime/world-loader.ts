import { MadeOnceHost, type MadeOnceOptions } from '../../../platform/generated-files/file-loader.ts'
import type { WorldHandle } from './place-index.ts'

export type WorldHostOptions = Pick<MadeOnceOptions<WorldHandle>, 'dataDir' | 'publish' | 'log'> & {
  /** Replaces the thread that reads or builds it, for tests of failures. */
  readonly thread?: URL
}

const failed: WorldHandle = { version: 'world-failed', attribution: '', sections: new Map(), hasFailed: true }

/** Main-thread loader of the gazetteer of the world. */
export function createWorldHost(options: WorldHostOptions): MadeOnceHost<WorldHandle> {
  return new MadeOnceHost({
    thread: new URL('./world-thread.ts', import.meta.url),
    ...options,
    name: 'world',
    failed,
    words: { what: 'the world index', without: 'only places on the maps are found', known: 'world index loaded' },
  })
}
