import type { Clock } from '../clock.ts'
import type { SendOutcome, SmsMessage, SmsProvider } from './sms/sms-message.ts'
import { type ClaimedMessage, MAX_CODE_AGE_MS, type OutboxStore } from './store.ts'

const LEASE_MS = 60_000
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 3_600_000
/** Time after which a message whose reply was lost appears in the provider's message list. */
const STATUS_CHECK_DELAY_MS = 120_000
/** Maximum age of a message. Older alerts, for example about last month's limit, are useless. */
const MAX_MESSAGE_AGE_MS = 3 * 86_400_000

export interface OutboxOptions {
  readonly store: OutboxStore
  readonly provider: SmsProvider
  readonly clock: Clock
  readonly log: (fields: Record<string, unknown>, message: string) => void
}

/** Sends messages from the outbox one after another until none is due. Never sends a message twice. */
export class Outbox {
  private readonly options: OutboxOptions
  private readonly stopController = new AbortController()
  private currentRun: Promise<void> | undefined

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Sends all due messages. A call during a run waits for that run. */
  sendDue(): Promise<void> {
    this.currentRun ??= this.sendAllDue().finally(() => {
      this.currentRun = undefined
    })
    return this.currentRun
  }

  /** Completes the current send. The remaining messages are sent after the restart. */
  async stop(): Promise<void> {
    this.stopController.abort()
    await this.currentRun?.catch(() => {})
  }

  private async sendAllDue(): Promise<void> {
    const { store, clock } = this.options
    while (!this.stopController.signal.aborted) {
      const message = await store.claim(clock.now(), LEASE_MS)
      if (!message) return
      const startMs = clock.now()
      if (message.kind === 'phone-code' && startMs - message.created_at > MAX_CODE_AGE_MS) {
        await store.markFailed(message.id, 'the code has expired')
        continue
      }
      await this.recordOutcome(message, await this.trySend(message), startMs)
    }
  }

  private async trySend(message: ClaimedMessage): Promise<SendOutcome> {
    const { provider, clock } = this.options
    const sms: SmsMessage = { id: message.id, to: message.recipient, body: message.body }
    // The send ignores the stop signal, because an interrupted send would have an unknown outcome.
    const { signal } = new AbortController()
    if (message.unknown_since !== null && provider.wasSent) {
      if (clock.now() - message.unknown_since < STATUS_CHECK_DELAY_MS)
        return { kind: 'unknown', why: 'too early to check' }
      try {
        if (await provider.wasSent(sms, new Date(message.unknown_since), signal)) return { kind: 'sent' }
      } catch (error) {
        return { kind: 'unknown', why: `${provider.name} could not report the outcome: ${(error as Error).message}` }
      }
    }
    return await provider.send(sms, signal)
  }

  private async recordOutcome(message: ClaimedMessage, outcome: SendOutcome, startMs: number): Promise<void> {
    const { store, clock, provider, log } = this.options
    const now = clock.now()
    const fields = { message: message.id, provider: provider.name, attempt: message.attempts }
    if (outcome.kind === 'sent') {
      await store.markSent(message.id, now)
      log(fields, 'SMS sent')
      return
    }
    const isFinal = (outcome.kind === 'refused' && outcome.permanent) || now - message.created_at > getMaxAgeMs(message)
    if (isFinal) await store.markFailed(message.id, outcome.why)
    else {
      const minPauseMs =
        outcome.kind === 'refused' ? (outcome.retryAfterMs ?? 0) : provider.wasSent ? STATUS_CHECK_DELAY_MS : 0
      const pauseMs = Math.max(minPauseMs, Math.min(FIRST_PAUSE_MS * 2 ** (message.attempts - 1), MAX_PAUSE_MS))
      const unknownSince = outcome.kind === 'unknown' ? (message.unknown_since ?? startMs) : null
      await store.markRetry(message.id, now + pauseMs, outcome.why, unknownSince)
    }
    log({ ...fields, why: outcome.why, final: isFinal }, 'SMS not sent')
  }
}

function getMaxAgeMs({ kind }: ClaimedMessage): number {
  return kind === 'phone-code' ? MAX_CODE_AGE_MS : MAX_MESSAGE_AGE_MS
}
