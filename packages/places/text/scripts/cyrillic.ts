import { parseLetterTable } from './letter-table.ts'

/** Russian letters, followed by letters of other languages that Russian lacks. The keys are composed (NFC). */
const commonLetters = parseLetterTable(`
  а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch
  ъ - ы y ь - э e ю yu я ya
  і i ї i є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ g ќ k ѕ dz ѐ e ѝ i
  ә a қ q ғ g ү u ұ u ң n ө o һ h ҳ h ҷ j ӣ i ӯ u ҡ q ҙ z ҫ s ӑ a ӗ e ӈ n ӏ -
`)
const ukrainianLetters = parseLetterTable('г h и y є ye х kh')
const serbianLetters = parseLetterTable('ж z ч c ш s ц c х h')

/** Romanizes one word at a time, because a word must have the same romanization in a name and in a query. */
export function romanizeCyrillic(word: string): string {
  const languageLetters = /[іїєґ]/u.test(word) ? ukrainianLetters : /[ђћљњџј]/u.test(word) ? serbianLetters : undefined
  let latin = ''
  for (const letter of word) latin += languageLetters?.get(letter) ?? commonLetters.get(letter) ?? letter
  return latin
}
