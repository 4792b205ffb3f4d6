import { domainToASCII } from 'node:url'

/** E-mail addresses and phone numbers in the one form in which they are stored and compared. */

const LOCAL_PART = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}\p{Cs}]{1,64}$/u
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The address in lower case and composed form, or undefined when mail could not be sent to it. */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim().normalize('NFC').toLowerCase()
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || trimmed.length > 254) return undefined
  const local = trimmed.slice(0, at)
  const domain = domainToASCII(trimmed.slice(at + 1))
  const dotted = local.startsWith('.') || local.endsWith('.') || local.includes('..')
  return !dotted && LOCAL_PART.test(local) && DOMAIN.test(domain) ? `${local}@${domain}` : undefined
}

/** The number as E.164 (+ and 7 to 15 digits), or undefined. Spaces, dots, hyphens and brackets do not matter. */
export function parsePhone(text: string): string | undefined {
  const digits = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
