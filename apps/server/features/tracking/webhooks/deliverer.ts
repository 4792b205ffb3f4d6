import type { Clock } from '../../../platform/clock.ts'
import type { WebhookRow } from '../../../platform/storage/tables/events.ts'
import type { DeliveryStore, DueDelivery } from './delivery-store.ts'
import { type SendOptions, type SendResult, sendWebhook } from './send.ts'
import { toEventRequest } from './webhook.ts'

/**
 * Duration of a lease in milliseconds, which exceeds a batch including its last request. After a crash, another server
 * continues when the lease ends.
 */
const LEASE_MS = 20_000
const BATCH_MS = 4_000
export const SEND_TIMEOUT_MS = 10_000
/** Maximum number of webhooks that receive messages at the same time. */
const MAX_WEBHOOKS_AT_ONCE = 8
const MAX_MESSAGES_AT_ONCE = 8
/**
 * Maximum number of attempts. A rejected message is abandoned after about 43 minutes, because it delays later messages.
 */
const MAX_ATTEMPTS = 10
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 3_600_000
/** First pause for an unavailable receiver, in milliseconds. Later pauses are longer. */
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 600_000

const HTTP_GONE = 410
/** Statuses with which a receiver, or a proxy in front of it, reports that it cannot accept any message now. */
const UNAVAILABLE_STATUSES = new Set([408, 425, 429, 502, 503, 504])

export interface DelivererOptions extends Pick<SendOptions, 'allowPrivate'> {
  readonly store: DeliveryStore
  readonly clock: Clock
  readonly log: (fields: object, message: string) => void
  /** Function that sends a message, replaced in tests. */
  readonly send?: typeof sendWebhook
}

/** Batch of messages to one webhook. */
interface Batch {
  readonly webhook: WebhookRow
  readonly endsAtMs: number
  sentCount: number
  isStopped: boolean
}

/**
 * Sends the messages of the outbox in order for each asset. The next message of an asset waits until the previous
 * message was delivered or abandoned. A message may arrive twice if a server dies before it has stored the response.
 */
export class WebhookDeliverer {
  private readonly options: DelivererOptions

  constructor(options: DelivererOptions) {
    this.options = options
  }

  /**
   * Sends messages that are due. If there are many, the next call continues, so that a shutdown does not have to wait.
   */
  async sendDue(): Promise<void> {
    const { store, clock } = this.options
    for (const endsAtMs = clock.now() + BATCH_MS; clock.now() < endsAtMs; ) {
      const webhooks = await store.leaseDue(clock.now(), LEASE_MS, MAX_WEBHOOKS_AT_ONCE)
      const counts = await Promise.all(webhooks.map((webhook) => this.sendBatch(webhook)))
      if (counts.every((sentCount) => sentCount === 0)) return
    }
  }

  /** Sends a batch and returns the number of delivered messages. */
  private async sendBatch(webhook: WebhookRow): Promise<number> {
    const { store, clock } = this.options
    const batch: Batch = { webhook, endsAtMs: clock.now() + BATCH_MS, sentCount: 0, isStopped: false }
    try {
      const chains = (await store.listDue(webhook.number, clock.now())).values()
      const work = async () => {
        for (const chain of chains) await this.sendChain(batch, chain)
      }
      await Promise.all(Array.from({ length: MAX_MESSAGES_AT_ONCE }, work))
    } finally {
      await store.release(webhook.number)
    }
    return batch.sentCount
  }

  /** Sends the messages of one asset one after another until a message fails. */
  private async sendChain(batch: Batch, chain: readonly DueDelivery[]): Promise<void> {
    const { clock, allowPrivate, send = sendWebhook } = this.options
    for (const delivery of chain) {
      if (batch.isStopped || clock.now() >= batch.endsAtMs) return
      const request = toEventRequest(batch.webhook, delivery.row, clock.now())
      const result = await send(request, { allowPrivate, timeoutMs: SEND_TIMEOUT_MS })
      if (!(await this.record(batch, delivery, result))) return
    }
  }

  /** Records the result. Returns whether the next message of the asset may follow. */
  private async record(batch: Batch, delivery: DueDelivery, result: SendResult): Promise<boolean> {
    const { store, clock, log } = this.options
    const { webhook } = batch
    const { number } = delivery
    const attempts = delivery.attempts + 1
    const nowMs = clock.now()
    const status = result.kind === 'answered' ? result.status : null
    if (status !== null && status >= 200 && status < 300) {
      await store.markSent(number, attempts, status, nowMs)
      if (batch.sentCount++ === 0 && webhook.failures > 0) await store.pause(webhook.number, 0, null)
      return true
    }
    const reason = describeFailure(result)
    log(
      { webhook: webhook.id, event: delivery.row.id, attempt: attempts, why: reason },
      'webhook message not delivered',
    )
    if (status === HTTP_GONE) {
      await store.markRetry(number, attempts, status, reason, nowMs)
      await this.stopForGood(batch, reason)
      return false
    }
    if (status === null || UNAVAILABLE_STATUSES.has(status)) {
      await store.markRetry(number, attempts, status, reason, nowMs)
      await this.pause(batch, result, nowMs)
      return false
    }
    if (attempts >= MAX_ATTEMPTS) {
      await store.markDead(number, attempts, status, reason, nowMs)
      return true
    }
    await store.markRetry(number, attempts, status, reason, nowMs + backOff(FIRST_RETRY_MS, attempts, MAX_RETRY_MS))
    return false
  }

  /** Pauses the receiver. Concurrent messages fail for the same reason, so the failure counts once. */
  private async pause(batch: Batch, result: SendResult, nowMs: number): Promise<void> {
    if (batch.isStopped) return
    batch.isStopped = true
    const failures = (batch.sentCount > 0 ? 0 : batch.webhook.failures) + 1
    const askedMs = result.kind === 'answered' ? (result.retryAfterMs ?? 0) : 0
    const pauseMs = Math.max(askedMs, backOff(FIRST_PAUSE_MS, failures, MAX_PAUSE_MS))
    await this.options.store.pause(batch.webhook.number, failures, nowMs + pauseMs)
  }

  private async stopForGood(batch: Batch, reason: string): Promise<void> {
    if (batch.isStopped) return
    batch.isStopped = true
    await this.options.store.disable(batch.webhook, reason)
  }
}

function backOff(firstMs: number, attempts: number, maxMs: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), maxMs)
}

export function describeFailure(result: SendResult): string {
  if (result.kind === 'failed') return result.why
  const { status } = result
  if (status === HTTP_GONE) return 'the receiver replied 410 (Gone), so the webhook was disabled'
  if (status >= 300 && status < 400) return `the receiver replied ${status}; redirects are not followed`
  return `the receiver replied ${status}`
}
