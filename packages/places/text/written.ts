/**
 * Prefix of spelling keys. Folding makes Малис equal to Malis, and Stötz equal to Stotz. A user who types one spelling
 * usually means that spelling. Names with letters other than plain Latin letters are stored as hashes of their
 * spelling, to break ties between folded names. Hashes take a third of the space of the names.
 */
const KEY_PREFIX = ','
const KEY_DIGITS = 7
const asciiPattern = /^[\0-\x7f]*$/

/** Returns the keys of all names that folding changes. The string is empty if there are none. */
export function toSpellingKeys(names: readonly string[]): string {
  const keys = names.map(toSpellingKey).filter((key) => key !== undefined)
  return [...new Set(keys)].join('')
}

/** Returns the key of a name, or undefined for plain Latin letters, which folding does not change. */
export function toSpellingKey(name: string): string | undefined {
  if (asciiPattern.test(name)) return undefined
  return KEY_PREFIX + computeHash(normalizeSpelling(name)).toString(36).padStart(KEY_DIGITS, '0')
}

/** Normalizes case and spaces, but neither script nor diacritics. */
export function normalizeSpelling(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')
}

/** Computes a 32-bit FNV-1a hash. */
function computeHash(normalized: string): number {
  let hashValue = 0x811c9dc5
  for (let charIndex = 0; charIndex < normalized.length; charIndex++)
    hashValue = Math.imul(hashValue ^ normalized.charCodeAt(charIndex), 0x01000193)
  return hashValue >>> 0
}
