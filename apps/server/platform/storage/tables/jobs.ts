import type { Generated, Selectable } from 'kysely'

/** Jobs with their requests and results. */
export interface JobTables {
  jobs: JobsTable
  job_parts: JobPartsTable
  job_chunks: JobChunksTable
}

interface JobsTable {
  id: string
  account: number
  /** Plan at creation, whose limits apply to the request. */
  plan: string
  /** Operation id. */
  operation: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  units: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** Time when the job and its result are deleted. Null until the job has finished. */
  expires_at: number | null
  /** Thread that runs the job. */
  lease_owner: string | null
  /** Time after which another thread may take over the job. */
  lease_until: Generated<number>
  /** Number of times a thread has started the job since its last finished part. */
  attempts: Generated<number>
  parts_total: number
  parts_done: Generated<number>
  /** Length of the uncompressed result, in bytes. */
  result_bytes: number | null
  /** JSON with the reason why the job failed. */
  error: string | null
}

/** Finished parts of jobs. */
interface JobPartsTable {
  job: string
  part: number
  /** JSON with the data that later parts need. */
  info: string
}

/** Chunks of the request (section -1) or the result. */
interface JobChunksTable {
  job: string
  section: number
  part: number
  chunk: number
  /** Length of the uncompressed content in bytes, followed by its CRC-32. */
  content_length: number
  content_crc32: number
  /** Compressed content. Null if the content is in a file. */
  bytes: Uint8Array | null
}

export type JobRow = Selectable<JobsTable>
