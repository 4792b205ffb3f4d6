import type { ProblemTable } from '../problem.ts'

/** Failures that are caused by the service and not by the request. The same request can succeed later. */
export type ServiceFailure =
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'storage-away'; readonly store: string }
  | { readonly kind: 'storage-refused' }
  | { readonly kind: 'region-unavailable'; readonly region: string }
  | { readonly kind: 'connections-used' }
  | { readonly kind: 'connections-of-address'; readonly max: number }
  | { readonly kind: 'not-ready'; readonly why: string }
  | { readonly kind: 'crashed'; readonly requestId: string }

export const serviceProblems: ProblemTable<ServiceFailure> = {
  overloaded: {
    code: 'overloaded',
    status: 503,
    detail: () => 'The service is overloaded; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'overloaded' },
  },
  'storage-away': {
    code: 'storage-unavailable',
    status: 503,
    detail: (f) => `The service cannot reach its ${f.store} at the moment; try again shortly`,
    retryAfterSeconds: () => 2,
    example: { kind: 'storage-away', store: 'database' },
  },
  'storage-refused': {
    code: 'storage-failed',
    status: 503,
    detail: () => 'The service cannot read or save its data at the moment; try again in a few seconds',
    retryAfterSeconds: () => 5,
    example: { kind: 'storage-refused' },
  },
  'region-unavailable': {
    code: 'region-unavailable',
    status: 503,
    detail: (f) =>
      `The map ${f.region} is currently unavailable, because no server that has this map is responding; try again in a few seconds (other maps are not affected)`,
    retryAfterSeconds: () => 5,
    example: { kind: 'region-unavailable', region: 'porto' },
  },
  'connections-used': {
    code: 'too-many-connections',
    status: 503,
    detail: () => 'The service has no free connections at the moment; try again in a few seconds',
    retryAfterSeconds: () => 5,
    example: { kind: 'connections-used' },
  },
  'connections-of-address': {
    code: 'too-many-connections-per-address',
    status: 503,
    detail: (f) =>
      `Your network address has ${f.max} open connections, which is the maximum; close some, or send several requests over one connection`,
    retryAfterSeconds: () => 5,
    example: { kind: 'connections-of-address', max: 1000 },
  },
  'not-ready': {
    code: 'not-ready',
    status: 503,
    detail: (f) => `The service is not ready: ${f.why}`,
    example: { kind: 'not-ready', why: 'database: unavailable (ECONNREFUSED)' },
  },
  crashed: {
    code: 'internal-error',
    status: 500,
    detail: (f) =>
      `The service failed on this request and logged the error; report the error with the request id ${f.requestId}`,
    example: { kind: 'crashed', requestId: 'r-1' },
  },
}
