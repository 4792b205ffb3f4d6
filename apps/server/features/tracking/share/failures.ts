import type { ProblemTable } from '../../../platform/http/problem.ts'

/** Errors of share links. The messages never reveal the owner of a link. */
export type ShareFailure =
  | { readonly kind: 'share-not-found' }
  | { readonly kind: 'share-id-unknown'; readonly id: string }
  | { readonly kind: 'too-many-shares'; readonly max: number }
  | { readonly kind: 'share-too-fast'; readonly retryAfterMs: number }

export const shareProblems: ProblemTable<ShareFailure> = {
  'share-not-found': {
    code: 'share-not-found',
    status: 404,
    detail: () => 'This link is invalid or has expired; ask the sender for a new one',
    example: { kind: 'share-not-found' },
  },
  'share-id-unknown': {
    code: 'share-unknown',
    status: 404,
    detail: (f) => `The account has no link ${JSON.stringify(f.id)}; the link may have expired or been revoked`,
    example: { kind: 'share-id-unknown', id: 'sh_1' },
  },
  'too-many-shares': {
    code: 'too-many-shares',
    status: 403,
    detail: (f) =>
      `The asset has ${f.max} valid links, which is the maximum; revoke one with DELETE /v1/shares/{id}, or choose a shorter expires_min`,
    example: { kind: 'too-many-shares', max: 500 },
  },
  'share-too-fast': {
    code: 'share-rate-limited',
    status: 429,
    detail: (f) =>
      `This link is limited to 2 requests per second; the next one will be accepted in ${Math.ceil(f.retryAfterMs)} ms`,
    retryAfterSeconds: (f) => f.retryAfterMs / 1000,
    example: { kind: 'share-too-fast', retryAfterMs: 400 },
  },
}
