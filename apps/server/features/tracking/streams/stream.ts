import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { isUnavailable } from '../../../platform/storage/unavailable.ts'
import { barredFrom } from '../api/military.ts'
import { type Change, endEvent, eventOf, inOrder, RETRY_EVENT, resetEvent } from './stream-events.ts'
import type { AccountFeed } from './stream-feed.ts'
import type { LiveTexts } from './stream-texts.ts'

export interface LiveStreamOptions {
  readonly feed: Pick<AccountFeed, 'read' | 'turnedBetween' | 'wait'>
  readonly texts: LiveTexts
  readonly clock: Clock
  /** Only this one; else all. */
  readonly assetId: string | undefined
  /** Asked before every look: keys are revoked, accounts end, and plans change while somebody reads. */
  readonly admit: () => Promise<Admitted | Dismissed>
  /** Asks for a turn to tell something; says how long to wait when it is too early, else 0. */
  readonly nextTurnMs: (caller: AccountCaller) => Promise<number>
  readonly lastsMs: number
  /** The last change that the reader has seen. */
  readonly after: number
  /** What the reader gave instead of a change that it can have seen. */
  readonly unknownId?: string | undefined
}

/** Who reads, as of now, and how long it waits between two events. */
export interface Admitted {
  readonly caller: AccountCaller
  readonly everyMs: number
}

/** Why its reader may not read any more. */
export interface Dismissed {
  readonly why: string
}

/** A line that says nothing now and then: who has gone is noticed, and nobody on the way closes the connection. */
const QUIET_MS = 15_000
/** More than requests are ever written together: the changes of one write are never cut. */
const MOST_AT_ONCE = 500
const LEAST_PAUSE_MS = 10
/** Between two events, however wide the limits of the plan are. */
const LEAST_BETWEEN_MS = 50
/** Who waits for changes looks up so often: keys end, and states turn by the clock. */
const IDLE_MS = 500
/** While the database is away. */
const AWAY_MS = 1000
/** After a break, turns of the clock that the reader may have missed are told again from so long ago. */
const MISSED_MS = 600_000
/** Ways back and traffic of a fleet are worked out for so long in one go; the others come without, until they change. */
const MOST_WORK_MS = 200

/**
 * What changes, as server-sent events. The database knows every change by its number, so that any server can go on where
 * another one stopped: the id of an event is the number of the change it tells. What turns by the clock has none.
 */
export class LiveStream {
  private readonly options: LiveStreamOptions
  private readonly end = new AbortController()
  private after: number
  private clockMs: number
  private quietSince = 0

  constructor(options: LiveStreamOptions) {
    this.options = options
    this.after = options.after
    this.clockMs = options.clock.now() - (options.after > 0 ? MISSED_MS : 0)
  }

  stop(): void {
    this.end.abort()
  }

  async *events(): AsyncGenerator<string> {
    const { unknownId, lastsMs } = this.options
    this.quietSince = performance.now()
    yield RETRY_EVENT + (unknownId === undefined ? '' : resetEvent(unknownId))
    const until = performance.now() + lastsMs
    let isFirst = true
    while (!this.end.signal.aborted && (isFirst || performance.now() < until)) {
      const { text, pauseMs } = await this.tryLook()
      if (text !== undefined) isFirst = false
      if (text) {
        this.quietSince = performance.now()
        yield text
      } else yield* this.heartbeat()
      const leftMs = until - performance.now()
      if (!isFirst && leftMs <= 0) return
      if (pauseMs > 0) await this.pause(pauseMs)
      else await this.options.feed.wait(this.after, Math.min(IDLE_MS, leftMs), this.end.signal)
    }
  }

  private *heartbeat(): Generator<string> {
    if (performance.now() - this.quietSince <= QUIET_MS) return
    this.quietSince = performance.now()
    yield ': still here\n\n'
  }

  private async pause(ms: number): Promise<void> {
    await sleep(Math.max(LEAST_PAUSE_MS, ms), undefined, { signal: this.end.signal }).catch(() => undefined)
  }

  /** What there is to tell, undefined when it is too early, and how long to wait after it; 0 for the next change. */
  private async tryLook(): Promise<{ text?: string; pauseMs: number }> {
    try {
      const admitted = await this.options.admit()
      if ('caller' in admitted) return await this.look(admitted)
      this.stop()
      return { text: endEvent(admitted.why), pauseMs: 0 }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // Breaking off would bring all readers back at once, to servers that have as little to tell.
      return { pauseMs: AWAY_MS }
    }
  }

  private async look({ caller, everyMs }: Admitted): Promise<{ text?: string; pauseMs: number }> {
    const { feed, assetId, clock } = this.options
    const found = await feed.read(this.after, MOST_AT_ONCE, assetId)
    const { changes, upTo } = inOrder(found, { assetId, isFresh: this.after === 0 })
    const nowMs = clock.now()
    const told = new Set(changes.map(({ id }) => id))
    const turned: Change[] = feed
      .turnedBetween(this.clockMs, nowMs, assetId)
      .filter(({ id }) => !told.has(id))
      .map((asset) => ({ id: asset.id, asset }))
    const all = [...changes, ...turned].filter(({ asset }) => !asset || !barredFrom(asset, caller))
    // Streams and polls of an account share what its plan allows; who has nothing to tell takes nothing of it.
    const waitMs = all.length > 0 ? await this.turn(caller) : 0
    if (waitMs > 0) return { pauseMs: waitMs }
    const text = await this.write(caller, all)
    this.after = upTo
    this.clockMs = nowMs
    if (assetId !== undefined && changes.some(({ asset }) => !asset)) this.stop()
    return { text, pauseMs: text === '' ? 0 : Math.max(LEAST_BETWEEN_MS, everyMs) }
  }

  /** Without Redis nobody knows what other streams and polls have taken: each keeps to the pace of the plan by itself. */
  private async turn(caller: AccountCaller): Promise<number> {
    return await this.options.nextTurnMs(caller).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      return 0
    })
  }

  private async write(caller: AccountCaller, changes: readonly Change[]): Promise<string> {
    const { texts, assetId } = this.options
    const begun = performance.now()
    const events: string[] = []
    for (const [at, change] of changes.entries()) {
      const isLate = assetId === undefined && performance.now() - begun > MOST_WORK_MS
      const { asset } = change
      const data = asset && (isLate ? texts.plainTextOf(asset) : await texts.textOf(caller, asset))
      events.push(eventOf(change, data, changes[at + 1]))
    }
    return events.join('')
  }
}
