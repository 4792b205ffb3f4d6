import { parentPort, workerData } from 'node:worker_threads'
import type { GeneratedFileEvent, GeneratedFileThreadData } from './file-loader.ts'

export interface GeneratedFileBuilder<H> {
  /**
   * Reads the stored data. Returns undefined if there is none. Calls `onUnusable` if the data can no longer be used.
   */
  read(dataDir: string, onUnusable: (reason: string) => void): Promise<H | undefined>
  /**
   * Builds the data and stores it for the next start. If the folder is not writable, the next start must build the data
   * again.
   */
  build(dataDir: string, onNotSaved: (reason: string) => void, onStage: (stage: string) => void): Promise<H>
}

/**
 * Reads or builds the data in a thread that a GeneratedFileLoader started. The thread then ends, which frees the memory
 * used for building.
 */
export async function serveGeneratedFile<H>({ read, build }: GeneratedFileBuilder<H>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('this must run in a thread of a GeneratedFileLoader')
  const { dataDir, isBuildOnly } = workerData as GeneratedFileThreadData
  const sendEvent = (event: GeneratedFileEvent<H>) => port.postMessage(event)
  const startedMs = performance.now()
  let handle = await read(dataDir, (reason) => sendEvent({ kind: 'unusable', reason }))
  const wasBuilt = handle === undefined
  let isStored = true
  if (!handle) {
    let reportedStage = ''
    sendEvent({ kind: 'creating' })
    handle = await build(
      dataDir,
      (reason) => {
        isStored = false
        sendEvent({ kind: 'not-stored', reason })
      },
      (stage) => {
        if (stage !== reportedStage) sendEvent({ kind: 'stage', stage })
        reportedStage = stage
      },
    )
  }
  const tookMs = Math.round(performance.now() - startedMs)
  // Data that could not be stored is always returned, because it would otherwise have to be built again.
  if (isBuildOnly && isStored) sendEvent({ kind: 'stored', tookMs })
  else sendEvent({ kind: 'ready', handle, wasBuilt, tookMs })
}
