import { type Literal, utf8 } from '../json/ascii.ts'
import type { Slot, TemplatePart } from './slot.ts'

/** A sentence as the bytes of a JSON string, including quotes. */
export interface SpelledTemplate {
  /** True if values are inserted unchanged: not at the beginning of the sentence and not inflected. */
  readonly isPlain: boolean
  readonly opening: Literal
  readonly parts: readonly { readonly slot: Slot; readonly literal: Literal }[]
}

export function spell(opening: string, parts: readonly TemplatePart[]): SpelledTemplate {
  const end = (i: number) => (i === parts.length ? '"' : '')
  return {
    isPlain: parts.every(({ inflect, opensSentence }) => inflect === undefined && !opensSentence),
    opening: utf8(`"${escaped(opening)}${end(0)}`),
    parts: parts.map(({ slot, literal }, i) => ({ slot, literal: utf8(`${escaped(literal)}${end(i + 1)}`) })),
  }
}

/** An inserted value as bytes. */
export interface Spelling extends Literal {
  /** True if no cleanup is needed around it. */
  readonly isTidy: boolean
}

export function spellingOf(text: string): Spelling {
  const isTidy = text !== '' && !text.startsWith(' ') && !text.endsWith(' ') && !text.includes('  ')
  return { ...utf8(escaped(text)), isTidy }
}

const BLANK = 32

/** The same check on encoded bytes. */
export function isTidy(bytes: Uint8Array, from: number, to: number): boolean {
  let before = BLANK
  for (let i = from; i < to; i++) {
    const byte = bytes[i]
    if (byte === BLANK && before === BLANK) return false
    before = byte
  }
  return before !== BLANK
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)
