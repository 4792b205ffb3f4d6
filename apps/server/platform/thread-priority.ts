import { getPriority, platform, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that long computations do not delay the short requests that HTTP
 * threads handle. Only Linux has thread priorities; elsewhere this would slow down the whole process.
 */
export function lowerThreadPriority(): void {
  // A server that was started with a lower priority than this must not raise it, and is not permitted to.
  if (platform() === 'linux' && getPriority(0) < BACKGROUND_NICENESS) setPriority(0, BACKGROUND_NICENESS)
}

/** With this niceness, a thread gets about a tenth of the time of a busy core that it shares with an HTTP thread. */
export const BACKGROUND_NICENESS = 10
