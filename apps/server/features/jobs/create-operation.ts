import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { forwardProblem, jsonReply } from '../../operations/reply.ts'
import { collectWarnings } from '../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../platform/http/guard/caller.ts'
import { toHttpProblem } from '../../platform/http/http-problems.ts'
import { pickProblems } from '../../platform/http/problem.ts'
import { fail } from '../../platform/result.ts'
import { problems as matrixProblems } from '../road/matrix/failures.ts'
import { jobProblems } from './api/failures.ts'
import { toJobReply } from './api/reply.ts'
import { CreatedJobReply, CreateJobBody, type JobOperation } from './api/schemas.ts'
import { createJobId } from './job-store.ts'
import type { JobPlan } from './kinds/job-kind.ts'
import type { JobOptions } from './options.ts'

export function createJobOperation(options: JobOptions): Operation {
  const { store, chunks, clock, bodyLimitBytes, runner } = options
  return defineOperation({
    name: 'jobs.create',
    method: 'POST',
    idempotent: false,
    path: '/v1/jobs',
    access: 'key',
    bodyLimitBytes,
    docs: {
      operationId: 'createJob',
      tags: ['Jobs'],
      summary: 'Run a large computation in the background',
      description:
        'Computes a matrix of up to 10,000 × 10,000 points, an optimization of up to 10,000 stops, or many matched traces, isochrones or geocoded addresses, within the limits of your plan. The server replies immediately, before the job runs. Any server of the service can run the job, which survives restarts. The result can be downloaded once `state` is `done`. Counts as the same number of routes as the operation itself.',
      security: [{ key: [] }],
    },
    body: CreateJobBody,
    reply: { description: 'The new job.', schema: CreatedJobReply },
    errors: [400, 401, 403, 409, 413, 422],
    failures: pickProblems(
      jobProblems,
      'too-many-jobs',
      'job-body-invalid',
      'job-list-invalid',
      'job-list-empty',
      'job-list-too-long',
      'job-operation-scope',
    ),
    forwardedFailures: [matrixProblems],
    units: ({ body }, caller) => planJob(options, body, caller)?.units ?? 0,
    calls: ({ body }) => countCalls(body.body),
    async handle({ body: { operation, body } }, context) {
      const { caller } = context
      if (!mayUse(caller, operation)) return fail({ kind: 'job-operation-scope', operation })
      const now = clock.now()
      const plan = options.findKind(operation, body).plan(body, options.toJobCaller(caller), now)
      if (!plan.ok) return 'problem' in plan.failure ? forwardProblem(plan.failure.problem) : fail(plan.failure)
      const id = createJobId()
      const { units, partsTotal } = plan.value
      const newJob = { id, account: caller.account, plan: caller.plan, operation, units, createdAtMs: now, partsTotal }
      const { maxJobs } = caller.terms
      const job = await store.add(newJob, await chunks.prepareBody(id, body), maxJobs)
      if (!job || 'unfinished' in job) await chunks.deleteFiles(id)
      if (!job) return forwardProblem(toHttpProblem({ kind: 'key-unknown' }))
      if ('unfinished' in job) {
        return fail({ kind: 'too-many-jobs', given: job.unfinished, allowed: maxJobs, plan: caller.plan })
      }
      runner?.wake()
      const warnings = collectWarnings(context, options.listIgnoredFields(operation, body))
      return jsonReply({ ...toJobReply(job, now), ...(warnings && { warnings }) })
    },
  })
}

/**
 * Plans a valid request. An invalid request costs nothing, because the caller must see the validation error instead of
 * a quota error.
 */
function planJob(
  { findKind, toJobCaller, clock }: JobOptions,
  { operation, body }: { readonly operation: JobOperation; readonly body: object },
  caller: AccountCaller,
): JobPlan | undefined {
  const plan = findKind(operation, body).plan(body, toJobCaller(caller), clock.now())
  return plan.ok ? plan.value : undefined
}

/**
 * Returns whether the key may run the operation. A restricted key must allow both the creation of jobs and the
 * operation itself.
 */
function mayUse({ scope }: AccountCaller, operation: JobOperation): boolean {
  return scope?.allowsOperation(operation) ?? true
}

/** Counts one call per request or query, as the operations themselves do. */
function countCalls(body: object): number {
  const { traces, requests, queries } = body as Readonly<Record<string, unknown>>
  const list = [traces, requests, queries].find(Array.isArray)
  return list === undefined ? 1 : list.length
}
