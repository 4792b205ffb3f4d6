import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import { isUnavailable } from '../../storage/unavailable.ts'
import type { Asset } from './asset.ts'
import type { AssetStore } from './asset-store.ts'
import { toLiveReply } from './replies.ts'

export interface LiveStreamOptions {
  readonly assets: AssetStore
  readonly clock: Clock
  readonly account: number
  /** Only this one; else all. */
  readonly assetId: string | undefined
  /** Whether its reader may still read: keys are revoked, accounts end. */
  readonly isWelcome: () => Promise<boolean>
  /** Between two looks. */
  readonly everyMs: number
  /** Asks for a turn to tell something; says how long to wait when it is too early, else 0. */
  readonly nextTurnMs: () => Promise<number>
  readonly lastsMs: number
  /** The last change that the reader has seen. */
  readonly after: number
}

/** A line that says nothing now and then: who has gone is noticed, and nobody on the way closes the connection. */
const QUIET_MS = 15_000
/** How long a reader waits before it comes again, as browsers do by themselves. */
const RETRY_MS = 2000
/** More than requests are ever written together: the changes of one write are never cut. */
const MOST_AT_ONCE = 500
const LEAST_PAUSE_MS = 10
/** Between two looks, however wide the limits of the plan are: streams must not keep the database busy for nothing. */
const LEAST_BETWEEN_MS = 50
/** While the database or Redis is away. */
const AWAY_MS = 1000

/**
 * What changes, as server-sent events. The database knows every change by its number, so that any server can go on where
 * another one stopped: the id of an event is the number of the change it tells.
 */
export class LiveStream {
  private readonly options: LiveStreamOptions
  private readonly end = new AbortController()
  private after: number

  constructor(options: LiveStreamOptions) {
    this.options = options
    this.after = options.after
  }

  stop(): void {
    this.end.abort()
  }

  async *events(): AsyncGenerator<string> {
    let quietSince = performance.now()
    yield `retry: ${RETRY_MS}\n\n`
    const until = performance.now() + this.options.lastsMs
    let isFirst = true
    while (!this.end.signal.aborted && (isFirst || performance.now() < until)) {
      const { text, pauseMs } = await this.tryLook()
      if (text !== undefined) isFirst = false
      if (text) {
        quietSince = performance.now()
        yield text
      } else if (performance.now() - quietSince > QUIET_MS) {
        quietSince = performance.now()
        yield ': still here\n\n'
      }
      if (isFirst || performance.now() < until) await this.pause(pauseMs)
    }
  }

  private async pause(ms: number): Promise<void> {
    await sleep(Math.max(LEAST_PAUSE_MS, ms), undefined, { signal: this.end.signal }).catch(() => undefined)
  }

  /** What there is to tell, undefined when it is too early, and how long to wait after it. */
  private async tryLook(): Promise<{ text?: string; pauseMs: number }> {
    try {
      if (!(await this.options.isWelcome())) {
        this.stop()
        return { pauseMs: 0 }
      }
      const { text, after } = await this.look()
      const pauseMs = Math.max(LEAST_BETWEEN_MS, this.options.everyMs)
      if (text === '') return { text, pauseMs }
      // Streams and polls of an account share what its plan allows; who has nothing to tell takes nothing of it.
      const waitMs = await this.options.nextTurnMs()
      if (waitMs > 0) return { pauseMs: waitMs }
      this.after = after
      return { text, pauseMs }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // Breaking off would bring all readers back at once, to servers that have as little to tell.
      return { pauseMs: AWAY_MS }
    }
  }

  private async look(): Promise<{ text: string; after: number }> {
    const { assets, clock, account, assetId } = this.options
    const found = await assets.changedSince(account, this.after, MOST_AT_ONCE, assetId)
    const changed = found.length < MOST_AT_ONCE ? found : withoutLastChange(found)
    const nowMs = clock.now()
    const events = changed.map((asset, at) => {
      // Only the last event of a change bears its number: who breaks off before it is told the whole change again.
      const id = changed[at + 1]?.changed === asset.changed ? '' : `id: ${asset.changed}\n`
      return `${id}event: live\ndata: ${JSON.stringify(toLiveReply(asset, nowMs))}\n\n`
    })
    return { text: events.join(''), after: changed.at(-1)?.changed ?? this.after }
  }
}

/** There may be more assets of the last change than were found; they come with the next look. */
function withoutLastChange(found: readonly Asset[]): readonly Asset[] {
  const last = found.at(-1)?.changed
  return found.filter(({ changed }) => changed !== last)
}
