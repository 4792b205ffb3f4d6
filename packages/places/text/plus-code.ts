import type { Position } from './coordinates.ts'

/** Open Location Code: twenty letters that are not mistaken for each other. */
const LETTERS = '23456789CFGHJMPQRVWX'
const pattern = /^([2-9CFGHJMPQRVWX]{2,8})(0{0,6})\+([2-9CFGHJMPQRVWX]{0,7})$/i

/** The middle of the square that a full plus code names; short codes need a place to start from and are not read. */
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

function middleOf(digits: readonly number[]): Position {
  let latitude = -90
  let longitude = -180
  let height = 400
  let width = 400
  for (let at = 0; at < digits.length; ) {
    const isPair = at < 10
    height /= isPair ? 20 : 5
    width /= isPair ? 20 : 4
    latitude += height * (isPair ? digits[at] : Math.floor(digits[at] / 4))
    longitude += width * (isPair ? digits[at + 1] : digits[at] % 4)
    at += isPair ? 2 : 1
  }
  return { latitude: Math.min(90, latitude + height / 2), longitude: longitude + width / 2 }
}
