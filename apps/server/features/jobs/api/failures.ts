import type { ProblemTable } from '../../../platform/http/problem.ts'
import type { JobState } from '../job.ts'

export type JobBodyFailure =
  | { readonly kind: 'job-body-invalid'; readonly why: string }
  | { readonly kind: 'job-list-invalid'; readonly field: string }
  | { readonly kind: 'job-list-empty'; readonly field: string }
  | {
      readonly kind: 'job-list-too-long'
      readonly field: string
      readonly given: number
      readonly allowed: number
      readonly plan: string
    }

export type JobFailure =
  | JobBodyFailure
  | { readonly kind: 'job-not-found'; readonly id: string }
  | { readonly kind: 'too-many-jobs'; readonly given: number; readonly allowed: number; readonly plan: string }
  | { readonly kind: 'job-operation-scope'; readonly operation: string }
  | { readonly kind: 'job-unfinished'; readonly id: string; readonly state: 'queued' | 'running' }
  | {
      readonly kind: 'job-without-result'
      readonly id: string
      readonly state: keyof typeof endTexts
      readonly why: string
    }
  | { readonly kind: 'job-ended'; readonly id: string; readonly state: JobState }
  | { readonly kind: 'job-cursor-unknown'; readonly given: string }
  | { readonly kind: 'job-interrupted'; readonly attempts: number }

const endTexts = { failed: 'failed', cancelled: 'was canceled' } as const
const alreadyTexts: Readonly<Record<JobState, string>> = {
  // A job can end while the request is processed.
  queued: 'has already ended',
  running: 'has already ended',
  done: 'is already done',
  failed: 'already failed',
  cancelled: 'was already canceled',
}

const formatNumber = (value: number) => value.toLocaleString('en-US')

export const jobProblems: ProblemTable<JobFailure> = {
  'job-not-found': {
    code: 'job-not-found',
    status: 404,
    detail: ({ id }) =>
      `Your account has no job ${JSON.stringify(id)}; a job and its result are deleted some time after the job ends (see expires_at)`,
    example: { kind: 'job-not-found', id: 'job_5uPzKQ0nRr2xvYdA' },
  },
  'too-many-jobs': {
    code: 'too-many-jobs',
    status: 409,
    detail: ({ given, allowed, plan }) =>
      `You already have ${given} queued or running ${given === 1 ? 'job' : 'jobs'}, and the ${plan} plan allows at most ${allowed}; wait until a job ends, or cancel one with DELETE /v1/jobs/{id}`,
    example: { kind: 'too-many-jobs', given: 2, allowed: 2, plan: 'free' },
  },
  'job-body-invalid': {
    code: 'job-body-invalid',
    status: 422,
    detail: ({ why }) => `body is invalid: ${why}`,
    example: { kind: 'job-body-invalid', why: 'stops is missing' },
  },
  'job-list-invalid': {
    code: 'job-list-invalid',
    status: 422,
    detail: ({ field }) => `body.${field} must be a list of objects`,
    example: { kind: 'job-list-invalid', field: 'traces' },
  },
  'job-list-empty': {
    code: 'job-list-empty',
    status: 422,
    detail: ({ field }) => `body.${field} is []; give at least one entry`,
    example: { kind: 'job-list-empty', field: 'traces' },
  },
  'job-list-too-long': {
    code: 'job-list-too-long',
    status: 422,
    detail: ({ field, given, allowed, plan }) =>
      `body.${field} has ${formatNumber(given)} entries, but the ${plan} plan allows at most ${formatNumber(allowed)} per job; divide the entries among several jobs, or use a plan that allows more`,
    example: { kind: 'job-list-too-long', field: 'traces', given: 1001, allowed: 1000, plan: 'free' },
  },
  'job-operation-scope': {
    code: 'job-operation-scope',
    status: 403,
    detail: ({ operation }) =>
      `This key may create jobs, but may not be used for the ${operation} operation; use another key, or add ${operation} to the operations in the scopes of this key`,
    example: { kind: 'job-operation-scope', operation: 'matrix' },
  },
  'job-unfinished': {
    code: 'job-unfinished',
    status: 409,
    detail: ({ id, state }) =>
      `The job ${id} is still ${state}; its result is available when GET /v1/jobs/${id} reports the state "done"`,
    example: { kind: 'job-unfinished', id: 'job_5uPzKQ0nRr2xvYdA', state: 'running' },
  },
  'job-without-result': {
    code: 'job-without-result',
    status: 409,
    detail: ({ id, state, why }) =>
      `The job ${id} ${endTexts[state]}, so it has no result${why === '' ? '' : `: ${why}`}`,
    example: { kind: 'job-without-result', id: 'job_5uPzKQ0nRr2xvYdA', state: 'cancelled', why: '' },
  },
  'job-ended': {
    code: 'job-ended',
    status: 409,
    detail: ({ id, state }) => `The job ${id} ${alreadyTexts[state]}; only queued and running jobs can be canceled`,
    example: { kind: 'job-ended', id: 'job_5uPzKQ0nRr2xvYdA', state: 'done' },
  },
  'job-cursor-unknown': {
    code: 'job-cursor-unknown',
    status: 422,
    detail: ({ given }) => `after is ${JSON.stringify(given)}; give the unchanged value of next from the previous page`,
    example: { kind: 'job-cursor-unknown', given: 'x' },
  },
  'job-interrupted': {
    code: 'job-interrupted',
    status: 503,
    detail: ({ attempts }) =>
      `The job was interrupted ${attempts} times while processing the same part and will not be retried; split the work into smaller jobs`,
    example: { kind: 'job-interrupted', attempts: 3 },
  },
}
