import { isStreetType, synonymsOf } from '@fairway/places'

/**
 * Whether two folded names may be the same street: one omits or abbreviates the street type. 93rd Road and 93rd Avenue
 * are different streets.
 */
export function mayBeSameStreet(a: string, b: string): boolean {
  const [short, long] = [a.split(' '), b.split(' ')].sort((one, other) => one.length - other.length)
  if (short.length === long.length) return short.every((word, at) => isSameWord(word, long[at]))
  const rest = [...long]
  for (const word of short) {
    const at = rest.findIndex((one) => isSameWord(word, one))
    if (at < 0) return false
    rest.splice(at, 1)
  }
  return rest.every((word) => isStreetType(word) || synonymsOf(word).some(isStreetType)) && short.some(saysSomething)
}

/** A word that two spellings of the same street share, used for lookups. */
export function longestWord(name: string): string {
  const words = name.split(' ').filter((word) => !isStreetType(word))
  return words.reduce((best, word) => (word.length > best.length ? word : best), '')
}

function saysSomething(word: string): boolean {
  return !isStreetType(word) && word.length > 1
}

function isSameWord(a: string, b: string): boolean {
  return a === b || synonymsOf(a).includes(b)
}
