import { platform, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that long computations do not delay the short requests that HTTP threads
 * answer. Only Linux has priorities of threads; elsewhere this would slow down the whole process.
 */
export function lowerThreadPriority(): void {
  if (platform() === 'linux') setPriority(0, BACKGROUND_NICENESS)
}

/** With this niceness, a thread gets about a tenth of the time of a busy core that it shares with an HTTP thread. */
export const BACKGROUND_NICENESS = 10
