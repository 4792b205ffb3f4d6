import type { Position } from './coordinates.ts'

/** Open Location Code: twenty letters that are not mistaken for each other. */
const LETTERS = '23456789CFGHJMPQRVWX'
const pattern = /^([2-9CFGHJMPQRVWX]{2,8})(0{0,6})\+([2-9CFGHJMPQRVWX]{0,7})$/i

const shortPattern = /^([2-9CFGHJMPQRVWX]{2,6})\+([2-9CFGHJMPQRVWX]{2,7})(?:[\s,]+(.*))?$/i

/** The middle of the square that a full plus code names. */
export function parsePlusCode(text: string): Position | undefined {
  const match = pattern.exec(text.trim())
  if (!match) return undefined
  const [, before, padding, after] = match
  const isFull = before.length + padding.length === 8 && before.length % 2 === 0 && after.length !== 1
  if (!isFull || (padding !== '' && after !== '')) return undefined
  const digits = [...(before + after).toUpperCase()].map((letter) => LETTERS.indexOf(letter))
  // No latitude is beyond 90 and no longitude beyond 180 degrees.
  if (digits[0] > 8 || digits[1] > 17) return undefined
  return middleOf(digits)
}

/** A code without its beginning, which is that of a place it is near to: as people copy it from maps. */
export interface ShortPlusCode {
  readonly digits: readonly number[]
  readonly missing: number
  /** What is written behind it; may be empty. */
  readonly place: string
}

export function parseShortPlusCode(text: string): ShortPlusCode | undefined {
  const match = shortPattern.exec(text.trim())
  if (!match || match[1].length % 2 !== 0) return undefined
  const [, before, after, place = ''] = match
  const digits = [...(before + after).toUpperCase()].map((letter) => LETTERS.indexOf(letter))
  return { digits, missing: 8 - before.length, place: place.trim() }
}

/** Of all squares that a short code may name, the one whose middle is nearest. */
export function resolvePlusCode({ digits, missing }: ShortPlusCode, near: Position): Position {
  const size = 400 / 20 ** (missing / 2)
  const inside = offsetOf(digits, missing)
  const nearest = (offset: number, origin: number, from: number) =>
    origin + offset + size * Math.round((from - origin - offset) / size)
  const latitude = nearest(inside.latitude, -90, near.latitude)
  const longitude = nearest(inside.longitude, -180, near.longitude)
  // Near a pole the nearest one would lie beyond it.
  const beyond = latitude > 90 ? -size : latitude < -90 ? size : 0
  return { latitude: latitude + beyond, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 }
}

function middleOf(digits: readonly number[]): Position {
  const { latitude, longitude } = offsetOf(digits, 0)
  return { latitude: Math.min(90, latitude - 90), longitude: longitude - 180 }
}

/** From the corner of the square in which `missing` digits end to the middle of the one that all name. */
function offsetOf(digits: readonly number[], missing: number): Position {
  let latitude = 0
  let longitude = 0
  let height = 400 / 20 ** (missing / 2)
  let width = height
  for (let at = 0; at < digits.length; ) {
    const isPair = missing + at < 10
    height /= isPair ? 20 : 5
    width /= isPair ? 20 : 4
    latitude += height * (isPair ? digits[at] : Math.floor(digits[at] / 4))
    longitude += width * (isPair ? digits[at + 1] : digits[at] % 4)
    at += isPair ? 2 : 1
  }
  return { latitude: latitude + height / 2, longitude: longitude + width / 2 }
}
