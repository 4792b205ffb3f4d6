import { Type } from 'typebox'
import {
  InstantSchema,
  NullableSchema,
  OneOfSchema,
  SingleLineSchema,
  WarningsSchema,
} from '../../../platform/http/schemas.ts'
import { jobStates } from '../job.ts'
import { createJobExample, doneJobExample, queuedJobExample } from './examples.ts'

/** Ids of the operations that jobs can run. */
const jobOperations = ['matrix', 'optimize', 'match', 'isochrone', 'geocodeBatch'] as const
export type JobOperation = (typeof jobOperations)[number]

export const MAX_LISTED_JOBS = 100

export const CreateJobBody = Type.Object(
  {
    operation: OneOfSchema(jobOperations, {
      description:
        'The operation to run: `matrix` (`POST /v1/matrix`), `optimize` (`POST /v1/optimize`), `match` (`POST /v1/match`), `isochrone` (`POST /v1/isochrone`) or `geocodeBatch` (`POST /v1/geocode/batch`).',
    }),
    body: Type.Unsafe<object>({
      type: 'object',
      description:
        'The request body of the operation, within the limits for jobs. `match` also accepts `traces`, and `isochrone` also accepts `requests`; both are lists of bodies. Fields outside the list apply to every body in the list that does not set them. The result of a list is `{"results": [{"status": "done", "reply": …} or {"status": "failed", "error": {"status", "code", "detail"}}]}`, in the same order.',
    }),
  },
  { examples: [createJobExample] },
)

export const JobParameters = Type.Object({
  id: SingleLineSchema(64, 'The id of the job, as returned when it was created.'),
})

export const ListJobsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LISTED_JOBS,
      description: `Maximum number of jobs, 1 to ${MAX_LISTED_JOBS}. Default: ${MAX_LISTED_JOBS}.`,
    }),
  ),
  after: Type.Optional(SingleLineSchema(64, 'The value of `next` from the previous page.')),
})

const jobFields = {
  id: Type.String({ description: 'The id of the job.' }),
  operation: OneOfSchema(jobOperations, { description: 'The operation that the job runs.' }),
  state: OneOfSchema(jobStates, {
    description:
      '`queued`: the job is waiting. `running`: see `progress_pct`. `done`: the result is available. `failed`: see `error`. `cancelled`: the job was canceled.',
  }),
  progress_pct: Type.Number({ minimum: 0, maximum: 100, description: 'Percentage of the job that is complete.' }),
  remaining_s: NullableSchema(
    Type.Number({ description: 'Estimated time until the job ends; `null` until the first part is finished.' }),
  ),
  units: Type.Integer({
    description: 'The number of routes that the job counts as. These routes are credited back if the job fails.',
  }),
  created_at: InstantSchema('When the job was created. The request is computed as of this time.'),
  started_at: NullableSchema(InstantSchema('When the job first started; `null` until it starts.')),
  finished_at: NullableSchema(InstantSchema('When the job ended; `null` until it ends.')),
  expires_at: NullableSchema(InstantSchema('When the job and its result are deleted; `null` until the job ends.')),
  result: Type.Optional(
    Type.Object(
      {
        url: Type.String({ description: 'The path from which to download the result.' }),
        bytes: Type.Integer({ description: 'Size of the result in bytes before compression.' }),
      },
      { 'x-name': 'JobResult', description: 'Present if the job is done.' },
    ),
  ),
  error: Type.Optional(
    Type.Object(
      {
        status: Type.Integer({ description: 'The HTTP status that the operation would have returned.' }),
        code: Type.String({ description: 'The error code, as in the `X-Error-Code` header.' }),
        detail: Type.String({ description: 'What is wrong and how to fix it.' }),
      },
      { 'x-name': 'JobError', description: 'Present if the job has failed.' },
    ),
  ),
}

export const JobReply = Type.Object(jobFields, { 'x-name': 'Job', examples: [doneJobExample] })
export const CreatedJobReply = Type.Object({ ...jobFields, warnings: WarningsSchema }, { examples: [queuedJobExample] })

export const JobListReply = Type.Object(
  {
    jobs: Type.Array(Type.Object(jobFields, { 'x-name': 'Job' }), { description: 'Newest first.' }),
    limits: Type.Object(
      {
        max_jobs: Type.Integer({ description: 'Maximum number of queued and running jobs.' }),
        points: Type.Integer({
          description: 'Maximum number of points per side of a matrix and of stops in an optimization.',
        }),
        items: Type.Integer({ description: 'Maximum number of traces, isochrones or queries in a job.' }),
      },
      { description: 'The limits of your plan.' },
    ),
    next: Type.Optional(
      Type.String({
        description: 'Send this value as the `after` parameter to get the next page. Omitted on the last page.',
      }),
    ),
  },
  { examples: [{ jobs: [doneJobExample], limits: { max_jobs: 20, points: 10000, items: 100000 } }] },
)
