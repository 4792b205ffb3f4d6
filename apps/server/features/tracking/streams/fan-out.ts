import { BroadcastChannel } from 'node:worker_threads'
import type { SharedWays } from '../live/shared-ways.ts'
import type { AssetMemory } from './fan-out-memory.ts'

/**
 * Notifies all streams, in all threads and on all servers, that assets of an account have changed. This is only a hint:
 * changes are read from the database, so a lost, duplicate or wrong hint costs one query. Positions are not sent
 * because the plan limits the stream rate and most would be discarded.
 */
export interface FanOut {
  /** Called after the commit. Never fails: a listener that misses the hint polls a little later. */
  tell(account: number): void
  /** Calls back on every hint, and when hints start or stop arriving. Returns a function that stops listening. */
  listen(account: number, onHint: () => void): () => void
  /** Whether hints from all servers arrive. While they do not, listeners must poll often. */
  readonly isWhole: boolean
  /** A faster source than the database for polls, if any. */
  readonly memory?: AssetMemory
  /** State shared between servers about reroutes, if there are several servers. */
  readonly ways?: SharedWays
  close(): Promise<void>
}

/** Listeners in this thread. */
export class Listeners {
  private readonly byAccount = new Map<number, Set<() => void>>()

  /** Returns true for the first listener of the account. */
  add(account: number, onHint: () => void): boolean {
    const known = this.byAccount.get(account)
    if (known) known.add(onHint)
    else this.byAccount.set(account, new Set([onHint]))
    return known === undefined
  }

  /** Returns true if it was the last listener of the account. */
  remove(account: number, onHint: () => void): boolean {
    const known = this.byAccount.get(account)
    if (!known?.delete(onHint) || known.size > 0) return false
    return this.byAccount.delete(account)
  }

  call(account: number): void {
    for (const onHint of this.byAccount.get(account) ?? []) onHint()
  }

  callAll(): void {
    for (const account of this.byAccount.keys()) this.call(account)
  }

  accounts(): number[] {
    return [...this.byAccount.keys()]
  }
}

/** Fan-out between the threads of one process. */
export class LocalFanOut implements FanOut {
  readonly isWhole: boolean
  private readonly listeners = new Listeners()
  private readonly others = new BroadcastChannel('fairway assets')

  /** Whether no other server writes to the same database. */
  constructor(isAlone: boolean) {
    this.isWhole = isAlone
    this.others.onmessage = (message: unknown) => this.listeners.call((message as { data: number }).data)
    this.others.unref()
  }

  tell(account: number): void {
    this.listeners.call(account)
    this.others.postMessage(account)
  }

  listen(account: number, onHint: () => void): () => void {
    this.listeners.add(account, onHint)
    return () => void this.listeners.remove(account, onHint)
  }

  async close(): Promise<void> {
    this.others.close()
  }
}
