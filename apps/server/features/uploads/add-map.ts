import { rm } from 'node:fs/promises'
import type { CompileJob } from './compile-process.ts'
import { compileUpload } from './compile-upload.ts'
import { DOWNLOAD_STAGE } from './download-extract.ts'
import type { UploadStatus, UploadStatuses } from './upload-status.ts'

export interface AddMapJob extends CompileJob {
  readonly bytes: number
}

const STATUS_INTERVAL_MS = 250

/** Compiles a map, after downloading its extract if the job has a URL, and writes the progress to the status file. */
export async function addMap(job: AddMapJob, statuses: UploadStatuses): Promise<void> {
  const { region, bytes } = job
  let status: UploadStatus = { region, bytes, state: 'compiling', progress: 0 }
  const report = throttle(() => statuses.write(status))
  const error = await compileUpload(job, (stage, progress) => {
    status =
      stage === DOWNLOAD_STAGE
        ? { region, bytes, state: 'downloading', progress }
        : { region, bytes, state: 'compiling', stage, progress }
    report()
  })
  await finishJob(job, statuses, error)
}

export async function finishJob(
  { region, bytes, extract }: AddMapJob,
  statuses: UploadStatuses,
  error?: string,
): Promise<void> {
  await rm(extract, { force: true })
  statuses.write(
    error === undefined
      ? { region, bytes, state: 'ready', progress: 1 }
      : { region, bytes, state: 'failed', progress: 0, error },
  )
}

/** Returns a function that calls `callback` immediately, and then at most four times per second. */
export function throttle(callback: () => void): () => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lastMs < STATUS_INTERVAL_MS) return
    lastMs = performance.now()
    callback()
  }
}
