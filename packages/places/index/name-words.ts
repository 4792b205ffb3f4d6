import { hasNoVowels } from '../text/fold.ts'
import { consonantSkeleton } from '../text/scripts/semitic.ts'
import { tokenTexts } from '../text/tokenize.ts'

/** Longer names are descriptions. */
const MAX_WORDS = 12
/** Begins words that only stand for consonants; no text has it in a word. */
export const SKELETON_MARK = "'"

/** The names of an entry as lists of words, each list once. Names without vowels are also there as their consonants. */
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

/** Post codes are written with and without blanks and dashes. */
export function postcodeWord(postcode: string): string {
  return tokenTexts(postcode).join('')
}
