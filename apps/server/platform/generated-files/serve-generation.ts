import { parentPort, workerData } from 'node:worker_threads'
import type { MadeOnceData, MadeOnceNews } from './file-loader.ts'

export interface MadeOnceWork<H> {
  /** Reads the stored data. Returns undefined when there is none; reports the reason when it can no longer be used. */
  read(dataDir: string, onUnusable: (why: string) => void): Promise<H | undefined>
  /**
   * Builds the data and stores it for the next start. If the folder is not writable, the next start has to build it
   * again.
   */
  make(dataDir: string, onNotKept: (why: string) => void, onStage: (stage: string) => void): Promise<H>
}

/**
 * The work of a thread started by a MadeOnceHost. The thread ends afterwards, which frees the memory used for building.
 */
export async function serveMadeOnce<H>({ read, make }: MadeOnceWork<H>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('this must run in a thread of a MadeOnceHost')
  const { dataDir } = workerData as MadeOnceData
  const tell = (news: MadeOnceNews<H>) => port.postMessage(news)
  const startedMs = performance.now()
  let handle = await read(dataDir, (why) => tell({ kind: 'unusable', why }))
  const wasMade = handle === undefined
  if (!handle) {
    let told = ''
    tell({ kind: 'making' })
    handle = await make(
      dataDir,
      (why) => tell({ kind: 'not-kept', why }),
      (stage) => {
        if (stage !== told) tell({ kind: 'stage', stage })
        told = stage
      },
    )
  }
  tell({ kind: 'ready', handle, wasMade, tookMs: Math.round(performance.now() - startedMs) })
}
