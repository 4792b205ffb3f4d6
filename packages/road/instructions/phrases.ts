import languageData, { type Phrases, type PhraseTree } from 'osrm-text-instructions/languages.js'
import { collapseSpaces } from './template.ts'

/**
 * Returns the sentences of a language from the package, with translation errors corrected. The errors are missing
 * spaces ("Ausfahrt12"), extra spaces, a sentence with an unused token, missing articles and contractions ("Gira a
 * izquierda"), and sentences for right turns that contain "left".
 */
export function loadPhrases(language: string): Phrases {
  const correctedPhrases = correctPhraseTree(getPhrases(language), language) as Phrases
  const exit = ROUNDABOUT_EXIT_PHRASES[language]
  const phrases = exit
    ? { ...correctedPhrases, 'exit roundabout': { default: exit }, 'exit rotary': { default: exit } }
    : correctedPhrases
  if (language === 'en') return { ...phrases, modes: { ...phrases.modes, train: ENGLISH_TRAIN_PHRASES } }
  const format = EXIT_ORDINALS[language]
  if (format === undefined) return phrases
  const exitOrdinals = Object.keys(phrases.constants.ordinalize).map((number) => [number, format(number)])
  return { ...phrases, constants: { ...phrases.constants, ordinalize: Object.fromEntries(exitOrdinals) } }
}

/**
 * Returns the ordinals of destinations. In Catalan, Portuguese and Spanish, "exit" is feminine and "destination" is
 * masculine, so the ordinals differ: "la 2ª salida", but "tu 2.º destino".
 */
export function loadDestinationOrdinals(language: string): Readonly<Record<string, string>> {
  const { ordinalize } = getPhrases(language).constants
  if (!language.startsWith('es')) return ordinalize
  return Object.fromEntries(Object.keys(ordinalize).map((number) => [number, `${number}.º`]))
}

/** Ordinals of roundabout exits, in languages in which the package has only the ordinals of destinations. */
const EXIT_ORDINALS: Readonly<Record<string, (number: string) => string>> = {
  ca: (number) => `${number}a`,
  'pt-BR': (number) => `${number}ª`,
  'pt-PT': (number) => `${number}ª`,
}

/**
 * Phrases for car trains. The package has phrases only for ferries. In languages other than English, a car train is
 * announced like a road.
 */
const ENGLISH_TRAIN_PHRASES: PhraseTree = {
  default: 'Take the train',
  name: 'Take the train {way_name}',
  destination: 'Take the train towards {destination}',
}

/**
 * Phrases for leaving a roundabout, in languages in which the package announces a turn. An exit that continues in the
 * direction of the entry would become "Geradeaus abbiegen".
 */
const ROUNDABOUT_EXIT_PHRASES: Readonly<Record<string, PhraseTree>> = {
  de: {
    default: 'Kreisverkehr verlassen',
    name: 'Kreisverkehr verlassen auf {way_name}',
    destination: 'Kreisverkehr verlassen Richtung {destination}',
  },
  id: {
    default: 'Keluar dari bundaran',
    name: 'Keluar dari bundaran ke arah {way_name}',
    destination: 'Keluar dari bundaran menuju {destination}',
  },
  it: {
    default: 'Esci dalla rotonda',
    name: 'Esci dalla rotonda in {way_name}',
    destination: 'Esci dalla rotonda verso {destination}',
  },
  pl: {
    default: 'Zjedź z ronda',
    name: 'Zjedź z ronda na {way_name}',
    destination: 'Zjedź z ronda w kierunku {destination}',
  },
  tr: {
    default: 'Göbekli kavşaktan çık',
    name: 'Göbekli kavşaktan {way_name} üzerinde çık',
    destination: 'Göbekli kavşaktan {destination} istikametinde çık',
  },
}

/**
 * Languages in which a letter directly before a token is an error. In Hebrew and some other languages, this letter is a
 * prefix of the word.
 */
const SPACE_BEFORE_TOKEN_LANGUAGES = new Set(['ar', 'de', 'es', 'pt-PT', 'sl', 'sv', 'uk', 'yo'])
/** Languages in which a letter directly after a token is an error. In Arabic and Dutch, this letter is a suffix. */
const SPACE_AFTER_TOKEN_LANGUAGES = new Set(['sl', 'yo'])

/** Corrections of words, applied in order. */
const WORD_CORRECTIONS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  // The package mixes three forms of address. All sentences use the polite plural, as road signs and Andorran apps do.
  ca: [
    [/^Fes un \{modifier\}/, 'Gireu {modifier}'],
    [/^Gir[ai] /, 'Gireu '],
    [/ a \{modifier\}/, ' {modifier}'],
    [/per a mantenir-se a /, 'per mantenir-vos a '],
    [/^(Ves|Vagi) recte/, 'Continueu recte'],
    [/^Continua |^Continuen /, 'Continueu '],
    [/^Incorpora’t/, 'Incorporeu-vos'],
    [/^Entra (?=\{)/, 'Entreu a '],
    [/^Entra /, 'Entreu '],
    [/^Surt /, 'Sortiu '],
    [/ i surt /, ' i sortiu '],
    [/^Pren /, 'Preneu '],
    [/ i prent? /, ' i preneu '],
    [/la sortida \{exit_number\}/, 'la {exit_number} sortida'],
    [/^Has arribat al teu/, 'Heu arribat al vostre'],
    [/^Feun /, 'Feu '],
    [/^(Agafi|Afagi) /, 'Agafeu '],
    [/^Mantingui’s/, 'Mantingueu-vos'],
    [/^esquerra$/, 'a l’esquerra'],
    [/^dreta$/, 'a la dreta'],
    [/esquera$/, 'esquerra'],
    [/^tancat a/, 'bruscament a'],
    [/ a esquerra o dreta/, ' a l’esquerra o a la dreta'],
    [/^canvi de sentit$/, 'en sentit contrari'],
    [/^(nord|sud)(-oest|-est)?$/, 'cap al $1$2'],
    [/^(est|oest)$/, 'cap a l’$1'],
  ],
  es: [
    [/^Ve a \{direction\}/, 'Dirígete al {direction}'],
    [/^(Dirígete al \{direction\}) en/, '$1 por'],
    [/^(Cruza a la|Sigue) ?\{modifier\}/, 'Gira {modifier}'],
    [/ a \{modifier\}/, ' {modifier}'],
    [/^(izquierda|derecha)$/, 'a la $1'],
    [/^cerrada a la/, 'bruscamente a la'],
    [/^cambio de sentido$/, 'en sentido contrario'],
    [/^Sal la rotonda/, 'Sal de la rotonda'],
    [/en el cruza$/, 'en el cruce'],
    [/de la via$/, 'de la vía'],
    [/ en la (izquierda|derecha)/, ' a la $1'],
    [/Ve cuesta abajo/, 'Toma la salida'],
    // "Coger" is vulgar in most of Latin America.
    [/ coge /, ' toma '],
  ],
  'es-ES': [
    [/^(Gire|Cruce) /, 'Gira '],
    [/^Doble /, 'Dobla '],
    [/ la cuesta de la /, ' la rampa de la '],
    [/^Siga /, 'Sigue '],
    [/^Sal la rotonda/, 'Sal de la rotonda'],
    [/cuesta abajo/, 'salida'],
    [/^cerrada a la/, 'bruscamente a la'],
    [/^cambio de sentido$/, 'en sentido contrario'],
  ],
  it: [
    [/Immèttitì/, 'Immettiti'],
    [/^Immettiti \{modifier\}/, 'Immettiti a {modifier}'],
    [/^inversione a U$/, 'U'],
  ],
  pl: [[/ ,/, ',']],
  'pt-BR': [
    [/ a (esquerda|direita)/, ' à $1'],
    [/ em direção à \{destination\}/, ' em direção a {destination}'],
    [/^Siga \{direction\}/, 'Siga para {direction}'],
    [/^Siga \{modifier\}/, 'Vire {modifier}'],
    [/^suave à/, 'levemente à'],
    [/^fechada à/, 'acentuadamente à'],
    [/^retorno$/, 'em sentido contrário'],
  ],
  'pt-PT': [
    [/^Siga \{modifier\}/, 'Vire {modifier}'],
    [/ saia na saída \{exit_number\}/, ' saia na {exit_number} saída'],
    [/^inversão de marcha$/, 'em sentido contrário'],
  ],
  uk: [[/^Залишить кільце/, 'Залиште кільце']],
}
/** Words for left and right in languages where a sentence for one side contains the word for the other side. */
const SIDE_WORDS: Readonly<Record<string, readonly [left: string, right: string]>> = {
  ar: ['يسار', 'يمين'],
  es: ['izquierda', 'derecha'],
  'es-ES': ['izquierda', 'derecha'],
  hu: ['balra', 'jobbra'],
}

function getPhrases(language: string): Phrases {
  const translation = languageData.instructions[language]
  if (translation === undefined) throw new Error(`no translation into ${language}`)
  return translation.v5
}

/** Corrects all phrases of a tree. `turnSide` is the side of the maneuver that the tree describes, or undefined. */
function correctPhraseTree(tree: PhraseTree, language: string, turnSide?: 'left' | 'right'): PhraseTree {
  const entries = Object.entries(tree)
    .filter(([, value]) => typeof value !== 'string' || !value.includes('{distance}'))
    .map(([key, value]) => {
      const sideOfKey = key.endsWith('left') ? 'left' : key.endsWith('right') ? 'right' : turnSide
      return [
        key,
        typeof value === 'string'
          ? correctPhrase(value, language, sideOfKey)
          : correctPhraseTree(value, language, sideOfKey),
      ]
    })
  return Object.fromEntries(entries)
}

function correctPhrase(phrase: string, language: string, turnSide: 'left' | 'right' | undefined): string {
  let correctedPhrase = phrase
  if (SPACE_BEFORE_TOKEN_LANGUAGES.has(language)) correctedPhrase = correctedPhrase.replace(/(\p{L})\{/gu, '$1 {')
  if (SPACE_AFTER_TOKEN_LANGUAGES.has(language)) correctedPhrase = correctedPhrase.replace(/\}(\p{L})/gu, '} $1')
  for (const [pattern, replacement] of WORD_CORRECTIONS[language] ?? [])
    correctedPhrase = correctedPhrase.replace(pattern, replacement)
  const [left, right] = SIDE_WORDS[language] ?? []
  if (left !== undefined && right !== undefined && turnSide !== undefined)
    correctedPhrase = turnSide === 'left' ? correctedPhrase.replace(right, left) : correctedPhrase.replace(left, right)
  return collapseSpaces(correctedPhrase)
}
