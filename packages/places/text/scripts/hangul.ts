/** Revised Romanization of syllables as written, without sound changes between syllables. */
const initials = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ').map((sound) => sound.replace('-', ''))
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const finalSounds = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'
  .split(' ')
  .map((sound) => sound.replace('-', ''))

const FIRST_SYLLABLE_CODE = 0xac00

export function romanizeHangul(word: string): string {
  let latin = ''
  for (const letter of word) {
    const syllableIndex = letter.charCodeAt(0) - FIRST_SYLLABLE_CODE
    const vowel = vowels[Math.floor(syllableIndex / 28) % 21]
    latin += isSyllable(syllableIndex)
      ? `${initials[Math.floor(syllableIndex / 588)]}${vowel}${finalSounds[syllableIndex % 28]}`
      : letter
  }
  return latin
}

function isSyllable(syllableIndex: number): boolean {
  return syllableIndex >= 0 && syllableIndex < 19 * 21 * 28
}
