import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** State of a map that is being added. */
export interface UploadStatus {
  readonly region: string
  readonly state: 'uploading' | 'downloading' | 'compiling' | 'ready' | 'failed'
  readonly bytes: number
  /** Current stage of the compiler. */
  readonly stage?: string
  /** Completed share of the upload, of the download or of the stage, from 0 to 1. */
  readonly progress: number
  readonly error?: string
}

interface StoredStatus extends UploadStatus {
  /** Process that does the work. If the process has exited, the work will never be finished. */
  readonly pid: number
}

/** Status files of uploads. The thread that answers a request may differ from the thread that received the upload. */
export class UploadStatuses {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'uploads')
  }

  write(status: UploadStatus): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const file = this.toFile(status.region)
    const storedStatus: StoredStatus = { ...status, pid: process.pid }
    writeFileSync(`${file}.new`, JSON.stringify(storedStatus))
    renameSync(`${file}.new`, file)
  }

  list(): readonly UploadStatus[] {
    return listFiles(this.folder).flatMap((name) => {
      const storedStatus = readStatus(join(this.folder, name))
      if (storedStatus === undefined) return []
      const { pid, ...status } = storedStatus
      return isUnderWay(status) && pid !== process.pid
        ? [{ ...status, state: 'failed', error: 'The service was stopped before the map was ready. Add it again.' }]
        : [status]
    })
  }

  findUnderWay(): UploadStatus | undefined {
    return this.list().find(isUnderWay)
  }

  private toFile(region: string): string {
    return join(this.folder, `${region}.json`)
  }
}

function isUnderWay({ state }: UploadStatus): boolean {
  return state === 'uploading' || state === 'downloading' || state === 'compiling'
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

function readStatus(file: string): StoredStatus | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredStatus
  } catch {
    return undefined
  }
}
