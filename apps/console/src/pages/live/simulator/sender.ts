import type { PushPositionReply } from '@fairway/client'
import { type ApiCall, CallError, callApiOnce } from '../../../state/calls.ts'
import type { Fix } from './vehicle.ts'

/** Maximum number of positions per push. */
const MAX_BATCH = 1_000

export interface SendResult {
  readonly acceptedCount: number
  /** Number of positions that the service has not accepted yet. */
  readonly waitingCount: number
  readonly problem: string | undefined
}

/**
 * Pushes positions, one call at a time. Unsent positions are added to the next call. The interval starts when the reply
 * arrives, because the service has counted the push by then.
 */
export class Sender {
  private readonly asset: string
  private readonly intervalMs: number
  private queue: Fix[] = []
  private isSending = false
  private notBeforeMs = 0

  constructor(asset: string, gapMs = 0) {
    this.asset = asset
    this.intervalMs = gapMs
  }

  static toCall(asset: string, body: unknown): ApiCall {
    return { method: 'POST', path: `/v1/assets/${asset}/position`, body }
  }

  /**
   * Queues a fix, and sends the queue unless an earlier push or the interval after it is in progress. In that case,
   * returns undefined. Throws errors that a retry cannot fix.
   */
  async send(fix: Fix): Promise<SendResult | undefined> {
    this.queue = [...this.queue, fix].slice(-MAX_BATCH)
    if (this.isSending || performance.now() < this.notBeforeMs) return undefined
    this.isSending = true
    const batch = this.queue
    let waitMs = this.intervalMs
    try {
      const body = batch.length === 1 ? batch[0] : { positions: batch }
      const { accepted } = await callApiOnce<PushPositionReply>(Sender.toCall(this.asset, body))
      this.queue = this.queue.filter((queuedFix) => !batch.includes(queuedFix))
      return { acceptedCount: accepted, waitingCount: this.queue.length, problem: undefined }
    } catch (error) {
      if (!(error instanceof CallError) || !error.isTemporary) throw error
      waitMs = Math.max(waitMs, 1_000 * (error.retryAfterS ?? 1))
      const problem = error.status === 0 ? 'The service is not responding.' : error.message
      return { acceptedCount: 0, waitingCount: this.queue.length, problem }
    } finally {
      this.notBeforeMs = performance.now() + waitMs
      this.isSending = false
    }
  }
}
