import { toJobReply } from '../../jobs/api/reply.ts'
import type { Job } from '../../jobs/job.ts'
import type { JobStore } from '../../jobs/job-store.ts'
import type { SolutionStore, StoredSolution } from '../../tracking/dispatch/solution-store.ts'
import { exportPages } from '../../tracking/export-rules.ts'
import type { ListedLink, ShareStore } from '../../tracking/share/share-store.ts'
import { toIsoTime } from '../mapping.ts'

export interface ExportedPlans {
  readonly solutions: Pick<SolutionStore, 'list'>
  readonly links: Pick<ShareStore, 'list'>
  readonly jobs: Pick<JobStore, 'list'>
}

/** Number of solutions per query. A page is small because each solution may have a thousand stops. */
const SOLUTIONS_PER_READ = 5
const ROWS_PER_READ = 500

/** Yields jobs without their requests and results, solutions, and share links, as fields of a JSON object. */
export async function* exportPlans(
  { solutions, links, jobs }: ExportedPlans,
  account: number,
  now: number,
): AsyncGenerator<string> {
  yield ',"jobs":['
  yield* exportPages(
    ROWS_PER_READ,
    (job: Job) => JSON.stringify(toJobReply(job, now)),
    (last) => jobs.list(account, ROWS_PER_READ, last),
  )
  yield '],"solutions":['
  yield* exportPages(
    SOLUTIONS_PER_READ,
    ({ id, createdAtMs, body }: StoredSolution) =>
      `{"id":${JSON.stringify(id)},"created_at":${JSON.stringify(toIsoTime(createdAtMs))},"solution":${body}}`,
    (last) => solutions.list(account, last?.id ?? '', SOLUTIONS_PER_READ),
  )
  yield '],"share_links":['
  yield* exportPages(ROWS_PER_READ, toLinkText, (last) => links.list(account, last?.id ?? '', ROWS_PER_READ))
  yield ']'
}

/** Converts a link without its token, of which only the hash is stored. */
function toLinkText({ id, asset, solution, stop, createdAtMs, expiresAtMs }: ListedLink): string {
  const times = { created_at: toIsoTime(createdAtMs), expires_at: toIsoTime(expiresAtMs) }
  return JSON.stringify({ id, asset, solution, stop, ...times })
}
