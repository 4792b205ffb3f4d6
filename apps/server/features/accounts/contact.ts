import { domainToASCII } from 'node:url'

/** This file converts email addresses and phone numbers to the canonical form for storage and comparison. */

/**
 * Local part of an address. The pattern excludes quotes, lists, comments, spaces and invisible characters, which the
 * mailer would reject.
 */
const LOCAL_PART_PATTERN = /^[^\p{C}\p{Z}@"(),:;<>[\\\]]{1,64}$/u
const DOMAIN_PATTERN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
/** Characters that a URL parser would silently remove or decode, or that would end the domain. */
const FORBIDDEN_DOMAIN_CHARACTER_PATTERN = /[\s/\\?#%]/
const MAX_EMAIL_LENGTH = 254

/** Returns the address in lowercase and composed form, or undefined if mail cannot be sent to it. */
export function parseEmail(input: string): string | undefined {
  // Composition follows lowercasing, because some capital letters have no composed form although their lowercase
  // letters do.
  const trimmedText = input.trim().toLowerCase().normalize('NFC')
  const atSignIndex = trimmedText.lastIndexOf('@')
  if (
    atSignIndex < 1 ||
    trimmedText.length > MAX_EMAIL_LENGTH ||
    FORBIDDEN_DOMAIN_CHARACTER_PATTERN.test(trimmedText.slice(atSignIndex + 1))
  )
    return undefined
  const localPart = trimmedText.slice(0, atSignIndex)
  const domain = domainToASCII(trimmedText.slice(atSignIndex + 1))
  if (localPart.startsWith('.') || localPart.endsWith('.') || localPart.includes('..')) return undefined
  const email = `${localPart}@${domain}`
  return LOCAL_PART_PATTERN.test(localPart) && DOMAIN_PATTERN.test(domain) && email.length <= MAX_EMAIL_LENGTH
    ? email
    : undefined
}

/**
 * Returns the number in E.164 format (+ and 7 to 15 digits), or undefined if it is invalid. Spaces, dots, hyphens,
 * parentheses and slashes are ignored.
 */
export function parsePhone(input: string): string | undefined {
  const digits = input.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
