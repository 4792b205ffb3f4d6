import { DatasetUnreadable } from '@fairway/dataset'
import { RedisUnavailableError } from '../platform/storage/redis-circuit-breaker.ts'
import { isUnavailable } from '../platform/storage/unavailable.ts'

/**
 * Returns whether an error means that the database, Redis or a map file is unavailable. Parts of maps are read on first
 * use, and their files may have been removed by then.
 */
export function isDataUnavailable(error: unknown): boolean {
  return error instanceof DatasetUnreadable || isUnavailable(error)
}

/** Returns the name of the store that an error reports as unavailable. */
export function toStoreName(error: unknown): string {
  if (error instanceof DatasetUnreadable) return 'maps'
  return error instanceof RedisUnavailableError ? 'Redis' : 'database'
}
