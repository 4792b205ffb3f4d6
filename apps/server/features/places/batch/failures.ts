import type { ProblemTable } from '../../../platform/http/problem.ts'

export type BatchFailure =
  | { readonly kind: 'too-many-queries'; readonly given: number; readonly allowed: number }
  | { readonly kind: 'no-queries' }
  | { readonly kind: 'compute-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'compute-lost' }
  | { readonly kind: 'given-up' }

export const batchProblems: ProblemTable<BatchFailure> = {
  'too-many-queries': {
    code: 'too-many-queries',
    status: 422,
    detail: (f) =>
      `queries has ${f.given} entries, but a batch may have at most ${f.allowed}; divide the queries among several batches`,
    example: { kind: 'too-many-queries', given: 1001, allowed: 1000 },
  },
  'no-queries': {
    code: 'no-queries',
    status: 422,
    detail: () =>
      'queries is empty; give at least one query, such as {"q": "18 de julio 1234, montevideo"} or {"lat": -34.9058, "lon": -56.1882}',
    example: { kind: 'no-queries' },
  },
  'compute-busy': {
    code: 'batch-busy',
    status: 503,
    detail: () =>
      'The service is already working at full capacity; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'compute-busy', retryAfterSeconds: 2 },
  },
  'compute-lost': {
    code: 'batch-interrupted',
    status: 503,
    detail: () => 'The thread that was processing the batch has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'compute-lost' },
  },
  'given-up': {
    code: 'batch-canceled',
    status: 503,
    detail: () =>
      'The connection was closed before the batch was finished; send the request again if you still need the results',
    example: { kind: 'given-up' },
  },
}
