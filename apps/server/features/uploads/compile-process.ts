import { setPriority } from 'node:os'
import { compileExtract, compileRegion } from '@fairway/dataset'

/**
 * Job of the program that compiles an upload. The program is separate, because a large map may need more memory than
 * the service can spare.
 */
export interface CompileJob {
  readonly dataDir: string
  readonly region: string
  readonly extract: string
}

const LOW_PRIORITY = 10

process.once('message', async (job: CompileJob) => {
  setPriority(LOW_PRIORITY)
  try {
    const onProgress = (progress: object) => process.send?.(progress)
    await compileRegion({ ...job, threads: 1, onProgress }, compileExtract)
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
  }
  process.disconnect()
})
