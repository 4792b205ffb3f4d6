import languageData, { type Phrases, type PhraseTree } from 'osrm-text-instructions/languages.js'
import { collapseSpaces } from './template.ts'

/**
 * The sentences of a language from the package, with translation errors corrected: missing spaces ("Ausfahrt12"), extra
 * spaces, and a sentence with an unused token.
 */
export function loadPhrases(language: string): Phrases {
  const phrases = correctPhraseTree(getPhrases(language), language) as Phrases
  if (language !== 'en') return phrases
  return { ...phrases, modes: { ...phrases.modes, train: ENGLISH_TRAIN_PHRASES } }
}

/** The package has phrases only for ferries. In languages other than English, a car train is announced like a road. */
const ENGLISH_TRAIN_PHRASES: PhraseTree = {
  default: 'Take the train',
  name: 'Take the train {way_name}',
  destination: 'Take the train towards {destination}',
}

/**
 * Languages where a letter directly before a token is an error. In Hebrew and some other languages it is a prefix of
 * the word.
 */
const SPACE_BEFORE_TOKEN_LANGUAGES = new Set(['ar', 'de', 'es', 'pt-PT', 'sl', 'sv', 'uk', 'yo'])
/** Languages where a letter directly after a token is an error. In Arabic and Dutch it is a suffix. */
const SPACE_AFTER_TOKEN_LANGUAGES = new Set(['sl', 'yo'])

function getPhrases(language: string): Phrases {
  const translation = languageData.instructions[language]
  if (translation === undefined) throw new Error(`no translation into ${language}`)
  return translation.v5
}

function correctPhraseTree(tree: PhraseTree, language: string): PhraseTree {
  const entries = Object.entries(tree)
    .filter(([, value]) => typeof value !== 'string' || !value.includes('{distance}'))
    .map(([key, value]) => [
      key,
      typeof value === 'string' ? correctPhrase(value, language) : correctPhraseTree(value, language),
    ])
  return Object.fromEntries(entries)
}

function correctPhrase(phrase: string, language: string): string {
  let corrected = phrase
  if (SPACE_BEFORE_TOKEN_LANGUAGES.has(language)) corrected = corrected.replace(/(\p{L})\{/gu, '$1 {')
  if (SPACE_AFTER_TOKEN_LANGUAGES.has(language)) corrected = corrected.replace(/\}(\p{L})/gu, '} $1')
  return collapseSpaces(corrected)
}
