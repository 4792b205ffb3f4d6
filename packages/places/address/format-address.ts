import { foldText } from '../text/fold.ts'
import { elsewhere, ownScriptPatterns, patterns, withoutStreet } from './address-patterns.ts'

export interface AddressParts {
  /** What is there: a shop, a station; left out where it only repeats another part. */
  readonly name?: string | undefined
  readonly houseNumber?: string | undefined
  readonly street?: string | undefined
  readonly suburb?: string | undefined
  readonly city?: string | undefined
  readonly region?: string | undefined
  readonly postcode?: string | undefined
  readonly country?: string | undefined
  /** Two letters: whose way to write addresses it is. */
  readonly countryCode?: string | undefined
}

type Letter = 'H' | 'S' | 'U' | 'C' | 'R' | 'P' | 'K'

const ownScript = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/u

/** An address on one line, the way its country writes it. Parts that are missing leave no gap. */
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

/** Berlin lies in Berlin, Montevideo in Montevideo Department: nobody writes both. */
function isSaidBy(name: string, other: string): boolean {
  if (name === '' || other === '') return false
  const [a, b] = [foldText(name), foldText(other)]
  return a === b || b.startsWith(`${a} `)
}

/** What stands before a part is written only between two parts; of what was left out in between a comma is kept. */
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
