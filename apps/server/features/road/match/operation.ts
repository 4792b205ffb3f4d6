import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../../platform/compute/task.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import { fail } from '../../../platform/result.ts'
import type { ModelSource } from '../models/model-source.ts'
import { otherMapCodes } from '../regional.ts'
import type { RouteCache } from '../route/memory/route-memory.ts'
import { problems } from './failures.ts'
import { MAX_POINTS, MAX_SHORT_POINTS, POINTS_PER_UNIT } from './limits.ts'
import type { MatchJob, MatchOutcome } from './match-job.ts'
import { countPoints, findMiddlePoint } from './read-trace.ts'
import { readMatchJob } from './request.ts'
import { MatchBody, MatchReply } from './schemas.ts'

/** Matches a trace on the compute threads. */
export type RunMatch = (job: MatchJob, options: TaskOptions) => Promise<TaskOutcome<MatchOutcome>>

export interface MatchOperationOptions {
  readonly run: RunMatch
  /** Cache that stores matched routes for later reroute requests. */
  readonly routeCache: RouteCache
  readonly models: ModelSource
  /** Maximum body size in bytes. The limit is higher than for other operations, because a trace has many points. */
  readonly bodyLimitBytes: number
}

export function matchOperation({ run, routeCache, models, bodyLimitBytes }: MatchOperationOptions): Operation {
  return defineOperation({
    name: 'match',
    method: 'POST',
    idempotent: true,
    path: '/v1/match',
    access: 'open',
    fastPath: true,
    bodyLimitBytes,
    docs: {
      operationId: 'match',
      tags: ['Routes'],
      summary: 'Match a GPS trace to roads',
      description: `Finds the roads that a vehicle, cyclist or pedestrian took, based on up to ${MAX_POINTS.toLocaleString('en-US')} recorded positions. Noise is estimated, outliers are dropped, and the remaining points near roads are snapped to them. Counts as one route per ${POINTS_PER_UNIT} points, rounded up.`,
      security: [{}, { key: [] }],
    },
    body: MatchBody,
    reply: { description: 'The matched routes and points.', schema: MatchReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: { positions: ({ body }) => findMiddlePoint(body), mapCodes: otherMapCodes },
    failures: problems,
    units: ({ body }) => Math.max(1, Math.ceil(Math.min(MAX_POINTS, countPoints(body)) / POINTS_PER_UNIT)),
    async handle({ body }, context) {
      const job = readMatchJob(body, context.now(), models)
      if (!job.ok) return job
      const cancelFlag = new CancelFlag()
      const ignoreDisconnect = context.onDisconnect(() => cancelFlag.cancel())
      const isShort = countPoints(body) <= MAX_SHORT_POINTS
      const task = { owner: toTaskOwner(context.caller), cancel: cancelFlag.shared, isShort }
      const outcome = await run(job.value, task).finally(ignoreDisconnect)
      if (outcome.kind === 'busy') return fail({ kind: 'compute-busy', retryAfterSeconds: outcome.retryAfterSeconds })
      if (outcome.kind === 'lost') return fail({ kind: 'compute-lost' })
      if (outcome.kind === 'cancelled') return fail({ kind: 'given-up' })
      if (outcome.value.kind === 'failure') return fail(outcome.value.failure)
      const { json, routes, warnings } = outcome.value
      for (const { id, key, legs, stops } of routes) routeCache.store(id, key, legs, stops, job.value.geometry)
      const { trace } = job.value
      const notes = trace.kind === 'track' ? (trace.notes ?? []) : []
      const allWarnings = collectWarnings(context, [...notes, ...warnings])
      return serializedReply(allWarnings ? `${json},"warnings":${JSON.stringify(allWarnings)}}` : `${json}}`)
    },
  })
}
