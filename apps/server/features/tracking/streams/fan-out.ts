import { BroadcastChannel } from 'node:worker_threads'
import type { SharedWays } from '../live/shared-ways.ts'
import type { AssetMemory } from './fan-out-memory.ts'

/**
 * Tells everybody who streams, in all threads and on all servers, that assets of an account have changed. Only a hint:
 * what has changed is asked of the database, so one that is lost, comes twice or is wrong costs a question and nothing
 * else. Positions themselves are not sent: streams are told as often as a plan allows, and most would be thrown away.
 */
export interface FanOut {
  /** After the commit. Never fails: whoever is not told looks by itself a little later. */
  tell(account: number): void
  /** Calls back with every hint, and when hints begin or cease to arrive. The result ends it. */
  listen(account: number, onHint: () => void): () => void
  /** Whether hints of all servers arrive; while they do not, who waits for changes must look often. */
  readonly isWhole: boolean
  /** Where there is a faster place than the database for what polls ask. */
  readonly memory?: AssetMemory
  /** Where there are other servers to agree with on what is told. */
  readonly ways?: SharedWays
  close(): Promise<void>
}

/** Who listens in this thread. */
export class Listeners {
  private readonly byAccount = new Map<number, Set<() => void>>()

  /** True when it is the first of the account. */
  add(account: number, onHint: () => void): boolean {
    const known = this.byAccount.get(account)
    if (known) known.add(onHint)
    else this.byAccount.set(account, new Set([onHint]))
    return known === undefined
  }

  /** True when it was the last of the account. */
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

/** Among the threads of one process. */
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
