import type { Clock } from '../clock.ts'
import type { SendOutcome, TextMessage, TextProvider } from './sms/sms-message.ts'
import type { ClaimedMessage, OutboxStore } from './store.ts'

const LEASE_MS = 60_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
/** Time until a provider's list shows a message whose reply was lost. */
const SETTLE_MS = 120_000
/** An alert about last month's limit is useless. */
const GIVE_UP_MS = 3 * 86_400_000

export interface OutboxOptions {
  readonly store: OutboxStore
  readonly provider: TextProvider
  readonly clock: Clock
  readonly log: (fields: Record<string, unknown>, text: string) => void
}

/** Sends messages from the outbox one after another until none is due. Never sends a message twice. */
export class Outbox {
  private readonly options: OutboxOptions
  private readonly stopping = new AbortController()
  private running: Promise<void> | undefined

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Calls during a run join it. */
  sendDue(): Promise<void> {
    this.running ??= this.drain().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** Completes the current send; the rest is sent after the restart. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.running?.catch(() => {})
  }

  private async drain(): Promise<void> {
    const { store, clock } = this.options
    while (!this.stopping.signal.aborted) {
      const message = await store.claim(clock.now(), LEASE_MS)
      if (!message) return
      const begun = clock.now()
      await this.settle(message, await this.attempt(message), begun)
    }
  }

  private async attempt(message: ClaimedMessage): Promise<SendOutcome> {
    const { provider, clock } = this.options
    const text: TextMessage = { id: message.id, to: message.recipient, body: message.body }
    // Not the stop signal: a send that has begun may finish, or its outcome would needlessly be unknown.
    const { signal } = new AbortController()
    if (message.unknown_since !== null && provider.wasSent) {
      if (clock.now() - message.unknown_since < SETTLE_MS) return { kind: 'unknown', why: 'too early to check' }
      try {
        if (await provider.wasSent(text, new Date(message.unknown_since), signal)) return { kind: 'sent' }
      } catch (error) {
        return { kind: 'unknown', why: `${provider.name} could not report the outcome: ${(error as Error).message}` }
      }
    }
    return await provider.send(text, signal)
  }

  private async settle(message: ClaimedMessage, outcome: SendOutcome, begun: number): Promise<void> {
    const { store, clock, provider, log } = this.options
    const now = clock.now()
    const fields = { message: message.id, provider: provider.name, attempt: message.attempts }
    if (outcome.kind === 'sent') {
      await store.markSent(message.id, now)
      log(fields, 'SMS sent')
      return
    }
    const final = (outcome.kind === 'refused' && outcome.permanent) || now - message.created_at > GIVE_UP_MS
    if (final) await store.markFailed(message.id, outcome.why)
    else {
      const asked = outcome.kind === 'refused' ? (outcome.retryAfterMs ?? 0) : provider.wasSent ? SETTLE_MS : 0
      const pause = Math.max(asked, Math.min(FIRST_PAUSE_MS * 2 ** (message.attempts - 1), LONGEST_PAUSE_MS))
      const unknownSince = outcome.kind === 'unknown' ? (message.unknown_since ?? begun) : null
      await store.markRetry(message.id, now + pause, outcome.why, unknownSince)
    }
    log({ ...fields, why: outcome.why, final }, 'SMS not sent')
  }
}
