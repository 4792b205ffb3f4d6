import { foldText } from '../text/fold.ts'
import { addressPatterns, defaultPattern, localScriptPatterns, streetlessPattern } from './address-patterns.ts'

export interface AddressParts {
  /** Name of the place, such as a shop or a station. The name is omitted if it only repeats another part. */
  readonly name?: string | undefined
  readonly houseNumber?: string | undefined
  readonly street?: string | undefined
  readonly suburb?: string | undefined
  readonly city?: string | undefined
  readonly region?: string | undefined
  readonly postcode?: string | undefined
  readonly country?: string | undefined
  /** Two-letter country code that selects the address format. */
  readonly countryCode?: string | undefined
}

type PatternLetter = 'H' | 'S' | 'U' | 'C' | 'R' | 'P' | 'K'

const eastAsianScriptPattern = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/u

/** Formats an address on one line in the style of its country. Missing parts leave no gap. */
export function formatAddress(parts: AddressParts): string {
  const values = toPatternValues(parts)
  const formattedAddress = fillPattern(choosePattern(parts, values), values)
  const name = parts.name?.trim() ?? ''
  const isRepeated = name === '' || Object.values(values).some((value) => foldText(value) === foldText(name))
  if (isRepeated) return formattedAddress
  return formattedAddress === '' ? name : `${name}, ${formattedAddress}`
}

function choosePattern({ countryCode }: AddressParts, values: Readonly<Record<PatternLetter, string>>): string {
  const code = countryCode?.toUpperCase() ?? ''
  const localPattern = eastAsianScriptPattern.test(values.S + values.C) ? localScriptPatterns.get(code) : undefined
  if (localPattern !== undefined) return localPattern
  return values.S === '' && values.H === '' ? streetlessPattern : (addressPatterns.get(code) ?? defaultPattern)
}

function toPatternValues(parts: AddressParts): Record<PatternLetter, string> {
  const trimValue = (value: string | undefined) => value?.trim() ?? ''
  const values = {
    H: trimValue(parts.houseNumber),
    S: trimValue(parts.street),
    U: trimValue(parts.suburb),
    C: trimValue(parts.city),
    R: trimValue(parts.region),
    P: trimValue(parts.postcode),
    K: trimValue(parts.country),
  }
  if (values.C === '') {
    values.C = values.U
    values.U = ''
  }
  if (isContainedIn(values.C, values.U)) values.U = ''
  if (isContainedIn(values.C, values.R)) values.R = ''
  if (isContainedIn(values.K, values.R)) values.R = ''
  // City states such as Singapore and Monaco have the same name as their country.
  if (values.S === '' && isContainedIn(values.K, values.C)) values.C = ''
  return values
}

/**
 * Returns true if `container` equals `name` or starts with it, as in "Montevideo" and "Montevideo Department". An
 * address shows only one of the two names.
 */
function isContainedIn(name: string, container: string): boolean {
  if (name === '' || container === '') return false
  const [a, b] = [foldText(name), foldText(container)]
  return a === b || b.startsWith(`${a} `)
}

/**
 * Fills in a pattern. A separator is written only between two parts that are present. If the parts between them are
 * missing and one of the skipped separators is a comma, the two parts are separated by a comma.
 */
function fillPattern(pattern: string, values: Readonly<Record<PatternLetter, string>>): string {
  let result = ''
  let skippedSeparators = ''
  for (const [, before, letter] of pattern.matchAll(/([^A-Z]*)([A-Z])/g)) {
    const value = values[letter as PatternLetter]
    const postalSign = before === '〒' ? before : ''
    const separator = postalSign === '' ? before : ''
    const joiner = skippedSeparators.includes(',') ? ', ' : separator
    if (value === '') {
      skippedSeparators += separator
      continue
    }
    result += result === '' ? postalSign + value : joiner + value
    skippedSeparators = ''
  }
  return result
}
