import languageData from 'osrm-text-instructions/languages.js'
import { capitalizeIn } from './capital-letter.ts'
import { grammarOf } from './grammar.ts'
import { InstructionWriter } from './instruction-writer.ts'
import { phrasesOf } from './phrases.ts'

export type { InstructionInput } from './instruction-writer.ts'
export type { InstructionWriter }

/** Supported instruction languages, as BCP 47 tags. */
export const languages: readonly string[] = languageData.supportedCodes

const byLowerCase = new Map(languages.map((language) => [language.toLowerCase(), language]))

/** Tags that map to another tag: the most common region or script, or older codes. */
const standIns = new Map([
  ['pt', 'pt-BR'],
  ['zh', 'zh-Hans'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['in', 'id'],
])

/** No tag in use is longer (RFC 5646, 4.4.1). Longer ones would only cost time. */
const LONGEST_TAG = 35

const writers = new Map<string, InstructionWriter>()

/** Looks up the tag, then progressively shorter prefixes (RFC 4647, 3.4): de-AT uses de. */
export function instructionsFor(tag: string): InstructionWriter | undefined {
  if (tag.length > LONGEST_TAG) return undefined
  for (let range = tag.toLowerCase(); range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    const language = byLowerCase.get(range) ?? standIns.get(range)
    if (language !== undefined) return writerOf(language)
  }
  return undefined
}

/** A language takes a few milliseconds to load, on first use. */
function writerOf(language: string): InstructionWriter {
  let writer = writers.get(language)
  if (writer === undefined) {
    const hasCapitals = languageData.instructions[language]?.meta.capitalizeFirstLetter === true
    const capitalize = hasCapitals ? capitalizeIn(language) : undefined
    writer = new InstructionWriter(language, phrasesOf(language), { capitalize, grammar: grammarOf(language) })
    writers.set(language, writer)
  }
  return writer
}
