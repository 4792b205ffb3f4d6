import { romanizeCaucasian } from './scripts/caucasian.ts'
import { romanizeCyrillic } from './scripts/cyrillic.ts'
import { romanizeGreek } from './scripts/greek.ts'
import { romanizeHangul } from './scripts/hangul.ts'
import { romanizeKana } from './scripts/kana.ts'
import { parseLetterTable } from './scripts/letter-table.ts'
import { romanizeArabic, romanizeHebrew } from './scripts/semitic.ts'

/** Latin letters that do not decompose into a base letter and a diacritic. */
const latinLetters = parseLetterTable(`
  ß ss ẞ ss æ ae œ oe ø o å a ł l đ d ð d þ th ı i ŋ n ħ h ĸ k ŧ t ə e ɐ a ɛ e ɔ o ɓ b ɗ d ɣ g ƒ f ƙ k ŀ l ŉ n ƴ y ʻ - ʼ - ʿ - ʾ -
`)

const scriptPatterns = {
  /** Matches Hebrew points, Arabic short vowels, the Arabic kashida, joiners, and direction marks. */
  silent:
    /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/gu,
  cyrillic: /[\u0400-\u052f]+/gu,
  greek: /[\u0370-\u03ff\u1f00-\u1fff]+/gu,
  arabic: /[\u0600-\u06ff\u0750-\u077f]+/gu,
  hebrew: /[\u05d0-\u05ea]+/gu,
  kana: /[\u3041-\u3096\u30a1-\u30fa\u30fc]+/gu,
  hangul: /[\uac00-\ud7a3]+/gu,
  caucasian: /[\u10a0-\u10ff\u0531-\u0587]+/gu,
  marks: /[\u0300-\u036f]/g,
}
const arabicPunctuationPattern = /[،؛؟٪۔]/gu
/** Matches the number sign in Nº 5, N°5, and №5, to separate it from the number. */
const numberSignPattern = /№|(?<![\p{L}\p{N}])n\s?[º°]/giu
const asciiPattern = /^[\0-\x7f]*$/
/** Matches letters and diacritics of Latin scripts, which need no transliteration. */
const latinPattern = /^[\0-\u00ac\u00ae-\u036f\u1e00-\u1eff]*$/

/**
 * Converts text of any script to lower-case Latin letters without diacritics, so that different spellings of a name
 * match. Chinese characters and scripts without a table are unchanged.
 */
export function foldText(text: string): string {
  if (asciiPattern.test(text)) return text.toLowerCase()
  const normalizedText = text.replace(numberSignPattern, ' no ').normalize('NFKC').toLowerCase().normalize('NFC')
  if (latinPattern.test(normalizedText)) return removeDiacritics(normalizedText)
  const romanized = normalizedText
    .replace(scriptPatterns.silent, '')
    .replace(arabicPunctuationPattern, ',')
    .replace(scriptPatterns.cyrillic, romanizeCyrillic)
    .replace(scriptPatterns.greek, (word) => romanizeGreek(word.normalize('NFD').replace(scriptPatterns.marks, '')))
    .replace(scriptPatterns.arabic, romanizeArabic)
    .replace(scriptPatterns.hebrew, romanizeHebrew)
    .replace(scriptPatterns.kana, romanizeKana)
    .replace(scriptPatterns.hangul, romanizeHangul)
    .replace(scriptPatterns.caucasian, romanizeCaucasian)
  return removeDiacritics(romanized)
}

/** Removes diacritics letter by letter, because decomposing the whole string would also decompose other scripts. */
function removeDiacritics(text: string): string {
  return text.replace(/[\u00c0-\u036f\u1e00-\u1fff\u0250-\u02ff]/gu, (letter) => {
    const latinLetter = latinLetters.get(letter)
    return latinLetter ?? letter.normalize('NFD').replace(scriptPatterns.marks, '')
  })
}

/** Returns true if the script omits short vowels. */
export function isUnvoweledScript(text: string): boolean {
  return /[\u05d0-\u05ea\u0620-\u06ff]/u.test(text)
}
