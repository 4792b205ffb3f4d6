import { getPriority, platform, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that long computations do not delay short requests in HTTP threads.
 * Only Linux has thread priorities. On other systems, this call would slow down the whole process.
 */
export function lowerThreadPriority(): void {
  // A server that was started with a lower priority is not permitted to raise it.
  if (platform() === 'linux' && getPriority(0) < BACKGROUND_NICENESS) setPriority(0, BACKGROUND_NICENESS)
}

/** Niceness with which a thread gets about a tenth of a busy core that it shares with an HTTP thread. */
export const BACKGROUND_NICENESS = 10
