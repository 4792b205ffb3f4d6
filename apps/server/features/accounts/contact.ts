import { domainToASCII } from 'node:url'

/** E-mail addresses and phone numbers in the one form in which they are stored and compared. */

/** No quotes, lists, comments, spaces or invisible characters: what the mailer would not send to. */
const LOCAL_PART = /^[^\p{C}\p{Z}@"(),:;<>[\\\]]{1,64}$/u
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
/** Read as a URL's host, a domain with these would lose its end, its line breaks or its percent signs without a word. */
const NOT_IN_DOMAIN = /[\s/\\?#%]/
const MAX_LENGTH = 254

/** The address in lower case and composed form, or undefined when mail could not be sent to it. */
export function parseEmail(text: string): string | undefined {
  // Composed last: a capital that has no composed form may have one in lower case.
  const trimmed = text.trim().toLowerCase().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || trimmed.length > MAX_LENGTH || NOT_IN_DOMAIN.test(trimmed.slice(at + 1))) return undefined
  const local = trimmed.slice(0, at)
  const domain = domainToASCII(trimmed.slice(at + 1))
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined
  const email = `${local}@${domain}`
  return LOCAL_PART.test(local) && DOMAIN.test(domain) && email.length <= MAX_LENGTH ? email : undefined
}

/** The number as E.164 (+ and 7 to 15 digits), or undefined. Spaces, dots, hyphens and brackets do not matter. */
export function parsePhone(text: string): string | undefined {
  const digits = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
