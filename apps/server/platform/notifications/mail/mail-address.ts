import { MailError } from './mail-failure.ts'

/**
 * Checks an address more strictly than RFC 5322: no quotes, lists, comments, spaces or control characters. Attackers
 * have used each of these to redirect mail such as sign-in codes to a second address.
 */
export function checkMailAddress(to: string): void {
  const isValid = to.length <= 254 && /^[^\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(to)
  if (!isValid) throw new MailError(true, 'not a single plain email address')
}

/** Returns the domain of an address with or without a display name. */
export function parseDomain(from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]
  if (domain === undefined) throw new Error('the mail sender is not an email address')
  return domain
}
