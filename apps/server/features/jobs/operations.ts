import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { jsonReply, streamedReply } from '../../operations/reply.ts'
import { pickProblems } from '../../platform/http/problem.ts'
import { fail } from '../../platform/result.ts'
import { jobProblems } from './api/failures.ts'
import { toJobReply } from './api/reply.ts'
import { JobListReply, JobParameters, JobReply, ListJobsQuery, MAX_LISTED_JOBS } from './api/schemas.ts'
import { createJobOperation } from './create-operation.ts'
import type { JobOptions } from './options.ts'
import { acceptsGzip, openResult } from './result/open-result.ts'

const security = [{ key: [] }] as const
const tags = ['Jobs'] as const

export function jobOperationList(options: JobOptions): Operation[] {
  return [createJobOperation(options), listJobs(options), getJob(options), cancelJob(options), getResult(options)]
}

function listJobs({ store }: JobOptions): Operation {
  return defineOperation({
    name: 'jobs.list',
    method: 'GET',
    path: '/v1/jobs',
    access: 'key',
    docs: {
      operationId: 'listJobs',
      tags,
      summary: 'List your jobs and the limits of your plan',
      description:
        'Lists your jobs, newest first. Jobs and their results are deleted at `expires_at`. Does not count as a route.',
      security,
    },
    query: ListJobsQuery,
    reply: { description: 'The jobs and the limits.', schema: JobListReply },
    errors: [400, 401, 403, 422],
    failures: pickProblems(jobProblems, 'job-cursor-unknown'),
    async handle({ query: { limit = MAX_LISTED_JOBS, after } }, context) {
      const { account, terms } = context.caller
      const cursorJob = after === undefined ? undefined : await store.find(account, after)
      if (after !== undefined && !cursorJob) return fail({ kind: 'job-cursor-unknown', given: after })
      const page = await store.list(account, limit + 1, cursorJob)
      const shownJobs = page.slice(0, limit)
      const last = shownJobs.at(-1)
      return jsonReply({
        jobs: shownJobs.map((job) => toJobReply(job, context.now())),
        limits: { max_jobs: terms.maxJobs, points: terms.jobPoints, items: terms.jobItems },
        ...(page.length > limit && last && { next: last.id }),
      })
    },
  })
}

function getJob({ store }: JobOptions): Operation {
  return defineOperation({
    name: 'jobs.get',
    method: 'GET',
    path: '/v1/jobs/:id',
    access: 'key',
    docs: {
      operationId: 'getJob',
      tags,
      summary: 'Get the state of a job',
      description:
        'Returns the progress of the job, the estimated time left and, if the job has failed, the reason. Does not count as a route.',
      security,
    },
    params: JobParameters,
    reply: { description: 'The job.', schema: JobReply },
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(jobProblems, 'job-not-found'),
    async handle({ params: { id } }, context) {
      const job = await store.find(context.caller.account, id)
      return job ? jsonReply(toJobReply(job, context.now())) : fail({ kind: 'job-not-found', id })
    },
  })
}

function cancelJob({ store, runner, resultRetentionMs, refund }: JobOptions): Operation {
  return defineOperation({
    name: 'jobs.cancel',
    method: 'DELETE',
    path: '/v1/jobs/:id',
    access: 'key',
    docs: {
      operationId: 'cancelJob',
      tags,
      summary: 'Cancel a job',
      description:
        'Cancels a queued or running job within one second. The routes of a job that has not started are credited back. Does not count as a route.',
      security,
    },
    params: JobParameters,
    reply: { description: 'The canceled job.', schema: JobReply },
    errors: [400, 401, 403, 404, 409, 413, 422],
    failures: pickProblems(jobProblems, 'job-not-found', 'job-ended'),
    async handle({ params: { id } }, context) {
      const { account } = context.caller
      const now = context.now()
      const cancelledJob = await store.cancel(account, id, { now, expiresAtMs: now + resultRetentionMs })
      const job = await store.find(account, id)
      if (!job) return fail({ kind: 'job-not-found', id })
      if (!cancelledJob) return fail({ kind: 'job-ended', id, state: job.state })
      runner?.abort(id)
      if (cancelledJob.startedAtMs === null) refund(cancelledJob)
      return jsonReply(toJobReply(job, now))
    },
  })
}

function getResult({ store, chunks }: JobOptions): Operation {
  return defineOperation({
    name: 'jobs.result',
    method: 'GET',
    path: '/v1/jobs/:id/result',
    access: 'key',
    docs: {
      operationId: 'getJobResult',
      tags,
      summary: 'Download the result of a job',
      description:
        'Returns the reply of the operation as a file, compressed with gzip if the client accepts gzip. Does not count as a route.',
      security,
    },
    params: JobParameters,
    reply: {
      description: 'The reply of the operation, or one result for each entry of a list.',
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
    errors: [400, 401, 403, 404, 409, 422],
    failures: pickProblems(jobProblems, 'job-not-found', 'job-unfinished', 'job-without-result'),
    async handle({ params: { id }, headers }, context) {
      const job = await store.find(context.caller.account, id)
      if (!job) return fail({ kind: 'job-not-found', id })
      const { state, error } = job
      if (state === 'queued' || state === 'running') return fail({ kind: 'job-unfinished', id, state })
      if (state !== 'done') return fail({ kind: 'job-without-result', id, state, why: error?.detail ?? '' })
      const isCompressed = acceptsGzip(headers['accept-encoding'])
      const keys = await chunks.listResult(id)
      return streamedReply(
        { stream: () => openResult(chunks, id, keys, isCompressed) },
        {
          headers: {
            'content-disposition': `attachment; filename="${id}.json"`,
            vary: 'accept-encoding',
            ...(isCompressed && { 'content-encoding': 'gzip' }),
          },
        },
      )
    },
  })
}
