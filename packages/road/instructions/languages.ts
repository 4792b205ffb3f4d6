import languageData from 'osrm-text-instructions/languages.js'
import { createCapitalizer } from './capital-letter.ts'
import { loadGrammar } from './grammar.ts'
import { InstructionWriter } from './instruction-writer.ts'
import { loadPhrases } from './phrases.ts'

export type { InstructionInput } from './instruction-writer.ts'
export type { InstructionWriter }

/** Supported languages of instructions, as BCP 47 tags. */
export const languages: readonly string[] = languageData.supportedCodes

const languageByLowerCase = new Map(languages.map((language) => [language.toLowerCase(), language]))

/**
 * Tags that are replaced by a supported tag: languages without a region or script, variants of Norwegian, and older
 * codes.
 */
const languageAliases = new Map([
  ['pt', 'pt-BR'],
  ['zh', 'zh-Hans'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['in', 'id'],
])

/** Maximum length of a language tag. No tag in use is longer (RFC 5646, 4.4.1). */
const MAX_TAG_LENGTH = 35

const writerByLanguage = new Map<string, InstructionWriter>()

/** Looks up the tag and then progressively shorter prefixes (RFC 4647, 3.4). For example, de-AT uses de. */
export function findInstructionWriter(tag: string): InstructionWriter | undefined {
  if (tag.length > MAX_TAG_LENGTH) return undefined
  for (let range = tag.toLowerCase(); range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    const language = languageByLowerCase.get(range) ?? languageAliases.get(range)
    if (language !== undefined) return getWriter(language)
  }
  return undefined
}

/** Returns the writer of a language. A language is loaded on first use, which takes a few milliseconds. */
function getWriter(language: string): InstructionWriter {
  let writer = writerByLanguage.get(language)
  if (writer === undefined) {
    const hasCapitals = languageData.instructions[language]?.meta.capitalizeFirstLetter === true
    const capitalize = hasCapitals ? createCapitalizer(language) : undefined
    writer = new InstructionWriter(language, loadPhrases(language), { capitalize, grammar: loadGrammar(language) })
    writerByLanguage.set(language, writer)
  }
  return writer
}
