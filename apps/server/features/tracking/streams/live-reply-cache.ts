import type { Clock } from '../../../platform/clock.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { toLiveReply } from '../api/replies.ts'
import type { Asset } from '../assets/asset.ts'
import type { LiveExtras } from '../live/live-extras.ts'

/**
 * Caches the serialized live replies of the current second, including traffic and reroute. A reply is computed once per
 * second and asset, regardless of the number of streams in this thread.
 */
export class LiveReplyCache {
  private readonly liveExtras: Pick<LiveExtras, 'refreshTraffic' | 'findReroute'>
  private readonly clock: Clock
  private readonly repliesByAsset = new Map<string, Promise<string>>()
  private cachedSecond = 0

  constructor(extras: Pick<LiveExtras, 'refreshTraffic' | 'findReroute'>, clock: Clock) {
    this.liveExtras = extras
    this.clock = clock
  }

  getReply(caller: AccountCaller, asset: Asset): Promise<string> {
    const second = Math.floor(this.clock.now() / 1000)
    if (second !== this.cachedSecond) this.repliesByAsset.clear()
    this.cachedSecond = second
    const key = `${asset.id} ${asset.changed}`
    const cached = this.repliesByAsset.get(key)
    if (cached) return cached
    const reply = this.buildReply(caller, asset)
    this.repliesByAsset.set(key, reply)
    // A failure must not be cached for the remainder of the second.
    reply.catch(() => this.repliesByAsset.delete(key))
    return reply
  }

  /** Builds the reply without traffic or a reroute, for assets of a large fleet that exceed the time budget. */
  buildPlainReply(asset: Asset): string {
    return JSON.stringify(toLiveReply(asset, this.clock.now()))
  }

  private async buildReply(caller: AccountCaller, asset: Asset): Promise<string> {
    const updatedAsset = await this.liveExtras.refreshTraffic(caller, asset)
    const reroute = await this.liveExtras.findReroute(caller, updatedAsset)
    return JSON.stringify(toLiveReply(updatedAsset, this.clock.now(), reroute))
  }
}
