import { foldText } from './fold.ts'

/** A house number, such as 12, 12a, 12 bis, 12-14, 12/3, 112-34, 12к2с1, or 104 1676. */
export interface HouseNumber {
  readonly number: number
  /** Displayed suffix in lower case, such as `a`, `-14`, `/3`, `к2`, or ` 1676`. Empty for a plain number. */
  readonly suffix: string
}

const houseNumberPattern = /^(\d{1,7})(?!\d)\s*((?:[-/]?\s*(?:\p{L}+|\d+)\.?\s*){0,6})$/u
const MAX_SUFFIX_LENGTH = 12
/** Words for blocks and buildings within a Russian house number. For example, 12 корп. 2 стр. 1 is 12к2с1. */
const blockWordPattern = /(?:корпус|корп|кор|к)\.?\s*(?=\d)/gu
const buildingWordPattern = /(?:строение|стр|с)\.?\s*(?=\d)/gu

/** Parses a house number. Returns undefined if the string is not a house number. */
export function parseHouseNumber(text: string): HouseNumber | undefined {
  const foldedNumber = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=[\p{L}\d])\s+(?:à|al|to)\s+(?=\d)/u, '-')
    .trim()
  const match = houseNumberPattern.exec(foldedNumber)
  if (!match) return undefined
  // Two numbers separated by a space are not one long number.
  const isSeparate = /^\d/.test(match[2])
  const suffix = match[2]
    .replace(blockWordPattern, 'к')
    .replace(buildingWordPattern, 'с')
    .replace(/(?<=\d)\s+(?=\d)/g, '_')
    .replace(/[\s.]+/g, '')
    .replaceAll('_', ' ')
    .replace(/^-(?=\p{L})/u, '')
  if (suffix.length > MAX_SUFFIX_LENGTH) return undefined
  return { number: Number(match[1]), suffix: isSeparate ? ` ${suffix}` : suffix }
}

export function formatHouseNumber({ number, suffix }: HouseNumber): string {
  return `${number}${suffix}`
}

/** Returns a key that is the same for all spellings of a suffix: 12к2 and 12k2, 104 1676 and 104/1676, 7/A and 7a. */
export function toSuffixKey(suffix: string): string {
  if (suffix === '' || /^[a-z]+$/.test(suffix)) return suffix
  return foldText(suffix)
    .replaceAll(' ', '/')
    .replace(/^\/(?=[a-z])/, '')
    .replace(/(?:korpus|korp|kor)(?=\d)/g, 'k')
    .replace(/(?:stroenie|str)(?=\d)/g, 's')
}

/** Returns the last number of a range such as 12-14 or 12bis-14. The range must ascend, because in Queens, 112-34 is one house. */
export function getRangeEnd({ number, suffix }: HouseNumber): number {
  const match = /^(?:\p{L}{1,6}(?=-))?[-/](\d+)/u.exec(suffix)
  const rangeEnd = match ? Number(match[1]) : number
  return rangeEnd > number && rangeEnd - number <= 100 ? rangeEnd : number
}
