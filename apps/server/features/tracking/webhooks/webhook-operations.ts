import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { RemovedReply } from '../api/reply-schemas.ts'
import { describeFailure, SEND_TIMEOUT_MS } from './deliverer.ts'
import { webhookProblems } from './failures.ts'
import {
  CreatedWebhookReply,
  TestReply,
  UpdatedWebhookReply,
  WebhookBody,
  WebhookChanges,
  WebhookParameters,
  WebhookReply,
  WebhooksReply,
} from './schemas.ts'
import { sendWebhook } from './send.ts'
import { findTargetError } from './target.ts'
import { toTestRequest, toWebhookReply } from './webhook.ts'
import { MAX_WEBHOOKS, type WebhookStore } from './webhook-store.ts'

const documentation = { tags: ['Webhooks'], security: [{ key: [] }] } as const

export interface WebhookOperationsOptions {
  readonly webhooks: WebhookStore
  /** Whether targets on private networks are allowed. */
  readonly allowPrivate: boolean
}

/** Creates the operations for webhooks, which receive the events of assets. */
export function webhookOperations(options: WebhookOperationsOptions): Operation[] {
  return [
    createWebhook(options),
    listWebhooks(options),
    getWebhook(options),
    updateWebhook(options),
    removeWebhook(options),
    testWebhook(options),
  ]
}

function createWebhook({ webhooks, allowPrivate }: WebhookOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.create',
    method: 'POST',
    idempotent: false,
    path: '/v1/webhooks',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'Starts sending events to the URL, signed according to Standard Webhooks. Each event is sent at least once, and the events of an asset are sent in order. Save the secret from the reply, because it is not shown again. Does not count as a route.',
    },
    body: WebhookBody,
    reply: { description: 'The webhook and its secret.', schema: CreatedWebhookReply },
    errors: [400, 401, 403, 413, 422],
    failures: pickProblems(webhookProblems, 'too-many-webhooks', 'target-refused'),
    async handle({ body: { url, description = null, events } }, context) {
      const urlError = findTargetError(url, allowPrivate)
      if (urlError !== undefined) return fail({ kind: 'target-refused', given: url.slice(0, 200), why: urlError })
      const createResult = await webhooks.create(context.caller.account, { url, description, events }, context.now())
      if (!createResult.ok) return fail({ kind: 'too-many-webhooks', max: MAX_WEBHOOKS })
      return jsonReply({ ...toWebhookReply(createResult.value), secret: createResult.value.secret })
    },
  })
}

function listWebhooks({ webhooks }: WebhookOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.list',
    method: 'GET',
    path: '/v1/webhooks',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'listWebhooks',
      summary: 'List your webhooks',
      description: 'Lists your webhooks (at most 10) in order of creation. Does not count as a route.',
    },
    reply: { description: 'Webhooks.', schema: WebhooksReply },
    errors: [400, 401, 403],
    handle: async (_input, { caller }) =>
      jsonReply({ webhooks: (await webhooks.list(caller.account)).map(toWebhookReply) }),
  })
}

function getWebhook({ webhooks }: WebhookOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.get',
    method: 'GET',
    path: '/v1/webhooks/:id',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      description: 'Returns the webhook without its secret. Does not count as a route.',
    },
    params: WebhookParameters,
    reply: { description: 'The webhook.', schema: WebhookReply },
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(webhookProblems, 'webhook-not-found'),
    async handle({ params: { id } }, { caller }) {
      const webhook = await webhooks.find(caller.account, id)
      return webhook ? jsonReply(toWebhookReply(webhook)) : fail({ kind: 'webhook-not-found', id })
    },
  })
}

function updateWebhook({ webhooks, allowPrivate }: WebhookOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.update',
    method: 'PATCH',
    idempotent: false,
    path: '/v1/webhooks/:id',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'updateWebhook',
      summary: 'Update a webhook',
      description:
        'Changes the given fields. Messages in the queue go to the new URL. To rotate the secret, send `rotate_secret: true`. Does not count as a route.',
    },
    params: WebhookParameters,
    body: WebhookChanges,
    reply: { description: 'The webhook, with its secret if the secret is new.', schema: UpdatedWebhookReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: pickProblems(webhookProblems, 'webhook-not-found', 'target-refused'),
    async handle({ params: { id }, body }, context) {
      const { url, description, events, enabled, rotate_secret: rotatesSecret = false } = body
      const current = await webhooks.find(context.caller.account, id)
      if (!current) return fail({ kind: 'webhook-not-found', id })
      const urlError = url === undefined ? undefined : findTargetError(url, allowPrivate)
      if (urlError !== undefined)
        return fail({ kind: 'target-refused', given: (url ?? '').slice(0, 200), why: urlError })
      const edit = { url, description, events, enabled, rotatesSecret }
      const updatedWebhook = await webhooks.update(current, edit, context.now())
      if (!updatedWebhook) return fail({ kind: 'webhook-not-found', id })
      return jsonReply({ ...toWebhookReply(updatedWebhook), ...(rotatesSecret && { secret: updatedWebhook.secret }) })
    },
  })
}

function removeWebhook({ webhooks }: WebhookOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.remove',
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'removeWebhook',
      summary: 'Remove a webhook',
      description: 'Removes the webhook with its queue and its log. Does not count as a route.',
    },
    params: WebhookParameters,
    reply: { description: 'The webhook was removed.', schema: RemovedReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: pickProblems(webhookProblems, 'webhook-not-found'),
    async handle({ params: { id } }, { caller }) {
      const isRemoved = await webhooks.remove(caller.account, id)
      return isRemoved ? jsonReply({ removed: id }) : fail({ kind: 'webhook-not-found', id })
    },
  })
}

function testWebhook({ webhooks, allowPrivate }: WebhookOperationsOptions): Operation {
  return defineOperation({
    name: 'webhooks.test',
    method: 'POST',
    idempotent: false,
    path: '/v1/webhooks/:id/test',
    access: 'key',
    docs: {
      ...documentation,
      operationId: 'testWebhook',
      summary: 'Send a test message to a webhook',
      description:
        'Sends a signed message of type `test` once, and waits up to 10 seconds for the response. Does not count as a route.',
    },
    params: WebhookParameters,
    reply: { description: 'The response from the receiver.', schema: TestReply },
    errors: [400, 401, 403, 404, 413, 422],
    failures: pickProblems(webhookProblems, 'webhook-not-found'),
    async handle({ params: { id } }, context) {
      const webhook = await webhooks.find(context.caller.account, id)
      if (!webhook) return fail({ kind: 'webhook-not-found', id })
      const startedAt = performance.now()
      const request = toTestRequest(webhook, context.now())
      const result = await sendWebhook(request, { allowPrivate, timeoutMs: SEND_TIMEOUT_MS })
      const isDelivered = result.kind === 'answered' && result.status >= 200 && result.status < 300
      return jsonReply({
        delivered: isDelivered,
        ...(result.kind === 'answered' && { status: result.status }),
        ...(!isDelivered && { error: describeFailure(result) }),
        duration_ms: Math.round(performance.now() - startedAt),
      })
    },
  })
}
