import { setTimeout as sleep } from 'node:timers/promises'
import { describeStorageError } from './describe-storage-error.ts'
import { isUnavailable } from './unavailable.ts'

/**
 * Retries until the attempt succeeds or the time has passed. A database that starts at the same time as the server may
 * need a moment. A full disk or a damaged file needs an operator, so these errors fail immediately.
 */
export async function retryUntilAvailable<T>(
  attempt: () => Promise<T>,
  seconds: number,
  onWait?: (error: Error) => void,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      return await attempt()
    } catch (error) {
      if (
        !isUnavailable(error) ||
        describeStorageError(error, '') !== undefined ||
        performance.now() + pauseMs > deadline
      )
        throw error
      onWait?.(error as Error)
      await sleep(pauseMs)
    }
  }
}
