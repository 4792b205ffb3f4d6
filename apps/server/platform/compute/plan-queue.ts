import { FairQueue } from './fair-queue.ts'
import type { TaskOwner } from './task.ts'

/**
 * Shares of thread time while tasks of both classes are waiting. Owners without a paid plan get a small share, because
 * otherwise all their tasks would time out.
 */
const CLASS_WEIGHTS = { paying: 15, other: 1 } as const

export type OwnerClass = keyof typeof CLASS_WEIGHTS
const ownerClasses: readonly OwnerClass[] = ['paying', 'other']

interface OwnedItem {
  readonly owner: TaskOwner
  readonly expectedMs: number
}

export function toOwnerClass({ isPaying }: TaskOwner): OwnerClass {
  return isPaying ? 'paying' : 'other'
}

/** Shares thread time between paying and other owners, and then between the owners of each class. */
export class PlanQueue<T extends OwnedItem> {
  private readonly queues = { paying: new FairQueue<T>(), other: new FairQueue<T>() }
  /** Used thread time of each class divided by its weight, as in FairQueue. */
  private readonly virtualTimes = { paying: 0, other: 0 }
  private virtualTime = 0

  get size(): number {
    return this.queues.paying.size + this.queues.other.size
  }

  queueOf(ownerClass: OwnerClass): FairQueue<T> {
    return this.queues[ownerClass]
  }

  push(item: T): void {
    const ownerClass = toOwnerClass(item.owner)
    if (this.queues[ownerClass].size === 0)
      this.virtualTimes[ownerClass] = Math.max(this.virtualTimes[ownerClass], this.virtualTime)
    this.queues[ownerClass].push(item.owner, item)
  }

  /** Returns the next item of a class that may run now. */
  shift(mayRun: (ownerClass: OwnerClass) => boolean): T | undefined {
    const waitingClasses = ownerClasses.filter((ownerClass) => this.queues[ownerClass].size > 0 && mayRun(ownerClass))
    const next = waitingClasses.reduce<OwnerClass | undefined>(
      (bestClass, ownerClass) =>
        bestClass && this.virtualTimes[bestClass] <= this.virtualTimes[ownerClass] ? bestClass : ownerClass,
      undefined,
    )
    const item = next && this.queues[next].shift(({ expectedMs }) => expectedMs)
    if (!next || !item) return undefined
    this.virtualTime = Math.max(this.virtualTime, this.virtualTimes[next])
    this.virtualTimes[next] += item.expectedMs / CLASS_WEIGHTS[next]
    return item
  }

  /** Replaces the expected time of a finished item with its actual time. */
  settle({ owner, expectedMs }: T, usedMs: number): void {
    const ownerClass = toOwnerClass(owner)
    this.virtualTimes[ownerClass] += (usedMs - expectedMs) / CLASS_WEIGHTS[ownerClass]
    this.queues[ownerClass].settle(owner.id, expectedMs, usedMs)
  }

  removeWhere(isUnwanted: (item: T) => boolean): T[] {
    return ownerClasses.flatMap((ownerClass) => this.queues[ownerClass].removeWhere(isUnwanted))
  }
}
