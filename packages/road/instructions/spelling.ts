import { type Literal, utf8Literal } from '../json/ascii.ts'
import type { TemplatePart, TemplateSlot } from './slot.ts'

/** A sentence as the bytes of a JSON string, including quotes. */
export interface EncodedTemplate {
  /** True if values are inserted unchanged, because they neither begin the sentence nor need inflection. */
  readonly isVerbatim: boolean
  readonly opening: Literal
  readonly parts: readonly { readonly slot: TemplateSlot; readonly literal: Literal }[]
}

export function encodeTemplate(opening: string, parts: readonly TemplatePart[]): EncodedTemplate {
  const closingQuote = (i: number) => (i === parts.length ? '"' : '')
  return {
    isVerbatim: parts.every(({ inflect, opensSentence }) => inflect === undefined && !opensSentence),
    opening: utf8Literal(`"${escapeJson(opening)}${closingQuote(0)}`),
    parts: parts.map(({ slot, literal }, i) => ({
      slot,
      literal: utf8Literal(`${escapeJson(literal)}${closingQuote(i + 1)}`),
    })),
  }
}

/** An inserted value, encoded as bytes. */
export interface EncodedValue extends Literal {
  /** True if the value needs no space cleanup. */
  readonly hasCleanSpacing: boolean
}

export function encodeValue(value: string): EncodedValue {
  const isSpacingClean = value !== '' && !value.startsWith(' ') && !value.endsWith(' ') && !value.includes('  ')
  return { ...utf8Literal(escapeJson(value)), hasCleanSpacing: isSpacingClean }
}

const SPACE = 32

/** Returns true if encoded bytes need no space cleanup. */
export function isCleanlySpaced(bytes: Uint8Array, from: number, to: number): boolean {
  let previousByte = SPACE
  for (let i = from; i < to; i++) {
    const byte = bytes[i]
    if (byte === SPACE && previousByte === SPACE) return false
    previousByte = byte
  }
  return previousByte !== SPACE
}

const escapeJson = (value: string): string => JSON.stringify(value).slice(1, -1)
