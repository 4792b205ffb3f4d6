import { describe, expect, test } from 'vitest'
import { findInstructionWriter, type InstructionInput, languages } from './languages.ts'
import { turnStep } from './testing/turn-step.ts'

function english(changes: Partial<InstructionInput>): string | undefined {
  return findInstructionWriter('en')?.write({ ...turnStep, ...changes })
}

describe('language of a tag', () => {
  test.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-Latn-CH-1996', 'de'],
    ['en-GB', 'en'],
    ['es', 'es'],
    ['es-es', 'es-ES'],
    ['es-419', 'es'],
    ['pt', 'pt-BR'],
    ['pt-pt', 'pt-PT'],
    ['zh', 'zh-Hans'],
    ['ZH-HANS', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['nb-NO', 'no'],
    ['iw', 'he'],
  ])('%s uses %s', (tag, language) => {
    expect(findInstructionWriter(tag)?.language).toBe(language)
  })

  test.each([
    '',
    '-',
    '-de',
    'tlh',
    'deutsch',
    'de_AT',
    '__proto__',
    'constructor',
    'x-klingon',
    `de-${'a-'.repeat(20)}`,
  ])('"%s" has no language', (tag) => {
    expect(findInstructionWriter(tag)).toBeUndefined()
  })

  test('has a writer for every listed language, created once', () => {
    expect(languages).toHaveLength(31)
    for (const language of languages) {
      expect(findInstructionWriter(language)?.language).toBe(language)
      expect(findInstructionWriter(language)).toBe(findInstructionWriter(language.toUpperCase()))
    }
  })
})

describe('English', () => {
  test.each<[string, Partial<InstructionInput>]>([
    ['Turn right', {}],
    ['Turn right onto Main Street', { name: 'Main Street' }],
    ['Turn right onto Main Street (A1)', { name: 'main Street', ref: 'A1;A2' }],
    ['Turn right onto A1', { ref: 'A1' }],
    ['Turn right onto Main Street (A1)', { name: 'Main Street (A1)', ref: 'A1' }],
    ['Merge onto A 1', { type: 'merge', modifier: 'straight', name: 'North', ref: 'A 1', isMotorway: true }],
    ['Merge onto North', { type: 'merge', modifier: 'straight', name: 'North', ref: 'Ring', isMotorway: true }],
    ['Take exit 12 towards A 3: Rome', { type: 'off ramp', exits: '12;13', destinations: 'A 3, A 4: Rome, Pisa' }],
    ['Take exit 12 on the left', { type: 'off ramp', modifier: 'slight left', exits: '12' }],
    ['Take exit 12', { type: 'off ramp', modifier: 'slight left', exits: '12', leftHandTraffic: true }],
    ['Enter the roundabout and take the 2nd exit onto Oak Road', { type: 'roundabout', exit: 2, name: 'Oak Road' }],
    ['Enter the roundabout and take the exit', { type: 'roundabout', exit: 11 }],
    ['Enter Dupont Circle and take the 3rd exit', { type: 'rotary', exit: 3, rotaryName: 'Dupont Circle' }],
    ['Head southwest on Oak Road', { type: 'depart', modifier: undefined, bearingAfter: 225, name: 'Oak Road' }],
    ['You have arrived at your destination, on the right', { type: 'arrive', legIndex: 1, legCount: 2 }],
    ['You have arrived at your 1st destination', { type: 'arrive', modifier: undefined, legCount: 2 }],
    ['Keep left', { type: 'use lane', lanes: [true, true, false].map((valid) => ({ valid, indications: [] })) }],
    ['Continue straight', { type: 'use lane' }],
    ['Go straight', { modifier: undefined }],
  ])('%s', (text, changes) => {
    expect(english(changes)).toBe(text)
  })
})

describe('corrections of the instruction package', () => {
  test('do not announce the exit of a small roundabout as a second turn', () => {
    expect(english({ type: 'exit roundabout turn', name: 'Oak Road' })).toBe('Exit the roundabout onto Oak Road')
  })
  test('do not announce taking a ferry on arrival', () => {
    expect(english({ type: 'arrive', mode: 'ferry' })).toBe('You have arrived at your destination, on the right')
  })
  test('announce taking a ferry for any maneuver type', () => {
    for (const type of ['depart', 'turn', 'notification', 'roundabout', 'rotary', 'use lane'] as const)
      expect(english({ type, mode: 'ferry', name: 'Dover – Calais', rotaryName: 'Circle' })).toBe(
        'Take the ferry Dover – Calais',
      )
    expect(english({ mode: 'ferry', destinations: 'Calais' })).toBe('Take the ferry towards Calais')
  })
  test('announce a car train in English, and a road in other languages', () => {
    expect(english({ mode: 'train', name: 'Le Shuttle' })).toBe('Take the train Le Shuttle')
    expect(findInstructionWriter('de')?.write({ ...turnStep, mode: 'train' })).toBe('Rechts abbiegen')
  })
  test('begin a sentence with a capital letter even when its first part is empty', () => {
    expect(findInstructionWriter('tr')?.write({ ...turnStep, type: 'arrive' })).toBe(
      'Hedefinize ulaştınız, hedefiniz sağınızdadır',
    )
  })
  test('remove extra spaces in names', () => {
    expect(english({ name: ' Oak   Road ' })).toBe('Turn right onto Oak Road')
  })
})

test('capitalizes by the rules of the language', () => {
  const changes = { ...turnStep, name: 'istiklal caddesi' }
  expect(findInstructionWriter('tr')?.write(changes)).toMatch(/^İstiklal/)
})

test('inflects names where the language does so, repeatably', () => {
  const russian = findInstructionWriter('ru')
  for (let i = 0; i < 2; i++)
    expect(russian?.write({ ...turnStep, name: 'Садовая улица' })).toBe('Поверните направо на Садовую улицу')
})
