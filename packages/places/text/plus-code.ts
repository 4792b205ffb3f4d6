import type { Position } from './coordinates.ts'

/** Open Location Code: twenty characters that are hard to confuse. */
const PLUS_CODE_DIGITS = '23456789CFGHJMPQRVWX'
const fullPattern = /^([2-9CFGHJMPQRVWX]{2,8})(0{0,6})\+([2-9CFGHJMPQRVWX]{0,7})$/i

const shortPattern = /^([2-9CFGHJMPQRVWX]{2,6})\+([2-9CFGHJMPQRVWX]{2,7})(?:[\s,]+(.*))?$/i

/** Returns the center of the cell of a full plus code. */
export function parsePlusCode(text: string): Position | undefined {
  const match = fullPattern.exec(text.trim())
  if (!match) return undefined
  const [, before, padding, after] = match
  const isFull = before.length + padding.length === 8 && before.length % 2 === 0 && after.length !== 1
  if (!isFull || (padding !== '' && after !== '')) return undefined
  const digits = [...(before + after).toUpperCase()].map((letter) => PLUS_CODE_DIGITS.indexOf(letter))
  // Latitudes end at 90 degrees and longitudes at 180.
  if (digits[0] > 8 || digits[1] > 17) return undefined
  return toCellCenter(digits)
}

/** A code without its prefix, which is relative to a nearby place, as copied from maps. */
export interface ShortPlusCode {
  readonly digits: readonly number[]
  readonly missingDigits: number
  /** The place name after the code; may be empty. */
  readonly locality: string
}

export function parseShortPlusCode(text: string): ShortPlusCode | undefined {
  const match = shortPattern.exec(text.trim())
  if (!match || match[1].length % 2 !== 0) return undefined
  const [, before, after, place = ''] = match
  const digits = [...(before + after).toUpperCase()].map((letter) => PLUS_CODE_DIGITS.indexOf(letter))
  return { digits, missingDigits: 8 - before.length, locality: place.trim() }
}

/** Of all cells that match the short code, returns the center nearest to `near`. */
export function resolvePlusCode({ digits, missingDigits }: ShortPlusCode, near: Position): Position {
  const size = 400 / 20 ** (missingDigits / 2)
  const inside = toOffset(digits, missingDigits)
  const nearest = (offset: number, origin: number, from: number) =>
    origin + offset + size * Math.round((from - origin - offset) / size)
  const latitude = nearest(inside.latitude, -90, near.latitude)
  const longitude = nearest(inside.longitude, -180, near.longitude)
  // Near a pole the nearest cell could lie beyond it.
  const beyond = latitude > 90 ? -size : latitude < -90 ? size : 0
  return { latitude: latitude + beyond, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 }
}

function toCellCenter(digits: readonly number[]): Position {
  const { latitude, longitude } = toOffset(digits, 0)
  return { latitude: Math.min(90, latitude - 90), longitude: longitude - 180 }
}

/** Offset from the corner of the cell of the first `missing` digits to the center of the full cell. */
function toOffset(digits: readonly number[], missingDigits: number): Position {
  let latitude = 0
  let longitude = 0
  let height = 400 / 20 ** (missingDigits / 2)
  let width = height
  for (let at = 0; at < digits.length; ) {
    const isPair = missingDigits + at < 10
    height /= isPair ? 20 : 5
    width /= isPair ? 20 : 4
    latitude += height * (isPair ? digits[at] : Math.floor(digits[at] / 4))
    longitude += width * (isPair ? digits[at + 1] : digits[at] % 4)
    at += isPair ? 2 : 1
  }
  return { latitude: latitude + height / 2, longitude: longitude + width / 2 }
}
