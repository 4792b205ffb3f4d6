import { isUnvoweledScript } from '../text/fold.ts'
import { toConsonantSkeleton } from '../text/scripts/semitic.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'

/** Maximum number of words in a name. Longer names are descriptions. */
const MAX_WORDS = 12
/** Prefix of consonant-skeleton words. It never occurs within a tokenized word. */
const SKELETON_MARK = "'"

/**
 * Splits the names of an entry into distinct word lists. Names in scripts without vowels are also included as consonant
 * skeletons.
 */
export function toNameWords(names: readonly string[]): string[][] {
  const wordLists = new Map<string, string[]>()
  const addWords = (words: string[]): void => {
    if (words.length > 0) wordLists.set(words.join(' '), words)
  }
  for (const name of names) {
    const words = tokenizeToStrings(name).slice(0, MAX_WORDS)
    addWords(words)
    if (isUnvoweledScript(name)) addWords(words.map(toSkeletonWord).filter((word) => word !== undefined))
  }
  return [...wordLists.values()]
}

export function toSkeletonWord(word: string): string | undefined {
  const skeleton = toConsonantSkeleton(word)
  return skeleton === '' ? undefined : SKELETON_MARK + skeleton
}

/** Removes spaces and dashes, which are optional in postcodes. */
export function toPostcodeWord(postcode: string): string {
  return tokenizeToStrings(postcode).join('')
}
