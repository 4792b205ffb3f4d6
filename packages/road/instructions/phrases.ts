import languageData, { type Phrases, type PhraseTree } from 'osrm-text-instructions/languages.js'
import { tidy } from './template.ts'

/**
 * The sentences of a language from the package, with translation errors corrected: missing spaces ("Ausfahrt12"), extra
 * spaces, and a sentence with an unused token.
 */
export function phrasesOf(language: string): Phrases {
  const phrases = mendedTree(getPhrases(language), language) as Phrases
  if (language !== 'en') return phrases
  return { ...phrases, modes: { ...phrases.modes, train: ENGLISH_TRAIN } }
}

/** The package supports only ferries; in other languages a car train reads like a road. */
const ENGLISH_TRAIN: PhraseTree = {
  default: 'Take the train',
  name: 'Take the train {way_name}',
  destination: 'Take the train towards {destination}',
}

/** Languages where a letter directly before a token is an error. In Hebrew and others it is a prefix of the word. */
const GLUED_BEFORE = new Set(['ar', 'de', 'es', 'pt-PT', 'sl', 'sv', 'uk', 'yo'])
/** Languages where a letter directly after a token is an error. In Arabic and Dutch it is a suffix. */
const GLUED_AFTER = new Set(['sl', 'yo'])

function getPhrases(language: string): Phrases {
  const translation = languageData.instructions[language]
  if (translation === undefined) throw new Error(`no translation into ${language}`)
  return translation.v5
}

function mendedTree(tree: PhraseTree, language: string): PhraseTree {
  const entries = Object.entries(tree)
    .filter(([, value]) => typeof value !== 'string' || !value.includes('{distance}'))
    .map(([key, value]) => [key, typeof value === 'string' ? mended(value, language) : mendedTree(value, language)])
  return Object.fromEntries(entries)
}

function mended(text: string, language: string): string {
  let better = text
  if (GLUED_BEFORE.has(language)) better = better.replace(/(\p{L})\{/gu, '$1 {')
  if (GLUED_AFTER.has(language)) better = better.replace(/\}(\p{L})/gu, '} $1')
  return tidy(better)
}
