import { isNumeric, tokenize } from '../text/tokenize.ts'

/** A word of what was asked for. */
export interface QueryWord {
  readonly text: string
  readonly isNumeric: boolean
  /** Its bit in a set of words. */
  readonly bit: number
}

/** More words than an address has are not looked at: each costs time, and sets of them are 32 bits. */
export const MAX_WORDS = 16

/** Words that announce a number and say nothing themselves. */
const announcers = new Set(['no', 'nr', 'num', 'numero', 'nro', 'number', 'hausnummer', 'dom'])

export function parseWords(text: string): QueryWord[] {
  const tokens = tokenize(text)
  const kept = tokens.filter((token, at) => {
    const next = tokens[at + 1]
    return !(announcers.has(token.text) && next !== undefined && isNumeric(next.text))
  })
  return kept
    .slice(0, MAX_WORDS)
    .map((token, at) => ({ text: token.text, isNumeric: isNumeric(token.text), bit: 1 << at }))
}

/** Whether the last word may be the beginning of one: nothing was typed after it. */
export function endsOpen(text: string): boolean {
  return /[\p{L}\p{N}\p{M}]$/u.test(text)
}
