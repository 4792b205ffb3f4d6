import type { Position } from './coordinates.ts'

/** Digits of Open Location Codes: twenty characters that are hard to confuse. */
const PLUS_CODE_DIGITS = '23456789CFGHJMPQRVWX'
const fullPattern = /^([2-9CFGHJMPQRVWX]{2,8})(0{0,6})\+([2-9CFGHJMPQRVWX]{0,7})$/i

const shortPattern = /^([2-9CFGHJMPQRVWX]{2,6})\+([2-9CFGHJMPQRVWX]{2,7})(?:[\s,]+(.*))?$/i

/** Returns the center of the cell of a full plus code. */
export function parsePlusCode(text: string): Position | undefined {
  const match = fullPattern.exec(text.trim())
  if (!match) return undefined
  const [, firstDigits, padding, lastDigits] = match
  const isFull = firstDigits.length + padding.length === 8 && firstDigits.length % 2 === 0 && lastDigits.length !== 1
  if (!isFull || (padding !== '' && lastDigits !== '')) return undefined
  const digits = [...(firstDigits + lastDigits).toUpperCase()].map((letter) => PLUS_CODE_DIGITS.indexOf(letter))
  // The first latitude digit must be at most 8 and the first longitude digit at most 17, because latitudes end at 90
  // degrees and longitudes at 180.
  if (digits[0] > 8 || digits[1] > 17) return undefined
  return toCellCenter(digits)
}

/** A code without its prefix, as copied from maps. It is relative to a nearby place. */
export interface ShortPlusCode {
  readonly digits: readonly number[]
  readonly missingDigitCount: number
  /** Place name after the code. May be empty. */
  readonly locality: string
}

export function parseShortPlusCode(text: string): ShortPlusCode | undefined {
  const match = shortPattern.exec(text.trim())
  if (!match || match[1].length % 2 !== 0) return undefined
  const [, firstDigits, lastDigits, place = ''] = match
  const digits = [...(firstDigits + lastDigits).toUpperCase()].map((letter) => PLUS_CODE_DIGITS.indexOf(letter))
  return { digits, missingDigitCount: 8 - firstDigits.length, locality: place.trim() }
}

/** Returns the center of the matching cell that is nearest to `reference`. */
export function resolvePlusCode({ digits, missingDigitCount }: ShortPlusCode, reference: Position): Position {
  const cellDegrees = 400 / 20 ** (missingDigitCount / 2)
  const cellOffset = toOffset(digits, missingDigitCount)
  const findNearest = (offset: number, origin: number, from: number) =>
    origin + offset + cellDegrees * Math.round((from - origin - offset) / cellDegrees)
  const latitude = findNearest(cellOffset.latitude, -90, reference.latitude)
  const longitude = findNearest(cellOffset.longitude, -180, reference.longitude)
  // Near a pole, the nearest cell could be beyond the pole.
  const poleCorrection = latitude > 90 ? -cellDegrees : latitude < -90 ? cellDegrees : 0
  return { latitude: latitude + poleCorrection, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 }
}

function toCellCenter(digits: readonly number[]): Position {
  const { latitude, longitude } = toOffset(digits, 0)
  return { latitude: Math.min(90, latitude - 90), longitude: longitude - 180 }
}

/**
 * Returns the offset from the corner of the cell that the first digits define to the center of the full
 * cell.
 */
function toOffset(digits: readonly number[], missingDigitCount: number): Position {
  let latitude = 0
  let longitude = 0
  let height = 400 / 20 ** (missingDigitCount / 2)
  let width = height
  for (let digitIndex = 0; digitIndex < digits.length; ) {
    const isPair = missingDigitCount + digitIndex < 10
    height /= isPair ? 20 : 5
    width /= isPair ? 20 : 4
    latitude += height * (isPair ? digits[digitIndex] : Math.floor(digits[digitIndex] / 4))
    longitude += width * (isPair ? digits[digitIndex + 1] : digits[digitIndex] % 4)
    digitIndex += isPair ? 2 : 1
  }
  return { latitude: latitude + height / 2, longitude: longitude + width / 2 }
}
