/** A house number: 12, 12a, 12 bis, 12-14, 12/3, 112-34. */
export interface HouseNumber {
  readonly number: number
  /** The folded suffix: `a`, `-14`, `/3`; empty for a plain number. */
  readonly suffix: string
}

const houseNumberPattern = /^(\d{1,7})(?!\d)\s*((?:[-/]?\s*[a-z0-9]+){0,4})$/
const MAX_SUFFIX_LENGTH = 12

/** Undefined when the string is not a house number. */
export function parseHouseNumber(text: string): HouseNumber | undefined {
  const folded = text.normalize('NFKC').toLowerCase().replace(/[–—]/g, '-').trim()
  const match = houseNumberPattern.exec(folded)
  if (!match) return undefined
  const suffix = match[2].replace(/\s+/g, '').replace(/^-(?=[a-z])/, '')
  if (suffix.length > MAX_SUFFIX_LENGTH) return undefined
  return { number: Number(match[1]), suffix }
}

export function formatHouseNumber({ number, suffix }: HouseNumber): string {
  return `${number}${suffix}`
}

/** The last number of a range such as 12-14. The range must ascend, because in Queens 112-34 is one house. */
export function getRangeEnd({ number, suffix }: HouseNumber): number {
  const match = /^[-/](\d+)/.exec(suffix)
  const rangeEnd = match ? Number(match[1]) : number
  return rangeEnd > number && rangeEnd - number <= 100 ? rangeEnd : number
}
