import type { Capitalize } from './capital-letter.ts'
import type { Inflect } from './grammar.ts'
import type { TemplatePart } from './slot.ts'
import { Slot } from './slot.ts'
import { type SpelledTemplate, spell } from './spelling.ts'

const slotsByToken = new Map<string, Slot>([
  ['way_name', Slot.wayName],
  ['destination', Slot.destination],
  ['exit', Slot.exit],
  ['exit_number', Slot.exitNumber],
  ['rotary_name', Slot.rotaryName],
  ['direction', Slot.direction],
  ['nth', Slot.nth],
  ['name', Slot.name],
  ['ref', Slot.ref],
])

/** A sentence parsed once, so that writing it only joins strings. */
export class Template {
  readonly opening: string
  readonly parts: readonly TemplatePart[]
  private spelledTemplate: SpelledTemplate | undefined

  constructor(opening: string, parts: readonly TemplatePart[]) {
    this.opening = opening
    this.parts = parts
  }

  /** The template as bytes. Encoded lazily, because most sentences of a language are never used. */
  get spelled(): SpelledTemplate {
    this.spelledTemplate ??= spell(this.opening, this.parts)
    return this.spelledTemplate
  }
}

/** Language rules for inserted values. */
export interface Speech {
  /** Undefined in scripts without capital letters. */
  readonly capitalize: Capitalize | undefined
  readonly grammar: ReadonlyMap<string, Inflect>
}

const TOKEN = /\{(\w+)(?::(\w+))?\}/g

/** `known`: tokens with a fixed value, which becomes part of the sentence. */
export function parseTemplate(source: string, speech: Speech, known: Readonly<Record<string, string>> = {}): Template {
  const inflected = (text: string, caseName: string) => speech.grammar.get(caseName)?.(text) ?? text
  const sentence = tidy(
    source.replace(TOKEN, (token, name: string, caseName: string) => {
      const text = known[name]
      return text === undefined ? token : inflected(text, caseName)
    }),
  )
  const tokens = [...sentence.matchAll(TOKEN)]
  const parts = tokens.map(([token, name = '', caseName = ''], i): TemplatePart => {
    const at = tokens[i]?.index ?? 0
    return {
      slot: slotsByToken.get(name) ?? Slot.nothing,
      inflect: speech.grammar.get(caseName),
      opensSentence: at === 0 && speech.capitalize !== undefined,
      literal: sentence.slice(at + token.length, tokens[i + 1]?.index),
    }
  })
  const opening = sentence.slice(0, tokens[0]?.index)
  return new Template(speech.capitalize?.(opening) ?? opening, parts)
}

/** Removes the spaces that empty values leave behind. */
export function tidy(text: string): string {
  return text.replace(/ {2,}/g, ' ').trim()
}
