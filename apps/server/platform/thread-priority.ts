import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, platform, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that long computations do not delay short requests in HTTP threads.
 * Only Linux has thread priorities. On other systems, this call would slow down the whole process.
 */
export function lowerThreadPriority(): void {
  if (platform() === 'linux') lowerPriority(0)
}

/**
 * Lowers the priority of V8's threads, which compile code and collect garbage for all other threads. Most of their work
 * comes from compute threads. With the priority of HTTP threads, they would take up to half of a small machine while
 * compute threads are busy.
 */
export function lowerEnginePriority(): void {
  if (platform() !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      // Node names its threads since version 24.
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      if (name === ENGINE_THREAD_NAME) lowerPriority(Number(thread))
    } catch {
      // The thread has ended.
    }
  }
}

/** Niceness with which a thread gets about a tenth of a busy core that it shares with an HTTP thread. */
export const BACKGROUND_NICENESS = 10
export const ENGINE_THREAD_NAME = 'V8Worker'

function lowerPriority(thread: number): void {
  // A server that was started with a lower priority is not permitted to raise it.
  if (getPriority(thread) < BACKGROUND_NICENESS) setPriority(thread, BACKGROUND_NICENESS)
}
