import { randomBytes } from 'node:crypto'

/**
 * Creates a generator of unguessable ids. An id consists of a secret prefix and a counter, so most ids need no system
 * call.
 */
export function createRouteIdGenerator(): () => string {
  let prefix = ''
  let count = 0
  return () => {
    // The prefix changes regularly, so that an id does not reveal the total number of routes.
    if (count % 1024 === 0) prefix = `rt_${randomBytes(9).toString('base64url')}`
    return `${prefix}${(++count).toString(36).padStart(4, '0')}`
  }
}
