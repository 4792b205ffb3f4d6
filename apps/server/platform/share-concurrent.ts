/**
 * Wraps a lookup so that concurrent calls with equal arguments share one lookup. Otherwise, the first requests of an
 * account would occupy all database connections with the same query.
 */
export function shareConcurrent<A extends readonly (string | number)[], T>(
  lookUp: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (...args) => {
    const key = JSON.stringify(args)
    const runningLookup = running.get(key)
    if (runningLookup) return runningLookup
    const lookupPromise = lookUp(...args).finally(() => running.delete(key))
    running.set(key, lookupPromise)
    return lookupPromise
  }
}
