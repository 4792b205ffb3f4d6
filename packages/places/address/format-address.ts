import { foldText } from '../text/fold.ts'
import { elsewhere, ownScriptPatterns, patterns, withoutStreet } from './address-patterns.ts'

export interface AddressParts {
  /** Name of the place, such as a shop or a station. Omitted when it only repeats another part. */
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

type Letter = 'H' | 'S' | 'U' | 'C' | 'R' | 'P' | 'K'

const ownScript = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/u

/** Formats an address on one line in the style of its country. Missing parts leave no gap. */
export function formatAddress(parts: AddressParts): string {
  const values = valuesOf(parts)
  const address = writePattern(patternOf(parts, values), values)
  const name = parts.name?.trim() ?? ''
  const isRepeated = name === '' || Object.values(values).some((value) => foldText(value) === foldText(name))
  if (isRepeated) return address
  return address === '' ? name : `${name}, ${address}`
}

function patternOf({ countryCode }: AddressParts, values: Readonly<Record<Letter, string>>): string {
  const code = countryCode?.toUpperCase() ?? ''
  const own = ownScript.test(values.S + values.C) ? ownScriptPatterns.get(code) : undefined
  if (own !== undefined) return own
  return values.S === '' && values.H === '' ? withoutStreet : (patterns.get(code) ?? elsewhere)
}

function valuesOf(parts: AddressParts): Record<Letter, string> {
  const trimmed = (text: string | undefined) => text?.trim() ?? ''
  const values = {
    H: trimmed(parts.houseNumber),
    S: trimmed(parts.street),
    U: trimmed(parts.suburb),
    C: trimmed(parts.city),
    R: trimmed(parts.region),
    P: trimmed(parts.postcode),
    K: trimmed(parts.country),
  }
  if (values.C === '') {
    values.C = values.U
    values.U = ''
  }
  if (isSaidBy(values.C, values.U)) values.U = ''
  if (isSaidBy(values.C, values.R)) values.R = ''
  if (isSaidBy(values.K, values.R)) values.R = ''
  // City states: Singapore, Monaco.
  if (values.S === '' && isSaidBy(values.K, values.C)) values.C = ''
  return values
}

/**
 * True if `other` equals `name` or starts with it: Berlin lies in Berlin, Montevideo in Montevideo Department. An
 * address shows only one of them.
 */
function isSaidBy(name: string, other: string): boolean {
  if (name === '' || other === '') return false
  const [a, b] = [foldText(name), foldText(other)]
  return a === b || b.startsWith(`${a} `)
}

/** A separator is written only between two present parts. A comma is kept when the parts next to it are missing. */
function writePattern(pattern: string, values: Readonly<Record<Letter, string>>): string {
  let text = ''
  let skipped = ''
  for (const [, before, letter] of pattern.matchAll(/([^A-Z]*)([A-Z])/g)) {
    const value = values[letter as Letter]
    const sign = before === '〒' ? before : ''
    const between = sign === '' ? before : ''
    const joint = skipped.includes(',') ? ', ' : between
    if (value === '') {
      skipped += between
      continue
    }
    text += text === '' ? sign + value : joint + value
    skipped = ''
  }
  return text
}
