import { BroadcastChannel } from 'node:worker_threads'
import type { SharedReroutes } from '../live/shared-reroutes.ts'
import type { SharedAssetCache } from './fan-out-memory.ts'

/**
 * Notifies all streams, in all threads and on all servers, that assets of an account have changed. This is only a hint:
 * changes are read from the database, so a lost, duplicate or wrong hint costs one query. Positions are not sent
 * because the plan limits the stream rate and most would be discarded.
 */
export interface FanOut {
  /** Called after the commit. Never fails: a listener that misses the hint polls a little later. */
  notify(account: number): void
  /** Calls back on every hint, and when hints start or stop arriving. Returns a function that stops listening. */
  listen(account: number, onHint: () => void): () => void
  /** Whether hints from all servers arrive. While they do not, listeners must poll often. */
  readonly isDelivering: boolean
  /** A faster source than the database for polls, if any. */
  readonly assetCache?: SharedAssetCache
  /** State shared between servers about reroutes, if there are several servers. */
  readonly sharedReroutes?: SharedReroutes
  close(): Promise<void>
}

/** Listeners in this thread. */
export class Listeners {
  private readonly byAccount = new Map<number, Set<() => void>>()

  /** Returns true for the first listener of the account. */
  add(account: number, onHint: () => void): boolean {
    const existing = this.byAccount.get(account)
    if (existing) existing.add(onHint)
    else this.byAccount.set(account, new Set([onHint]))
    return existing === undefined
  }

  /** Returns true if it was the last listener of the account. */
  remove(account: number, onHint: () => void): boolean {
    const existing = this.byAccount.get(account)
    if (!existing?.delete(onHint) || existing.size > 0) return false
    return this.byAccount.delete(account)
  }

  notify(account: number): void {
    for (const onHint of this.byAccount.get(account) ?? []) onHint()
  }

  notifyAll(): void {
    for (const account of this.byAccount.keys()) this.notify(account)
  }

  listAccounts(): number[] {
    return [...this.byAccount.keys()]
  }
}

/** Fan-out between the threads of one process. */
export class LocalFanOut implements FanOut {
  readonly isDelivering: boolean
  private readonly listeners = new Listeners()
  private readonly threadChannel = new BroadcastChannel('fairway assets')

  /** Whether no other server writes to the same database. */
  constructor(isAlone: boolean) {
    this.isDelivering = isAlone
    this.threadChannel.onmessage = (message: unknown) => this.listeners.notify((message as { data: number }).data)
    this.threadChannel.unref()
  }

  notify(account: number): void {
    this.listeners.notify(account)
    this.threadChannel.postMessage(account)
  }

  listen(account: number, onHint: () => void): () => void {
    this.listeners.add(account, onHint)
    return () => void this.listeners.remove(account, onHint)
  }

  async close(): Promise<void> {
    this.threadChannel.close()
  }
}
