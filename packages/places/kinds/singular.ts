/**
 * Plural endings and the singular endings that they replace, as in farmacias, Apotheken, farmacie, panetterie,
 * alberghi, banche, restauranger, eczaneler, sklepy zoologiczne and knizhnye magaziny.
 */
const pluralEndings: readonly (readonly [ending: string, singulars: readonly string[]])[] = [
  ['s', ['']],
  ['es', ['', 'e']],
  ['ies', ['y', 'ie']],
  ['ses', ['s']],
  ['ches', ['ch']],
  ['ces', ['z']],
  ['eaux', ['eau']],
  ['aux', ['al', 'ail']],
  ['x', ['']],
  ['nen', ['n']],
  ['en', ['', 'e', 'um', 'is', 'on']],
  ['n', ['']],
  ['e', ['', 'a', 'y', 'o', 'i']],
  ['er', ['', 'e']],
  ['ar', ['', 'e', 'a']],
  ['or', ['a', '']],
  ['i', ['', 'o', 'e', 'a', 'io', 'y', 'ya']],
  ['he', ['a']],
  ['hi', ['o']],
  ['y', ['', 'a', 'e']],
  ['a', ['', 'um', 'o', 'e']],
  ['os', ['o']],
  ['oes', ['ao']],
  ['aes', ['ao']],
  ['ais', ['al']],
  ['eis', ['el']],
  ['is', ['l', 'il']],
  ['ns', ['m']],
  ['zen', ['s']],
  ['ven', ['f']],
  ['rzy', ['r']],
  ['sci', ['sta']],
  ['cze', ['cz']],
  ['ce', ['ec', 'zec', 'ca']],
  ['cy', ['k', 'ca']],
  ['ki', ['ek', 'ok', 'ka']],
  ['ie', ['aya', 'ia', 'iy', 'i', 'yaya']],
  ['ye', ['yy', 'aya', 'oy', 'oe']],
  ['ii', ['iya']],
  ['iya', ['ie']],
  ['lar', ['']],
  ['ler', ['']],
  ['lari', ['', 'i', 'u', 'si', 'su']],
  ['leri', ['', 'i', 'u', 'si', 'su']],
  ['klari', ['gi']],
  ['kleri', ['gi']],
  ['plari', ['bi', 'bu']],
  ['pleri', ['bi', 'bu']],
]
const MIN_STEM_LENGTH = 3
/** Minimum length of a singular, except before the endings -s and -es. With fewer letters, most matches are names. */
const MIN_SINGULAR_LENGTH = 4

/**
 * Lists the words of which a folded word may be the plural. If `isAlone` is true, most short singulars are omitted,
 * because they are usually the beginnings of names.
 */
export function listSingulars(word: string, isAlone: boolean): string[] {
  const singularForms = pluralEndings.flatMap(([ending, singulars]) => {
    if (!word.endsWith(ending) || word.length - ending.length < MIN_STEM_LENGTH) return []
    const forms = singulars.map((singular) => word.slice(0, -ending.length) + singular)
    return !isAlone || ending === 's' || ending === 'es'
      ? forms
      : forms.filter(({ length }) => length >= MIN_SINGULAR_LENGTH)
  })
  // Dutch doubles a long vowel in the singular and a consonant in the plural, as in "scholen" and "bussen".
  const dutch = /^(.+)([aeou])([bcdfgklmnprst])en$/.exec(word)
  if (dutch) singularForms.push(`${dutch[1]}${dutch[2]}${dutch[2]}${dutch[3]}`)
  const doubledConsonant = /^(.+)([bdfgklmnprst])\2en$/.exec(word)
  if (doubledConsonant) singularForms.push(`${doubledConsonant[1]}${doubledConsonant[2]}`)
  return singularForms
}
