import languageData, { type PhraseTree } from 'osrm-text-instructions/languages.js'
import { expect, test } from 'vitest'
import { loadPhrases } from './phrases.ts'
import { collapseSpaces } from './template.ts'

function* sentencesIn(tree: PhraseTree, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${path}${key}`, value]
    else yield* sentencesIn(value, `${path}${key}/`)
  }
}

function mendedSentences(language: string): string[] {
  const shipped = new Map(sentencesIn((languageData.instructions[language]?.v5 ?? {}) as unknown as PhraseTree))
  return [...sentencesIn(loadPhrases(language) as unknown as PhraseTree)]
    .filter(([path, text]) => collapseSpaces(shipped.get(path) ?? '') !== text)
    .map(([, text]) => text)
}

test('separates joined words', () => {
  expect(mendedSentences('de')).toContain('Ausfahrt {exit} links nehmen Richtung {destination}')
  expect(mendedSentences('es')).toContain('Gira {modifier} en {way_name}')
  expect(mendedSentences('sv')).toEqual(['Ta avfart {exit} till vänster mot {destination}'])
})

test('corrects only languages with such errors, and adds trains to English', () => {
  const mended = languageData.supportedCodes.filter((language) => mendedSentences(language).length > 0)
  // biome-ignore format: a list of words
  expect(mended).toEqual([
    'ar', 'ca', 'de', 'en', 'es', 'es-ES', 'hu', 'id', 'it', 'pl', 'pt-BR', 'pt-PT', 'sl', 'sv', 'tr', 'uk', 'yo',
  ])
  expect(mendedSentences('en')).toEqual([
    'Take the train',
    'Take the train {way_name}',
    'Take the train towards {destination}',
  ])
})

test('omits a sentence with an unfilled token', () => {
  for (const language of languageData.supportedCodes)
    for (const [path, text] of sentencesIn(loadPhrases(language) as unknown as PhraseTree))
      expect(text, `${language} ${path}`).not.toContain('{distance}')
})

test('announces leaving a roundabout without a direction, which can be straight ahead', () => {
  for (const language of languageData.supportedCodes)
    for (const type of ['exit roundabout', 'exit rotary'])
      for (const [path, text] of sentencesIn(loadPhrases(language)[type] ?? {}))
        expect(text, `${language} ${type} ${path}`).not.toContain('{modifier}')
  expect(mendedSentences('es')).toContain('Sal de la rotonda en {way_name}')
  expect(mendedSentences('de')).toContain('Kreisverkehr verlassen Richtung {destination}')
})

test('corrects the spelling of merges in Italian', () => {
  const sentences = mendedSentences('it')
  expect(sentences).toContain('Immettiti a {modifier} in {way_name}')
  expect(sentences).toContain('Immettiti a sinistra in {way_name}')
  expect(sentences.filter((sentence) => sentence.includes('ì'))).toEqual([])
})
