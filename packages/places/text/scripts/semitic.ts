import { parseLetterTable } from './letter-table.ts'

/** GeoNames romanization of Arabic, Persian, and Urdu consonants. Long vowels become w and y. */
const arabicLetters = parseLetterTable(`
  ا a أ a إ a آ a ٱ a ء - ئ y ؤ w ب b پ p ت t ٹ t ث th ج j چ ch ح h خ kh د d ڈ d ذ dh ر r ڑ r ز z ژ zh س s ش sh ص s ض d
  ط t ظ z ع - غ gh ف f ڤ v ق q ک k ك k گ g ڭ ng ل l م m ن n ں n ه h ہ h ھ h ة h ۀ h ە h و w ۆ o ۇ u ی y ي y ى a ے y ې e
  ٠ 0 ١ 1 ٢ 2 ٣ 3 ٤ 4 ٥ 5 ٦ 6 ٧ 7 ٨ 8 ٩ 9 ۰ 0 ۱ 1 ۲ 2 ۳ 3 ۴ 4 ۵ 5 ۶ 6 ۷ 7 ۸ 8 ۹ 9
`)
const hebrewLetters = parseLetterTable(`
  א a ב b ג g ד d ה h ו w ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע - פ p ף p צ ts ץ ts ק q ר r ש sh ת t
`)

/**
 * Romanizes an Arabic word. The Arabic article is attached to its word, but in Latin letters it is separate and often
 * omitted.
 */
export function romanizeArabic(word: string): string {
  const article = /^ال(?=...)/u.exec(word)
  return article ? `al ${transliterate(arabicLetters, word.slice(2))}` : transliterate(arabicLetters, word)
}

export function romanizeHebrew(word: string): string {
  return transliterate(hebrewLetters, word)
}

function transliterate(table: ReadonlyMap<string, string>, word: string): string {
  let latin = ''
  for (const letter of word) latin += table.get(letter) ?? letter
  return latin
}

const soundRules: readonly (readonly [RegExp, string])[] = [
  [/kh|ch|[qcx]/g, 'k'],
  [/gh/g, 'g'],
  [/sh/g, 's'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ts|zh/g, 'z'],
  // One letter represents p and f in Hebrew, and p and b in Arabic.
  [/ph|[fvp]/g, 'b'],
  [/[aeiouywh]/g, ''],
  [/(.)\1+/g, '$1'],
]

/**
 * Returns the consonants of a Latin word that a script without short vowels would keep. Names in Arabic or Hebrew are
 * also indexed under this key, so that a Latin spelling with vowels finds them. Returns an empty string if too few
 * letters remain.
 */
export function toConsonantSkeleton(latin: string): string {
  let skeleton = latin
  for (const [pattern, sound] of soundRules) skeleton = skeleton.replace(pattern, sound)
  return skeleton.length >= 3 ? skeleton : ''
}
