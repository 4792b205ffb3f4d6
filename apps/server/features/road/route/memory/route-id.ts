import { randomBytes } from 'node:crypto'

/** Ids that nobody can guess from another one's, and that cost no system call each: a secret start and a counter. */
export function routeIds(): () => string {
  let prefix = ''
  let count = 0
  return () => {
    // A fresh start now and then, so that an id does not tell how many routes this service has made.
    if (count % 1024 === 0) prefix = `rt_${randomBytes(9).toString('base64url')}`
    return `${prefix}${(++count).toString(36).padStart(4, '0')}`
  }
}
