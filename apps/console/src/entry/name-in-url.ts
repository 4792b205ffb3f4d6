import type { Point } from '../points.ts'

/**
 * Longer names are cut at a component boundary of the address, so that links stay short enough for emails and chats.
 */
const MAX_LETTERS = 80

/**
 * Formats `lat,lon`, or `lat,lon,name` for a place that the user named. A looked-up label is left out because it is
 * looked up again when the link is opened.
 */
export function placeText({ at, label, isLookedUp }: NamedPlace, mostLetters?: number): string {
  const name = isLookedUp === true ? '' : nameText(label, mostLetters)
  return `${at[0]},${at[1]}${name === '' ? '' : `,${name}`}`
}

export interface NamedPlace {
  readonly at: Point
  readonly label: string
  readonly isLookedUp?: boolean
}

/**
 * Encodes a name as the last part of a place. Commas are allowed; characters that end a place or start an escape are
 * encoded.
 */
export function nameText(label: string, most = MAX_LETTERS): string {
  return cut(label.replaceAll(/\s+/g, ' ').trim(), most).replaceAll(/[%;]/g, encodeURIComponent)
}

/** Decodes the output of `nameText`. For a hand-written link, it decodes as much as is valid. */
export function readName(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, 1_000)
  } catch {
    return text
  }
}

function cut(name: string, most: number): string {
  if (name.length <= most) return name
  const end = name.lastIndexOf(', ', most)
  return end > 0 ? name.slice(0, end) : `${name.slice(0, most - 1)}…`
}

/** Returns the encoded length of a string in a link. Non-ASCII letters take six characters or more. */
export function lengthInLink(text: string): number {
  return encodeURIComponent(text).replaceAll(/%(2C|3B)/g, ',').length
}
