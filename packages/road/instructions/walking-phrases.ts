import type { Phrases, PhraseTree } from 'osrm-text-instructions/languages.js'

/** Verbs for driving and their replacements for pedestrians, in the languages whose sentences have such verbs. */
const walkingVerbs: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  da: [[/^Kør /, 'Gå ']],
  de: [
    [/^Fahren Sie /, 'Gehen Sie '],
    [/eiterfahren/, 'eitergehen'],
  ],
  eo: [[/^Veturu /, 'Iru ']],
  fi: [[/^Aja /, 'Kulje ']],
  hu: [
    [/^Hajtson ?tovább/, 'Menjen tovább'],
    [/^Hajtson /, 'Menjen '],
  ],
  no: [[/^Kjør /, 'Gå ']],
  pl: [
    [/^Jedź /, 'Idź '],
    [/ jedź /, ' idź '],
  ],
  sl: [[/^Peljite /, 'Pojdite ']],
  sv: [[/^Kör /, 'Gå ']],
  vi: [
    [/^Chạy /, 'Đi '],
    [/ chạy /, ' đi '],
  ],
  'zh-Hans': [
    [/驶入/, '进入'],
    [/行驶/, '前行'],
  ],
}

/** Returns the phrases of a language, adapted for pedestrians. */
export function toWalkingPhrases(language: string, phrases: Phrases): Phrases {
  const verbs = walkingVerbs[language]
  return verbs === undefined ? phrases : (replaceVerbs(phrases, verbs) as Phrases)
}

function replaceVerbs(tree: PhraseTree, verbs: readonly (readonly [RegExp, string])[]): PhraseTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      if (typeof value !== 'string') return [key, replaceVerbs(value, verbs)]
      return [key, verbs.reduce((text, [pattern, verb]) => text.replace(pattern, verb), value)]
    }),
  )
}
