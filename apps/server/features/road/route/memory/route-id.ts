import { randomBytes } from 'node:crypto'

/** Modes whose routes are not cached. Their ids contain the mode, so that every server can explain why. */
const uncachedModes = ['drone', 'maritime', 'av'] as const
export type UncachedMode = (typeof uncachedModes)[number]

/**
 * Creates a generator of unguessable ids. An id consists of the mode, unless the route is cached, a secret prefix and a
 * counter, so most ids need no system call.
 */
export function createRouteIdGenerator(mode?: UncachedMode): () => string {
  const start = mode === undefined ? 'rt_' : `rt_${mode}_`
  let prefix = ''
  let count = 0
  return () => {
    // The prefix changes regularly, so that an id does not reveal the total number of routes.
    if (count % 1024 === 0) prefix = `${start}${randomBytes(9).toString('base64url')}`
    return `${prefix}${(++count).toString(36).padStart(4, '0')}`
  }
}

/** Returns the mode in the id of a route that is not cached. */
export function findUncachedMode(id: string): UncachedMode | undefined {
  return uncachedModes.find((mode) => id.startsWith(`rt_${mode}_`))
}
