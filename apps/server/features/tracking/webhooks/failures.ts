import type { ProblemTable } from '../../../platform/http/problem.ts'

export type WebhookFailure =
  | { readonly kind: 'webhook-not-found'; readonly id: string }
  | { readonly kind: 'too-many-webhooks'; readonly max: number }
  | { readonly kind: 'target-refused'; readonly given: string; readonly why: string }
  | { readonly kind: 'replay-too-large'; readonly max: number }
  | { readonly kind: 'replay-two-choices' }
  | { readonly kind: 'delivery-unknown'; readonly index: number; readonly given: string }

export type WebhookFailureOf<K extends WebhookFailure['kind']> = Extract<WebhookFailure, { readonly kind: K }>

export const webhookProblems: ProblemTable<WebhookFailure> = {
  'webhook-not-found': {
    code: 'webhook-not-found',
    status: 404,
    detail: (f) => `The account has no webhook ${JSON.stringify(f.id)}; GET /v1/webhooks lists its webhooks`,
    example: { kind: 'webhook-not-found', id: 'wh_1' },
  },
  'too-many-webhooks': {
    code: 'too-many-webhooks',
    status: 403,
    detail: (f) => `The account has ${f.max} webhooks, which is the maximum; remove one with DELETE /v1/webhooks/{id}`,
    example: { kind: 'too-many-webhooks', max: 10 },
  },
  'target-refused': {
    code: 'webhook-target-refused',
    status: 422,
    detail: (f) => `url is ${JSON.stringify(f.given)}; ${f.why}`,
    example: { kind: 'target-refused', given: 'http://example.com', why: 'it must begin with https://' },
  },
  'replay-too-large': {
    code: 'webhook-replay-too-large',
    status: 422,
    detail: (f) => `The period has more events than the maximum of ${f.max} per replay; give a shorter period`,
    example: { kind: 'replay-too-large', max: 10_000 },
  },
  'replay-two-choices': {
    code: 'webhook-replay-two-choices',
    status: 422,
    detail: () => 'deliveries and a period are both set; use either deliveries, or from and until',
    example: { kind: 'replay-two-choices' },
  },
  'delivery-unknown': {
    code: 'webhook-delivery-unknown',
    status: 422,
    detail: (f) =>
      `deliveries[${f.index}] is ${JSON.stringify(f.given)}; give the id of a delivery from GET /v1/webhooks/{id}/deliveries`,
    example: { kind: 'delivery-unknown', index: 0, given: '7' },
  },
}
