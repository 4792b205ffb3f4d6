import type { PushPositionReply } from '@fairway/client'
import { ask, type Call, CallFailed } from '../../../state/calls.ts'
import type { Fix } from './vehicle.ts'

/** The maximum number of positions per push. */
const MAX_AT_ONCE = 1_000

export interface Sent {
  readonly accepted: number
  /** Positions that wait to be accepted by the service. */
  readonly waiting: number
  readonly trouble: string | undefined
}

/**
 * Pushes positions, one call at a time. Unsent positions go with the next call. The interval starts at the reply: the
 * service counted the push before that, whatever the latency was.
 */
export class Sender {
  private readonly asset: string
  private readonly gapMs: number
  private queue: Fix[] = []
  private isSending = false
  private notBeforeMs = 0

  constructor(asset: string, gapMs = 0) {
    this.asset = asset
    this.gapMs = gapMs
  }

  static callFor(asset: string, body: unknown): Call {
    return { method: 'POST', path: `/v1/assets/${asset}/position`, body }
  }

  /** Returns undefined while an earlier push is in progress. Throws errors that waiting does not resolve. */
  async send(fix: Fix): Promise<Sent | undefined> {
    this.queue = [...this.queue, fix].slice(-MAX_AT_ONCE)
    if (this.isSending || performance.now() < this.notBeforeMs) return undefined
    this.isSending = true
    const batch = this.queue
    let waitMs = this.gapMs
    try {
      const body = batch.length === 1 ? batch[0] : { positions: batch }
      const { accepted } = await ask<PushPositionReply>(Sender.callFor(this.asset, body))
      this.queue = this.queue.filter((one) => !batch.includes(one))
      return { accepted, waiting: this.queue.length, trouble: undefined }
    } catch (error) {
      if (!(error instanceof CallFailed) || !error.isPassing) throw error
      waitMs = Math.max(waitMs, 1_000 * (error.retryAfterS ?? 1))
      const trouble = error.status === 0 ? 'The service does not respond.' : error.message
      return { accepted: 0, waiting: this.queue.length, trouble }
    } finally {
      this.notBeforeMs = performance.now() + waitMs
      this.isSending = false
    }
  }
}
