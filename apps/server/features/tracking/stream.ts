import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { AssetStore } from './asset-store.ts'
import { toLiveReply } from './replies.ts'

export interface LiveStreamOptions {
  readonly assets: AssetStore
  readonly clock: Clock
  readonly account: number
  /** Only this one; else all. */
  readonly assetId: string | undefined
  /** Asks for a look; says how long to wait when it is too early, else 0. */
  readonly nextLookMs: () => Promise<number>
  readonly lastsMs: number
  /** The last change that the reader has seen. */
  readonly after: number
}

/** A line that says nothing now and then: who has gone is noticed, and nobody on the way closes the connection. */
const QUIET_MS = 15_000
/** How long a reader waits before it comes again, as browsers do by themselves. */
const RETRY_MS = 2000
const MOST_AT_ONCE = 500
const LEAST_PAUSE_MS = 10

/**
 * What changes, as server-sent events. The database knows every change by its number, so that any server can go on where
 * another one stopped: the id of an event is the number of the change it tells.
 */
export class LiveStream {
  private readonly options: LiveStreamOptions
  private readonly end = new AbortController()

  constructor(options: LiveStreamOptions) {
    this.options = options
  }

  stop(): void {
    this.end.abort()
  }

  async *events(): AsyncGenerator<string> {
    let { after } = this.options
    let quietSince = performance.now()
    yield `retry: ${RETRY_MS}\n\n`
    const until = performance.now() + this.options.lastsMs
    let looks = 0
    while (!this.end.signal.aborted && (looks === 0 || performance.now() < until)) {
      // Streams and polls of an account share what its plan allows.
      const waitMs = await this.options.nextLookMs()
      if (waitMs > 0) {
        await this.pause(waitMs)
        continue
      }
      const told = await this.look(after)
      looks++
      after = told.after
      if (told.text !== '') {
        quietSince = performance.now()
        yield told.text
      } else if (performance.now() - quietSince > QUIET_MS) {
        quietSince = performance.now()
        yield ': still here\n\n'
      }
    }
  }

  private async pause(ms: number): Promise<void> {
    await sleep(Math.max(LEAST_PAUSE_MS, ms), undefined, { signal: this.end.signal }).catch(() => undefined)
  }

  private async look(after: number): Promise<{ after: number; text: string }> {
    const { assets, clock, account, assetId } = this.options
    const changed = await assets.changedSince(account, after, MOST_AT_ONCE)
    const nowMs = clock.now()
    const events = changed
      .filter(({ id }) => assetId === undefined || id === assetId)
      .map((asset) => {
        return `id: ${asset.changed}\nevent: live\ndata: ${JSON.stringify(toLiveReply(asset, nowMs))}\n\n`
      })
    return { after: changed.at(-1)?.changed ?? after, text: events.join('') }
  }
}
