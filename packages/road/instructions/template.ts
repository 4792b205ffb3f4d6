import type { CapitalizeWord } from './capital-letter.ts'
import type { InflectName } from './grammar.ts'
import type { TemplatePart } from './slot.ts'
import { TemplateSlot } from './slot.ts'
import { type EncodedTemplate, encodeTemplate } from './spelling.ts'

const slotsByToken = new Map<string, TemplateSlot>([
  ['way_name', TemplateSlot.wayName],
  ['destination', TemplateSlot.destination],
  ['exit', TemplateSlot.exit],
  ['exit_number', TemplateSlot.exitNumber],
  ['rotary_name', TemplateSlot.rotaryName],
  ['direction', TemplateSlot.direction],
  ['nth', TemplateSlot.nth],
  ['name', TemplateSlot.name],
  ['ref', TemplateSlot.ref],
])

/** A sentence that is parsed once, so that writing it only joins strings. */
export class Template {
  readonly opening: string
  readonly parts: readonly TemplatePart[]
  private encodedTemplate: EncodedTemplate | undefined

  constructor(opening: string, parts: readonly TemplatePart[]) {
    this.opening = opening
    this.parts = parts
  }

  /**
   * The template as bytes. The template is encoded on first use, because most sentences of a language are never used.
   */
  get encoded(): EncodedTemplate {
    this.encodedTemplate ??= encodeTemplate(this.opening, this.parts)
    return this.encodedTemplate
  }
}

/** Language rules for inserted values. */
export interface LanguageRules {
  /** Function that capitalizes the first letter, or undefined in scripts without capital letters. */
  readonly capitalize: CapitalizeWord | undefined
  readonly grammar: ReadonlyMap<string, InflectName>
}

const TOKEN_PATTERN = /\{(\w+)(?::(\w+))?\}/g

/** Parses a template. `fixedValues` contains tokens with a fixed value, which becomes part of the sentence. */
export function parseTemplate(
  source: string,
  languageRules: LanguageRules,
  fixedValues: Readonly<Record<string, string>> = {},
): Template {
  const inflectValue = (value: string, caseName: string) => languageRules.grammar.get(caseName)?.(value) ?? value
  const sentence = collapseSpaces(
    source.replace(TOKEN_PATTERN, (token, name: string, caseName: string) => {
      const fixedValue = fixedValues[name]
      return fixedValue === undefined ? token : inflectValue(fixedValue, caseName)
    }),
  )
  const tokens = [...sentence.matchAll(TOKEN_PATTERN)]
  const parts = tokens.map(([token, name = '', caseName = ''], i): TemplatePart => {
    const tokenIndex = tokens[i]?.index ?? 0
    return {
      slot: slotsByToken.get(name) ?? TemplateSlot.nothing,
      inflect: languageRules.grammar.get(caseName),
      opensSentence: tokenIndex === 0 && languageRules.capitalize !== undefined,
      literal: sentence.slice(tokenIndex + token.length, tokens[i + 1]?.index),
    }
  })
  const opening = sentence.slice(0, tokens[0]?.index)
  return new Template(languageRules.capitalize?.(opening) ?? opening, parts)
}

/** Removes the spaces that empty values leave behind. */
export function collapseSpaces(value: string): string {
  return value.replace(/ {2,}/g, ' ').trim()
}
