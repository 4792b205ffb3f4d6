import type { Point } from '../points.ts'

/**
 * Maximum length of a name in a link, so that links stay short enough for email and chat. Longer names are cut before a
 * comma if possible.
 */
const MAX_NAME_LENGTH = 80

/**
 * Formats `lat,lon`, or `lat,lon,name` for a place that the user named. Labels from reverse geocoding are omitted
 * because opening the link looks them up again.
 */
export function formatPlace({ at, label, isLookedUp }: NamedPlace, maxNameLength?: number): string {
  const name = isLookedUp === true ? '' : formatName(label, maxNameLength)
  return `${at[0]},${at[1]}${name === '' ? '' : `,${name}`}`
}

export interface NamedPlace {
  readonly at: Point
  readonly label: string
  readonly isLookedUp?: boolean
}

/**
 * Encodes a name for use as the last part of a place in a link. Commas stay as they are, but `%` and `;` are escaped.
 */
export function formatName(label: string, maxLength = MAX_NAME_LENGTH): string {
  return shortenName(label.replaceAll(/\s+/g, ' ').trim(), maxLength).replaceAll(/[%;]/g, encodeURIComponent)
}

/**
 * Decodes the output of `formatName`. If a handwritten link contains an invalid escape, the name is returned unchanged.
 */
export function parseName(encoded: string): string {
  try {
    return decodeURIComponent(encoded).slice(0, 1_000)
  } catch {
    return encoded
  }
}

function shortenName(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name
  const lastCommaIndex = name.lastIndexOf(', ', maxLength)
  return lastCommaIndex > 0 ? name.slice(0, lastCommaIndex) : `${name.slice(0, maxLength - 1)}…`
}

/** Returns the encoded length of a string in a link. Non-ASCII letters take six characters or more. */
export function encodedLength(string: string): number {
  return encodeURIComponent(string).replaceAll(/%(2C|3B)/g, ',').length
}
