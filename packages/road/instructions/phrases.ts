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
  if (language !== 'en') return phrases
  return { ...phrases, modes: { ...phrases.modes, train: ENGLISH_TRAIN_PHRASES } }
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
  ca: [
    [/^Fes un \{modifier\}/, 'Gira {modifier}'],
    [/ a \{modifier\}/, ' {modifier}'],
    [/^esquerra$/, 'a l’esquerra'],
    [/^dreta$/, 'a la dreta'],
    [/esquera$/, 'esquerra'],
    [/ a esquerra o dreta/, ' a l’esquerra o a la dreta'],
    [/^canvi de sentit$/, 'en sentit contrari'],
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
  ],
  'es-ES': [
    [/^(Gire|Cruce) /, 'Gira '],
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
  'pt-BR': [[/ a (esquerda|direita)/, ' à $1']],
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
