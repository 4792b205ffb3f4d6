/** Letters that do not decompose into a letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ə: 'e',
}

/** Common abbreviations of the first words of names. */
const expandedWords: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
  pto: 'puerto',
}

/**
 * Normalizes a name for comparison: lowercase, without accents and punctuation, words separated by one space. Other
 * scripts stay unchanged. The port file contains names in this form, so it must be regenerated after a change here.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđðþıħə]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’‘ʼʻ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\b(st|ste|mt|ft|pto)\b/g, (word) => expandedWords[word] ?? word)
    .normalize('NFC')
}

/** Names of countries and regions may also contain periods and generic words: "U.S.A.", "Fiji Islands". */
export function foldArea(name: string): string {
  const foldedName = foldName(name)
  const shortName = foldedName.replace(/\b(the|of|islands?|republic)\b/g, '')
  return (/\S/.test(shortName) ? shortName : foldedName).replaceAll(' ', '')
}

/** A normalized name without the word for a port: "port of hamburg" and "hamburg harbour" become "hamburg". */
export function removePortWord(folded: string): string {
  return folded
    .replace(/^(seaport|port|porto|puerto|hafen|haven|harbour|harbor|bandar|pelabuhan)( of| de| di| von| van)? /, '')
    .replace(/ (seaport|port|harbour|harbor|hafen|haven)$/, '')
}
