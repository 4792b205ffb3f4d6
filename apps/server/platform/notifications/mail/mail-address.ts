import { MailNotSent } from './mail-failure.ts'

/**
 * Stricter than RFC 5322: no quotes, lists, comments, spaces or control characters. Each of those has let somebody
 * redirect a mail to a second address, and a sign-in code is a mail worth redirecting.
 */
export function checkAddress(to: string): void {
  const valid = to.length <= 254 && /^[^\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(to)
  if (!valid) throw new MailNotSent(true, 'not a single plain address')
}

/** The part after the @ of an address, or of one with a name before it. */
export function readDomain(from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]
  if (domain === undefined) throw new Error('the sender of mails is not an address')
  return domain
}
