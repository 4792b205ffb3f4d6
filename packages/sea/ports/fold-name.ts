/** Letters that do not decompose into a base letter and a diacritic. */
const asciiByLetter: Readonly<Record<string, string>> = {
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
 * scripts are unchanged. The port file contains normalized names, so regenerate it after a change to this function.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđðþıħə]/g, (letter) => asciiByLetter[letter] ?? letter)
    .replace(/['’‘ʼʻ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\b(st|ste|mt|ft|pto)\b/g, (word) => expandedWords[word] ?? word)
    .normalize('NFC')
}

/**
 * Normalizes the name of a country or region, which may also contain periods and generic words: "U.S.A.", "Fiji
 * Islands".
 */
export function foldArea(name: string): string {
  const foldedName = foldName(name)
  const shortName = foldedName.replace(/\b(the|of|islands?|republic)\b/g, '')
  return (/\S/.test(shortName) ? shortName : foldedName).replaceAll(' ', '')
}

/** Removes the word for a port from a normalized name. "port of hamburg" and "hamburg harbour" become "hamburg". */
export function removePortWord(foldedName: string): string {
  return foldedName
    .replace(/^(seaport|port|porto|puerto|hafen|haven|harbour|harbor|bandar|pelabuhan)( of| de| di| von| van)? /, '')
    .replace(/ (seaport|port|harbour|harbor|hafen|haven)$/, '')
}
