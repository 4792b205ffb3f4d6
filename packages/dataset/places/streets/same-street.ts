import { isStreetType, listSynonyms } from '@fairway/places'

/**
 * Returns whether two normalized names may denote the same street because one of them omits or abbreviates the street
 * type. 93rd Road and 93rd Avenue are different streets.
 */
export function mayBeSameStreet(a: string, b: string): boolean {
  const [short, longName] = [a.split(' '), b.split(' ')].sort((first, second) => first.length - second.length)
  if (short.length === longName.length) return short.every((word, index) => isSameWord(word, longName[index]))
  const remainingWords = [...longName]
  for (const word of short) {
    const index = remainingWords.findIndex((first) => isSameWord(word, first))
    if (index < 0) return false
    remainingWords.splice(index, 1)
  }
  return (
    remainingWords.every((word) => isStreetType(word) || listSynonyms(word).some(isStreetType)) &&
    short.some(isSignificantWord)
  )
}

/** Returns a word that all spellings of the street share, used for lookups. */
export function longestWord(name: string): string {
  const words = name.split(' ').filter((word) => !isStreetType(word))
  return words.reduce((longestWord, word) => (word.length > longestWord.length ? word : longestWord), '')
}

function isSignificantWord(word: string): boolean {
  return !isStreetType(word) && word.length > 1
}

function isSameWord(a: string, b: string): boolean {
  return a === b || listSynonyms(a).includes(b)
}
