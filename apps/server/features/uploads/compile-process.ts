import { setPriority } from 'node:os'
import { compileExtract, compileRegion } from '@fairway/dataset'
import { DOWNLOAD_STAGE, downloadExtract } from './download-extract.ts'

/**
 * Job of the program that compiles an upload. The program is separate, because a large map may need more memory than
 * the service can spare.
 */
export interface CompileJob {
  readonly dataDir: string
  readonly region: string
  readonly extract: string
  /** Address of the extract. If it is set, the program downloads the extract first. */
  readonly url?: string
}

const LOW_PRIORITY = 10

process.once('message', async ({ url, ...job }: CompileJob) => {
  setPriority(LOW_PRIORITY)
  try {
    const onProgress = (progress: object) => process.send?.(progress)
    if (url !== undefined)
      await downloadExtract(url, job.extract, (fraction) => onProgress({ stage: DOWNLOAD_STAGE, fraction }))
    await compileRegion({ ...job, threads: 1, onProgress }, compileExtract)
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
  }
  process.disconnect()
})
