import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../../platform/compute/task.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { worldWarnings } from '../geocode/geocoder.ts'
import type { BatchChunk, BatchJob } from './batch-job.ts'
import { combineBatchReplies } from './combine.ts'
import { type BatchFailure, batchProblems } from './failures.ts'
import { BatchBody, type BatchFields, BatchReply, MAX_QUERIES, UncheckedBatchBody } from './schemas.ts'

/** Answers some queries on the compute threads. */
export type RunBatchJob = (job: BatchJob, options: TaskOptions) => Promise<TaskOutcome<BatchChunk>>

/** Number of queries per chunk. The compute threads serve other callers between two chunks. */
const CHUNK_QUERIES = 50

export function batchOperation(run: RunBatchJob): Operation {
  return defineOperation({
    name: 'geocode.batch',
    method: 'POST',
    idempotent: true,
    path: '/v1/geocode/batch',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'geocodeBatch',
      tags: ['Places'],
      summary: 'Geocode many addresses and positions at once',
      description: `Runs up to ${MAX_QUERIES} geocoding or reverse geocoding queries in one request. Each query has its own status and counts as one call toward usage. Only the data of this service is searched. Does not count as a route.`,
      security: [{}, { key: [] }],
    },
    body: BatchBody,
    looseBody: UncheckedBatchBody,
    reply: { description: 'One result for each query, in the same order.', schema: BatchReply },
    errors: [400, 401, 403, 413, 422],
    regional: { combine: (replies, missingRegions, { body }) => combineBatchReplies(replies, missingRegions, body) },
    failures: batchProblems,
    calls: ({ body }) => body.queries.length,
    async handle({ body }, context) {
      const { length } = body.queries
      if (length === 0) return fail({ kind: 'no-queries' })
      if (length > MAX_QUERIES) return fail({ kind: 'too-many-queries', given: length, allowed: MAX_QUERIES })
      const cancelFlag = new CancelFlag()
      const removeDisconnectListener = context.onDisconnect(() => cancelFlag.cancel())
      const task = { owner: toTaskOwner(context.caller), cancel: cancelFlag.shared }
      const chunks = await runChunks(body, run, task, cancelFlag).finally(removeDisconnectListener)
      if (!chunks.ok) return chunks
      const attribution = [...new Set(chunks.value.flatMap(({ attributions }) => attributions))].join('; ')
      const worldState = chunks.value[0]?.worldState ?? 'known'
      const tail = { data: { attribution }, warnings: collectWarnings(context, worldWarnings[worldState]) }
      const results = chunks.value.map(({ json }) => json).join(',')
      return serializedReply(`{"results":[${results}],${JSON.stringify(tail).slice(1)}`)
    },
  })
}

async function runChunks(
  {
    queries,
    limit,
    near,
    country,
    lang,
  }: Omit<BatchFields, 'queries'> & { readonly queries: readonly (string | object)[] },
  run: RunBatchJob,
  task: TaskOptions,
  cancelFlag: CancelFlag,
): Promise<Result<BatchChunk[], BatchFailure>> {
  const defaults = Object.fromEntries(
    Object.entries({ limit, near, country, lang }).filter(([, value]) => value !== undefined),
  )
  const chunks: BatchChunk[] = []
  for (let from = 0; from < queries.length; from += CHUNK_QUERIES) {
    const chunk = queries
      .slice(from, from + CHUNK_QUERIES)
      .map((query) => (typeof query === 'string' ? { q: query } : query))
    const outcome = await run({ queries: chunk, defaults }, task)
    if (outcome.kind === 'busy') return fail({ kind: 'compute-busy', retryAfterSeconds: outcome.retryAfterSeconds })
    if (outcome.kind === 'lost') return fail({ kind: 'compute-lost' })
    if (outcome.kind === 'cancelled' || cancelFlag.isCancelled) return fail({ kind: 'given-up' })
    chunks.push(outcome.value)
  }
  return ok(chunks)
}
