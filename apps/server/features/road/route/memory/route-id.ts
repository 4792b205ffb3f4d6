import { randomBytes } from 'node:crypto'

/**
 * Generates ids that cannot be guessed from one another, without a system call for each id: a secret prefix and a
 * counter.
 */
export function createRouteIdGenerator(): () => string {
  let prefix = ''
  let count = 0
  return () => {
    // The prefix changes now and then, so that an id does not reveal how many routes the service has computed.
    if (count % 1024 === 0) prefix = `rt_${randomBytes(9).toString('base64url')}`
    return `${prefix}${(++count).toString(36).padStart(4, '0')}`
  }
}
