import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { isUnavailable } from '../../../platform/storage/unavailable.ts'
import { findMilitaryFailure } from '../api/military.ts'
import type { EventStore } from '../events/event-store.ts'
import type { LiveReplyCache } from './live-reply-cache.ts'
import {
  formatAssetEvent,
  formatEndEvent,
  formatEvent,
  formatResetEvent,
  RETRY_EVENT,
  type StreamChange,
  sortChanges,
} from './stream-events.ts'
import type { AccountFeed } from './stream-feed.ts'

export interface LiveStreamOptions {
  readonly feed: Pick<AccountFeed, 'read' | 'listStateChanges' | 'wait'>
  readonly liveReplies: LiveReplyCache
  readonly clock: Clock
  readonly events: Pick<EventStore, 'listByChange'>
  readonly account: number
  /** Asset to stream, or undefined for all assets. */
  readonly assetId: string | undefined
  /** Checks access before every query, because keys, accounts and plans can change during a stream. */
  readonly checkAccess: () => Promise<StreamAccess | AccessLost>
  /** Requests a turn to send. Returns the time to wait in milliseconds, or 0. */
  readonly consumeTurn: (caller: AccountCaller) => Promise<number>
  readonly durationMs: number
  /** Last change that the client has received. */
  readonly after: number
  /** Last-Event-ID of the client if it is not a valid change number. */
  readonly unknownEventId?: string | undefined
}

/** Current caller and the interval between events. */
export interface StreamAccess {
  readonly caller: AccountCaller
  readonly intervalMs: number
}

/** Reason why the client has lost access. */
interface AccessLost {
  readonly why: string
}

/**
 * Interval of keep-alive comments in milliseconds. The comments detect disconnected clients and prevent proxies from
 * closing the connection.
 */
const HEARTBEAT_MS = 15_000
/**
 * Maximum number of changes per query. The maximum exceeds any write group, so that the changes of one write are never
 * split.
 */
const MAX_CHANGES_PER_READ = 500
/** Maximum number of events per query. Further events are available only through GET /v1/events. */
const MAX_EVENTS_PER_READ = 1000
const MIN_PAUSE_MS = 10
/** Minimum interval between events in milliseconds, regardless of the plan. */
const MIN_EVENT_INTERVAL_MS = 50
/** Polling interval of an idle stream in milliseconds. Keys can expire and states can change as time passes. */
const IDLE_MS = 500
/** Retry interval in milliseconds while the database is unavailable. */
const UNAVAILABLE_RETRY_MS = 1000
/**
 * Time range in milliseconds from which state changes caused only by time are sent again after a reconnect. The client
 * may have missed these changes.
 */
const RECONNECT_REPLAY_MS = 600_000
/**
 * Time budget in milliseconds per batch for reroutes and traffic of a fleet. The remaining assets are sent without this
 * data until they change.
 */
const MAX_BATCH_MS = 200

/** Size of the buffer of a stream in bytes. */
const BUFFER_BYTES = 64 * 1024

/**
 * Returns the body of a stream. Events are read only while the buffer has space, so a client that stops reading costs
 * no more memory than the buffer and one batch. When the client continues, it gets the latest state of each asset.
 */
export function toStreamBody(stream: LiveStream): Readable {
  const body = Readable.from(stream.events(), { objectMode: false, highWaterMark: BUFFER_BYTES })
  const endEvents = body._destroy.bind(body)
  // The events end only after the current wait, which would keep the stream of a disconnected client open.
  body._destroy = (error, done) => {
    stream.stop()
    endEvents(error, done)
  }
  return body
}

/**
 * Streams changes as server-sent events. The event id is the change number in the database, so that any server can
 * resume a stream of another server. State changes caused only by time have no id.
 */
export class LiveStream {
  private readonly options: LiveStreamOptions
  private readonly abortController = new AbortController()
  private lastSentChange: number
  private lastStateCheckMs: number
  private lastWriteAtMs = 0

  constructor(options: LiveStreamOptions) {
    this.options = options
    this.lastSentChange = options.after
    this.lastStateCheckMs = options.clock.now() - (options.after > 0 ? RECONNECT_REPLAY_MS : 0)
  }

  stop(): void {
    this.abortController.abort()
  }

  async *events(): AsyncGenerator<string> {
    const { unknownEventId, durationMs } = this.options
    this.lastWriteAtMs = performance.now()
    yield RETRY_EVENT + (unknownEventId === undefined ? '' : formatResetEvent(unknownEventId))
    const endsAtMs = performance.now() + durationMs
    let isFirst = true
    while (!this.abortController.signal.aborted && (isFirst || performance.now() < endsAtMs)) {
      const { text, pauseMs } = await this.tryReadEvents()
      if (text !== undefined) isFirst = false
      if (text) {
        this.lastWriteAtMs = performance.now()
        yield text
      } else yield* this.heartbeat()
      const remainingMs = endsAtMs - performance.now()
      if (!isFirst && remainingMs <= 0) return
      if (pauseMs > 0) await this.pause(pauseMs)
      else
        await this.options.feed.wait(this.lastSentChange, Math.min(IDLE_MS, remainingMs), this.abortController.signal)
    }
  }

  private *heartbeat(): Generator<string> {
    if (performance.now() - this.lastWriteAtMs <= HEARTBEAT_MS) return
    this.lastWriteAtMs = performance.now()
    yield ': still here\n\n'
  }

  private async pause(ms: number): Promise<void> {
    await sleep(Math.max(MIN_PAUSE_MS, ms), undefined, { signal: this.abortController.signal }).catch(() => undefined)
  }

  /**
   * Returns the next events and the pause after them. `text` is undefined if it is too early to send. A pause of 0
   * means that the stream waits for the next change.
   */
  private async tryReadEvents(): Promise<{ text?: string; pauseMs: number }> {
    try {
      const streamAccess = await this.options.checkAccess()
      if ('caller' in streamAccess) return await this.readEvents(streamAccess)
      this.stop()
      return { text: formatEndEvent(streamAccess.why), pauseMs: 0 }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // If the streams were closed, all clients would reconnect at once to servers with the same problem.
      return { pauseMs: UNAVAILABLE_RETRY_MS }
    }
  }

  private async readEvents({ caller, intervalMs }: StreamAccess): Promise<{ text?: string; pauseMs: number }> {
    const { feed, assetId, clock } = this.options
    const newChanges = await feed.read(this.lastSentChange, MAX_CHANGES_PER_READ, assetId)
    const { changes, completeUpTo } = sortChanges(newChanges, { assetId, isNewClient: this.lastSentChange === 0 })
    const nowMs = clock.now()
    const reportedIds = new Set(changes.map(({ id }) => id))
    const stateChanges: StreamChange[] = feed
      .listStateChanges(this.lastStateCheckMs, nowMs, assetId)
      .filter(({ id }) => !reportedIds.has(id))
      .map((asset) => ({ id: asset.id, asset }))
    const visibleChanges = [...changes, ...stateChanges].filter(
      ({ asset }) => !asset || !findMilitaryFailure(asset, caller),
    )
    // Streams and polls of an asset share the rate limit of the plan. A stream without changes consumes nothing.
    const waitMs = visibleChanges.length > 0 ? await this.consumeRateLimit(caller) : 0
    if (waitMs > 0) return { pauseMs: waitMs }
    const assetEvents = await this.readAssetEvents(visibleChanges, completeUpTo)
    const text = assetEvents + (await this.formatEvents(caller, visibleChanges))
    this.lastSentChange = completeUpTo
    this.lastStateCheckMs = nowMs
    if (assetId !== undefined && changes.some(({ asset }) => !asset)) this.stop()
    return { text, pauseMs: text === '' ? 0 : Math.max(MIN_EVENT_INTERVAL_MS, intervalMs) }
  }

  /**
   * Reads the events written with these changes. The events are sent before the changes, which have the ids. Only
   * assets with rules need the query, and a new client receives only new events.
   */
  private async readAssetEvents(changes: readonly StreamChange[], completeUpTo: number): Promise<string> {
    const watchedIds = new Set(changes.flatMap(({ id, asset }) => (asset?.watch ? [id] : [])))
    if (this.lastSentChange === 0 || watchedIds.size === 0) return ''
    const range = { after: this.lastSentChange, upTo: completeUpTo }
    const { events, account, assetId } = this.options
    const rows = await events.listByChange(account, range, MAX_EVENTS_PER_READ, assetId)
    return rows
      .filter(({ asset_id }) => watchedIds.has(asset_id))
      .map(formatAssetEvent)
      .join('')
  }

  /**
   * Consumes a turn of the rate limit. Without Redis, the shared rate is unknown, so each stream applies the plan's
   * rate separately.
   */
  private async consumeRateLimit(caller: AccountCaller): Promise<number> {
    return await this.options.consumeTurn(caller).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      return 0
    })
  }

  private async formatEvents(caller: AccountCaller, changes: readonly StreamChange[]): Promise<string> {
    const { liveReplies, assetId } = this.options
    const startedAt = performance.now()
    const events: string[] = []
    for (const [index, change] of changes.entries()) {
      const isOverBatchTime = assetId === undefined && performance.now() - startedAt > MAX_BATCH_MS
      const { asset } = change
      const data =
        asset && (isOverBatchTime ? liveReplies.buildPlainReply(asset) : await liveReplies.getReply(caller, asset))
      events.push(formatEvent(change, data, changes[index + 1]))
    }
    return events.join('')
  }
}
