import { describe, expect, test } from 'vitest'
import { type ManeuverModifier, maneuverModifiers, maneuverTypes } from '../guidance/step.ts'
import { findInstructionWriter, type InstructionInput, languages } from './languages.ts'
import { turnStep } from './testing/turn-step.ts'

/** The tests apply rules to the sentences of all languages, because there are too many sentences to read. */

const step: InstructionInput = { ...turnStep, modifier: 'left', legCount: 2 }
const knownFields: readonly Partial<InstructionInput>[] = [
  {},
  { name: 'X' },
  { destinations: 'X' },
  { exits: '4' },
  { exits: '4', destinations: 'X' },
  { rotaryName: 'X', exit: 2 },
  { rotaryName: 'X', exit: 2, name: 'X' },
]

function write(language: string, input: Partial<InstructionInput>): string {
  return findInstructionWriter(language)?.write({ ...step, ...input }) ?? ''
}

function listSentences(language: string): string[] {
  const sentences = new Set<string>()
  for (const type of maneuverTypes)
    for (const fields of knownFields)
      for (const modifier of [...maneuverModifiers, undefined])
        for (const bearingAfter of type === 'depart' ? [0, 45, 90, 135, 180, 225, 270, 315] : [0])
          sentences.add(write(language, { ...fields, type, modifier, bearingAfter }))
  return [...sentences]
}

/** Patterns of a preposition and an article that should be contracted, or of a word without its required article. */
const grammarErrors: Readonly<Record<string, readonly string[]>> = {
  ca: [
    '(a|de|per) els? ',
    "(?<!l[’'])esquerra",
    '(?<!la )dreta',
    // The polite plural, as in "Gireu", is the only form of address.
    '(gira|giri|fes|feun|pren|prent|entra|surt|continua|continuen|ves|vagi|has|incorpora|agafi|afagi|mantingui) ',
  ],
  es: [
    '(a|de) el ',
    '(?<!la |tu )(izquierda|derecha)',
    'a ((nor|sur)?(este|oeste)|norte|sur|levemente|recto|cambio|bruscamente)',
  ],
  fr: ['(de|à) les? '],
  gl: ['(a|de|en|por) [oa]s? '],
  it: ['(di|a|da|in|su) (il|lo|la|i|gli|le) '],
  pt: ['(em|de|por) [oa]s? ', 'a os? ', 'a (esquerda|direita)'],
}

function findGrammarError(language: string, sentence: string): string | undefined {
  const [mainLanguage = ''] = language.split('-')
  return grammarErrors[mainLanguage]?.find((error) =>
    new RegExp(`(?<!\\p{L})(${error})${error.endsWith(' ') ? '' : '(?!\\p{L})'}`, 'iu').test(sentence),
  )
}

describe.each(languages)('%s', (language) => {
  test('has no contraction errors, missing articles, tokens or extra spaces', () => {
    for (const sentence of listSentences(language)) {
      expect(sentence).not.toMatch(/[{}]| {2}|^ | $| [,.]/)
      expect(findGrammarError(language, sentence), sentence).toBeUndefined()
    }
  })

  test('gives different sentences for left and right', () => {
    const sided = ['turn', 'continue', 'end of road', 'fork', 'on ramp', 'arrive'] as const
    for (const type of sided)
      for (const strength of ['', 'slight ', 'sharp '])
        for (const fields of knownFields) {
          const [left, right] = ['left', 'right'].map((side) =>
            write(language, { ...fields, type, modifier: `${strength}${side}` as ManeuverModifier }),
          )
          expect(left, `${type} ${strength}`).not.toBe(right)
        }
  })
})

test.each([
  ['ca', 'Entreu a la rotonda i preneu la 2a sortida a X', 'Heu arribat al vostre 2n destí'],
  ['es', 'Entra en la rotonda y toma la 2ª salida a X', 'Has llegado a tu 2.º destino'],
  ['es-ES', 'Entra en la rotonda y toma la 2ª salida por X', 'Has llegado a tu 2.º destino'],
  ['pt-BR', 'Entre na rotatória e saia na 2ª saída em X', 'Você chegou ao seu 2º destino'],
  ['pt-PT', 'Entre na rotunda, saia na 2ª saída em direção a X', 'Chegou ao seu 2º destino'],
])('writes the ordinals of exits and destinations in %s with their genders', (language, exit, arrival) => {
  expect(write(language, { type: 'roundabout', exit: 2, name: 'X' })).toBe(exit)
  expect(write(language, { type: 'arrive', modifier: undefined, legIndex: 1, legCount: 3 })).toBe(arrival)
})

test('writes Catalan and Portuguese compass directions with prepositions', () => {
  const east = { type: 'depart', modifier: undefined, bearingAfter: 90 } as const
  expect(write('ca', east)).toBe('Dirigiu-vos cap a l’est')
  expect(write('ca', { ...east, bearingAfter: 180 })).toBe('Dirigiu-vos cap al sud')
  expect(write('pt', east)).toBe('Siga para leste')
})

test('avoids a verb that is vulgar in Latin America', () => {
  for (const sentence of listSentences('es')) expect(sentence).not.toMatch(/coge/i)
})

test('writes Spanish directions with their articles', () => {
  const left = { type: 'end of road', modifier: 'left' } as const
  expect(write('es', { ...left })).toBe('Gira a la izquierda')
  expect(write('es', { ...left, type: 'continue', name: 'La Paz' })).toBe('Gira a la izquierda en La Paz')
  expect(write('es', { type: 'continue', modifier: 'slight right' })).toBe('Gira a la derecha')
  expect(write('es', { type: 'turn', modifier: 'sharp left' })).toBe('Gira bruscamente a la izquierda')
  expect(write('es', { type: 'depart', modifier: undefined, bearingAfter: 270, name: 'Colonia' })).toBe(
    'Dirígete al oeste por Colonia',
  )
})
