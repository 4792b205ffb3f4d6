/** Letters that have no decomposition into a letter and a mark. */
const plain: Readonly<Record<string, string>> = {
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

/** As people shorten the first words of names. */
const long: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort', pto: 'puerto' }

/**
 * As names are compared: small letters without accents and signs, words apart by one space. Other scripts stay what they
 * are. The file of ports holds names in this form: after a change here it must be written anew.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđðþıħə]/g, (letter) => plain[letter] ?? letter)
    .replace(/['’‘ʼʻ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\b(st|ste|mt|ft|pto)\b/g, (word) => long[word] ?? word)
    .normalize('NFC')
}

/** Countries and regions are also written with points, and with words that say little: "U.S.A.", "Fiji Islands". */
export function foldArea(name: string): string {
  const folded = foldName(name)
  const short = folded.replace(/\b(the|of|islands?|republic)\b/g, '')
  return (/\S/.test(short) ? short : folded).replaceAll(' ', '')
}

/** A folded name without the word for a port: "port of hamburg" and "hamburg harbour" are "hamburg". */
export function withoutPortWord(folded: string): string {
  return folded
    .replace(/^(seaport|port|porto|puerto|hafen|haven|harbour|harbor|bandar|pelabuhan)( of| de| di| von| van)? /, '')
    .replace(/ (seaport|port|harbour|harbor|hafen|haven)$/, '')
}
