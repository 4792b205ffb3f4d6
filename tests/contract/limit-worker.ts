import { parentPort, workerData } from 'node:worker_threads'
import type { LimitMemory } from '../../apps/server/platform/metering/limit-memory.ts'
import type { MaybePromise } from '../../apps/server/platform/metering/limiter.ts'
import { MemoryLimiter } from '../../apps/server/platform/metering/memory-limiter.ts'
import type { Gate } from './threads.ts'

export type Hammered =
  | { readonly kind: 'reserve'; readonly account: number; readonly quota: number }
  | { readonly kind: 'account'; readonly account: number; readonly burst: number }
  | { readonly kind: 'address'; readonly address: string; readonly burst: number }

/**
 * Limits that a thread checks repeatedly, one after another. The thread replies with the number of allowed calls for
 * each limit.
 */
export interface HammerOrder {
  readonly memory: LimitMemory
  readonly times: number
  readonly what: readonly Hammered[]
}

const { memory, gate, times, what } = workerData as HammerOrder & Gate
/** The clock is the same in all threads and does not advance, so no bucket refills during the test. */
const stopped = { now: () => 1_000_000, monotonicMicros: () => 1e9 }
const limiter = new MemoryLimiter(memory, stopped, async () => 0)

function hammer(one: Hammered): MaybePromise<{ readonly isAllowed: boolean }> {
  if (one.kind === 'reserve') return limiter.reserve(one.account, '2026-11', 1, one.quota)
  const rate = { perSecond: 1, burst: one.burst }
  return one.kind === 'account' ? limiter.checkAccountRate(one.account, rate) : limiter.checkIpRate(one.address, rate)
}

const gateCells = new Int32Array(gate)
Atomics.add(gateCells, 0, 1)
Atomics.wait(gateCells, 1, 0)

const allowed: number[] = []
for (const one of what) {
  let count = 0
  for (let turn = 0; turn < times; turn++) {
    const verdict = hammer(one)
    // Awaiting an available value would let the threads take turns instead of colliding.
    if ((verdict instanceof Promise ? await verdict : verdict).isAllowed) count++
  }
  allowed.push(count)
}
parentPort?.postMessage(allowed)
