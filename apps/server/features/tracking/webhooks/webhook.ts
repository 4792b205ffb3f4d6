import { randomBytes } from 'node:crypto'
import { signWebhook } from '../../../platform/notifications/webhook-signature.ts'
import type { DeliveryRow, WebhookRow } from '../../../platform/storage/tables/events.ts'
import { type EventFields, type eventTypes, toEventReply } from '../events/event.ts'
import type { WebhookRequest } from './send.ts'

/** Returns whether a string is a webhook id. The database would reject some other strings. */
export function isWebhookId(text: string): boolean {
  return /^wh_[\w-]{16}$/.test(text)
}

export const makeWebhookId = () => `wh_${randomBytes(12).toString('base64url')}`
/** Creates a secret of 32 random bytes. Standard Webhooks recommends 24 to 64 bytes. */
export const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const toIsoTime = (ms: number) => new Date(ms).toISOString()

export function toWebhookReply(row: WebhookRow) {
  const { id, url, description, events, enabled, disabled_why, paused_until, failures, created_at } = row
  return {
    id,
    url,
    ...(description !== null && { description }),
    events: events === null ? null : (JSON.parse(events) as (typeof eventTypes)[number][]),
    enabled: enabled === 1,
    ...(enabled !== 1 && disabled_why !== null && { disabled_why }),
    ...(failures > 0 && paused_until !== null && { paused_until: toIsoTime(paused_until) }),
    created_at: toIsoTime(created_at),
  }
}

function formatDeliveryId(number: number): string {
  return `dl_${number.toString(36)}`
}

export function parseDeliveryId(text: string): number | undefined {
  return /^dl_[0-9a-z]{1,9}$/.test(text) ? Number.parseInt(text.slice(3), 36) : undefined
}

export function toDeliveryReply(row: DeliveryRow) {
  const { number, event, state, attempts, status, error, next_attempt_at, created_at, ended_at } = row
  return {
    id: formatDeliveryId(number),
    event,
    state,
    attempts,
    ...(status !== null && { status }),
    ...(error !== null && { error }),
    queued_at: toIsoTime(created_at),
    ...(state === 'pending' && { next_attempt_at: toIsoTime(next_attempt_at) }),
    ...(ended_at !== null && { ended_at: toIsoTime(ended_at) }),
  }
}

type Signer = Pick<WebhookRow, 'url' | 'secret' | 'old_secret' | 'old_secret_until'>

/**
 * Creates the message about an event. The message id is the event id, so that receivers recognize a repeated message.
 */
export function toEventRequest(webhook: Signer, event: EventFields, nowMs: number): WebhookRequest {
  const data = toEventReply(event)
  return toSignedRequest(webhook, event.id, { type: event.type, timestamp: data.time, data }, nowMs)
}

export function toTestRequest(webhook: Signer, nowMs: number): WebhookRequest {
  const id = `ev_test_${randomBytes(6).toString('base64url')}`
  return toSignedRequest(webhook, id, { type: 'test', timestamp: toIsoTime(nowMs), data: { id } }, nowMs)
}

/** Signs a message according to Standard Webhooks. For a day after a rotation, the message has two signatures. */
function toSignedRequest(
  { url, secret, old_secret, old_secret_until }: Signer,
  id: string,
  message: object,
  nowMs: number,
): WebhookRequest {
  const body = JSON.stringify(message)
  const timestamp = Math.floor(nowMs / 1000)
  const secrets = old_secret !== null && (old_secret_until ?? 0) > nowMs ? [secret, old_secret] : [secret]
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Fairway',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((webhookSecret) => signWebhook(webhookSecret, id, timestamp, body)).join(' '),
    },
  }
}
