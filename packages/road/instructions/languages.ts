import languageData from 'osrm-text-instructions/languages.js'
import { createCapitalizer } from './capital-letter.ts'
import { loadGrammar } from './grammar.ts'
import { InstructionWriter } from './instruction-writer.ts'
import { loadPhrases } from './phrases.ts'

export type { InstructionInput } from './instruction-writer.ts'
export type { InstructionWriter }

/** Supported instruction languages, as BCP 47 tags. */
export const languages: readonly string[] = languageData.supportedCodes

const languageByLowerCase = new Map(languages.map((language) => [language.toLowerCase(), language]))

/** Tags that map to another tag: the most common region or script, or older codes. */
const languageAliases = new Map([
  ['pt', 'pt-BR'],
  ['zh', 'zh-Hans'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['in', 'id'],
])

/** No tag in use is longer (RFC 5646, 4.4.1). Looking up longer tags would only waste time. */
const MAX_TAG_LENGTH = 35

const writerByLanguage = new Map<string, InstructionWriter>()

/** Looks up the tag, then progressively shorter prefixes (RFC 4647, 3.4): de-AT uses de. */
export function findInstructionWriter(tag: string): InstructionWriter | undefined {
  if (tag.length > MAX_TAG_LENGTH) return undefined
  for (let range = tag.toLowerCase(); range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    const language = languageByLowerCase.get(range) ?? languageAliases.get(range)
    if (language !== undefined) return getWriter(language)
  }
  return undefined
}

/** Each language is loaded on first use, which takes a few milliseconds. */
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
