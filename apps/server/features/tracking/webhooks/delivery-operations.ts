import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { type ProblemTable, pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { parseInstant } from '../api/instants.ts'
import { parseNumberCursor, toNumberPage } from '../api/number-cursor.ts'
import type { DeliveryStore } from './delivery-store.ts'
import { type WebhookFailureOf, webhookProblems } from './failures.ts'
import {
  DeliveriesQuery,
  DeliveriesReply,
  MAX_LISTED_DELIVERIES,
  ReplayBody,
  ReplayReply,
  WebhookParameters,
} from './schemas.ts'
import { parseDeliveryId, toDeliveryReply } from './webhook.ts'
import type { WebhookStore } from './webhook-store.ts'

const documentation = { tags: ['Webhooks'], security: [{ key: [] }] } as const
const MAX_REPLAYED_EVENTS = 10_000

const listProblems: ProblemTable<WebhookFailureOf<'webhook-not-found'> | TrackingFailureOf<'cursor-unknown'>> = {
  ...pickProblems(webhookProblems, 'webhook-not-found'),
  ...pickProblems(trackingProblems, 'cursor-unknown'),
}
const replayProblems: ProblemTable<
  | WebhookFailureOf<'webhook-not-found' | 'replay-too-large' | 'replay-two-choices' | 'delivery-unknown'>
  | TrackingFailureOf<'range-turned'>
> = {
  ...pickProblems(webhookProblems, 'webhook-not-found', 'replay-too-large', 'replay-two-choices', 'delivery-unknown'),
  ...pickProblems(trackingProblems, 'range-turned'),
}

export interface DeliveryOperationsOptions {
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
}

/** Creates the operations that list sent messages and send them again. */
export function deliveryOperations(options: DeliveryOperationsOptions): Operation[] {
  return [listDeliveries(options), replayDeliveries(options)]
}

function listDeliveries({ webhooks, deliveries }: DeliveryOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.deliveries',
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'listDeliveries',
      summary: 'List the deliveries of a webhook',
      description:
        'Lists the deliveries, newest first. Deliveries are kept for as long as the events. Does not count as a route.',
    },
    params: WebhookParameters,
    query: DeliveriesQuery,
    reply: { description: 'Deliveries.', schema: DeliveriesReply },
    errors: [400, 401, 403, 404, 422],
    failures: listProblems,
    async handle({ params: { id }, query: { state, after, limit = MAX_LISTED_DELIVERIES } }, { caller }) {
      const cursorNumber = after === undefined ? undefined : parseNumberCursor(after)
      if (after !== undefined && cursorNumber === undefined) return fail({ kind: 'cursor-unknown', given: after })
      const webhook = await webhooks.find(caller.account, id)
      if (!webhook) return fail({ kind: 'webhook-not-found', id })
      const rows = await deliveries.list({ webhook: webhook.number, state, before: cursorNumber, limit: limit + 1 })
      const { shown, cursor } = toNumberPage(rows, limit)
      return jsonReply({ deliveries: shown.map(toDeliveryReply), ...cursor })
    },
  })
}

function replayDeliveries({ webhooks, deliveries }: DeliveryOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.replay',
    method: 'POST',
    idempotent: false,
    path: '/v1/webhooks/:id/replay',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'replayWebhook',
      summary: 'Resend webhook messages',
      description:
        'Resends all `dead` messages, the given deliveries, or up to 10,000 events from a period. The messages keep their `webhook-id`. Does not count as a route.',
    },
    params: WebhookParameters,
    body: ReplayBody,
    reply: { description: 'The number of queued messages.', schema: ReplayReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: replayProblems,
    async handle({ params: { id }, body }, context) {
      const { deliveries: ids, from, until } = body
      const webhook = await webhooks.find(context.caller.account, id)
      if (!webhook) return fail({ kind: 'webhook-not-found', id })
      if (ids && (from ?? until) !== undefined) return fail({ kind: 'replay-two-choices' })
      const nowMs = context.now()
      if (from === undefined && until === undefined) {
        const numbers = ids?.map(parseDeliveryId)
        const unknownIndex = numbers?.indexOf(undefined) ?? -1
        if (unknownIndex >= 0)
          return fail({ kind: 'delivery-unknown', index: unknownIndex, given: ids?.[unknownIndex] ?? '' })
        const knownNumbers = numbers?.filter((number) => number !== undefined)
        return jsonReply({ queued: await deliveries.replay(webhook.number, knownNumbers, nowMs) })
      }
      const period = {
        fromMs: from === undefined ? 0 : parseInstant(from),
        untilMs: until === undefined ? nowMs : parseInstant(until),
      }
      if (period.fromMs > period.untilMs) return fail({ kind: 'range-turned', from: from ?? '', until: until ?? 'now' })
      const queuedCount = await deliveries.replayPeriod(webhook, period, MAX_REPLAYED_EVENTS, nowMs)
      return queuedCount === undefined
        ? fail({ kind: 'replay-too-large', max: MAX_REPLAYED_EVENTS })
        : jsonReply({ queued: queuedCount })
    },
  })
}
