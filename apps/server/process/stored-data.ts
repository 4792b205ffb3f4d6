import { DatasetUnreadable } from '@fairway/dataset'
import { RedisUnavailableError } from '../platform/storage/redis-circuit-breaker.ts'
import { isUnavailable } from '../platform/storage/unavailable.ts'

/** Like `isUnavailable`, also for parts of maps that are read on first use, after their files were removed. */
export function isDataUnavailable(error: unknown): boolean {
  return error instanceof DatasetUnreadable || isUnavailable(error)
}

/** What an error reports as unavailable. */
export function toStoreName(error: unknown): string {
  if (error instanceof DatasetUnreadable) return 'maps'
  return error instanceof RedisUnavailableError ? 'Redis' : 'database'
}
