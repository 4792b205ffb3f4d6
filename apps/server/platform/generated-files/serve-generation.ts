import { parentPort, workerData } from 'node:worker_threads'
import type { MadeOnceData, MadeOnceNews } from './file-loader.ts'

export interface MadeOnceWork<H> {
  /** What was made earlier; undefined when there is none, or when it cannot be used any more, and why. */
  read(dataDir: string, onUnusable: (why: string) => void): Promise<H | undefined>
  /** Makes it and keeps it for the next start; a folder that cannot be written only costs that start its time. */
  make(dataDir: string, onNotKept: (why: string) => void, onStage: (stage: string) => void): Promise<H>
}

/** What a thread started by a MadeOnceHost does before it ends: what making it takes is given back. */
export async function serveMadeOnce<H>({ read, make }: MadeOnceWork<H>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('this is done by threads of a MadeOnceHost')
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
