import { BroadcastChannel } from 'node:worker_threads'
import type { SharedReroutes } from '../live/shared-reroutes.ts'
import type { SharedAssetCache } from './fan-out-memory.ts'

/**
 * Notifies all streams, in all threads and on all servers, that assets of an account have changed. Changes are read
 * from the database, so a lost or wrong hint costs only one query. Positions are not sent, because the plan limits the
 * stream rate and most positions would be discarded.
 */
export interface FanOut {
  /** Sends a hint after the commit. Never fails, because a listener that misses the hint polls a little later. */
  notify(account: number): void
  /** Calls back on every hint, and when hints start or stop arriving. Returns a function that stops listening. */
  listen(account: number, onHint: () => void): () => void
  /** Whether hints from all servers arrive. Otherwise, listeners must poll often. */
  readonly isDelivering: boolean
  /** Cache for polls that is faster than the database, if any. */
  readonly assetCache?: SharedAssetCache
  /** Reroutes shared between servers. Undefined for a single server. */
  readonly sharedReroutes?: SharedReroutes
  close(): Promise<void>
}

/** Listeners in this thread. */
export class Listeners {
  private readonly byAccount = new Map<number, Set<() => void>>()

  /** Adds a listener. Returns true for the first listener of the account. */
  add(account: number, onHint: () => void): boolean {
    const existing = this.byAccount.get(account)
    if (existing) existing.add(onHint)
    else this.byAccount.set(account, new Set([onHint]))
    return existing === undefined
  }

  /** Removes a listener. Returns true for the last listener of the account. */
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

  /** `isAlone` means that no other server writes to the same database. */
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
