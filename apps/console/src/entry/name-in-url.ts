import type { Point } from '../points.ts'

/** Longer names are cut where a part of the address ends: links are to stay short enough for mails and chats. */
const MOST_LETTERS = 80

/** `lat,lon`, or `lat,lon,name` for what somebody has named: what was only looked up is found again by whoever opens the link. */
export function placeText({ at, label, isLookedUp }: NamedPlace, mostLetters?: number): string {
  const name = isLookedUp === true ? '' : nameText(label, mostLetters)
  return `${at[0]},${at[1]}${name === '' ? '' : `,${name}`}`
}

export interface NamedPlace {
  readonly at: Point
  readonly label: string
  readonly isLookedUp?: boolean
}

/** A name as the last part of a place; commas may stand in it, what ends a place or begins an escape may not. */
export function nameText(label: string, most = MOST_LETTERS): string {
  return cut(label.replaceAll(/\s+/g, ' ').trim(), most).replaceAll(/[%;]/g, encodeURIComponent)
}

/** What was written by `nameText`; of what people have put together, as much as makes sense. */
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

/** How long a text is in a link: letters beyond English take six signs and more. */
export function lengthInLink(text: string): number {
  return encodeURIComponent(text).replaceAll(/%(2C|3B)/g, ',').length
}
