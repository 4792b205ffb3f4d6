import { parseLetterTable } from './letter-table.ts'

/** Hepburn romanization of hiragana. Katakana code points are 96 higher. */
const syllables = parseLetterTable(`
  あ a い i う u え e お o か ka き ki く ku け ke こ ko が ga ぎ gi ぐ gu げ ge ご go さ sa し shi す su せ se そ so
  ざ za じ ji ず zu ぜ ze ぞ zo た ta ち chi つ tsu て te と to だ da ぢ ji づ zu で de ど do な na に ni ぬ nu ね ne の no
  は ha ひ hi ふ fu へ he ほ ho ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ま ma み mi む mu め me も mo
  や ya ゆ yu よ yo ら ra り ri る ru れ re ろ ro わ wa ゐ i ゑ e を o ん n ゔ vu ゕ ka ゖ ka
`)
const smallVowels = parseLetterTable('ぁ a ぃ i ぅ u ぇ e ぉ o ゎ wa')
const smallYLetters = parseLetterTable('ゃ a ゅ u ょ o')

export function romanizeKana(word: string): string {
  let latin = ''
  let isDoubled = false
  for (const letter of word) {
    const kana = toHiragana(letter)
    const glide = smallYLetters.get(kana)
    const vowel = smallVowels.get(kana)
    if (kana === 'ー') continue
    if (kana === 'っ') isDoubled = true
    else if (glide !== undefined) latin = latin.replace(/i$/, '') + (/(sh|ch|j)i$/.test(latin) ? glide : `y${glide}`)
    else if (vowel !== undefined) latin = latin.replace(/[aeiou]$/, '') + vowel
    else {
      const syllable = syllables.get(kana) ?? kana
      latin += isDoubled ? syllable.charAt(0) + syllable : syllable
      isDoubled = false
    }
  }
  // Latin spellings mark long vowels with a macron. Folding removes the macron, and established names omit it.
  return latin.replace(/ou/g, 'o').replace(/oo/g, 'o').replace(/uu/g, 'u')
}

function toHiragana(letter: string): string {
  const code = letter.charCodeAt(0)
  return code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - 0x60) : letter
}
