import { MailError } from './mail-failure.ts'

/**
 * Stricter than RFC 5322: no quotes, lists, comments, spaces or control characters. Each of these has been used to
 * redirect mail to a second address, and sign-in codes are a worthwhile target.
 */
export function checkMailAddress(to: string): void {
  const isValid = to.length <= 254 && /^[^\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(to)
  if (!isValid) throw new MailError(true, 'not a single plain e-mail address')
}

/** The domain of an address, with or without a display name. */
export function parseDomain(from: string): string {
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]
  if (domain === undefined) throw new Error('the mail sender is not an e-mail address')
  return domain
}
