import type { Clock } from '../../../platform/clock.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { toLiveReply } from '../api/replies.ts'
import type { Asset } from '../assets/asset.ts'
import type { LiveExtras } from '../live/live-extras.ts'

/**
 * The serialized reply of a poll in the same second, including traffic and reroute. Computed once per second and asset,
 * regardless of the number of streams in this thread.
 */
export class LiveTexts {
  private readonly extras: Pick<LiveExtras, 'withTraffic' | 'rerouteOf'>
  private readonly clock: Clock
  private readonly made = new Map<string, Promise<string>>()
  private second = 0

  constructor(extras: Pick<LiveExtras, 'withTraffic' | 'rerouteOf'>, clock: Clock) {
    this.extras = extras
    this.clock = clock
  }

  textOf(caller: AccountCaller, asset: Asset): Promise<string> {
    const second = Math.floor(this.clock.now() / 1000)
    if (second !== this.second) this.made.clear()
    this.second = second
    const key = `${asset.id} ${asset.changed}`
    const known = this.made.get(key)
    if (known) return known
    const text = this.make(caller, asset)
    this.made.set(key, text)
    // Do not cache a failure for the rest of this second.
    text.catch(() => this.made.delete(key))
    return text
  }

  /** Without traffic and reroute, for assets of a large fleet that exceed the time budget. */
  plainTextOf(asset: Asset): string {
    return JSON.stringify(toLiveReply(asset, this.clock.now()))
  }

  private async make(caller: AccountCaller, asset: Asset): Promise<string> {
    const known = await this.extras.withTraffic(caller, asset)
    const reroute = await this.extras.rerouteOf(caller, known)
    return JSON.stringify(toLiveReply(known, this.clock.now(), reroute))
  }
}
