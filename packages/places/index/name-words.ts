import { hasNoVowels } from '../text/fold.ts'
import { consonantSkeleton } from '../text/scripts/semitic.ts'
import { tokenTexts } from '../text/tokenize.ts'

/** Longer names are descriptions. */
const MAX_WORDS = 12
/** Prefix of consonant-skeleton words. It never occurs within a tokenized word. */
export const SKELETON_MARK = "'"

/**
 * Splits the names of an entry into distinct word lists. Names in scripts without vowels are also included as consonant
 * skeletons.
 */
export function nameWords(names: readonly string[]): string[][] {
  const lists = new Map<string, string[]>()
  const keep = (words: string[]): void => {
    if (words.length > 0) lists.set(words.join(' '), words)
  }
  for (const name of names) {
    const words = tokenTexts(name).slice(0, MAX_WORDS)
    keep(words)
    if (hasNoVowels(name)) keep(words.map(skeletonWord).filter((word) => word !== undefined))
  }
  return [...lists.values()]
}

export function skeletonWord(word: string): string | undefined {
  const skeleton = consonantSkeleton(word)
  return skeleton === '' ? undefined : SKELETON_MARK + skeleton
}

/** Removes spaces and dashes, which are optional in postcodes. */
export function postcodeWord(postcode: string): string {
  return tokenTexts(postcode).join('')
}
