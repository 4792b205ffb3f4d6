import { describe, expect, test } from 'vitest'
import { maneuverModifiers, maneuverTypes, pathKinds } from '../guidance/step.ts'
import { findInstructionWriter, type InstructionInput, languages } from './languages.ts'
import { getPathPhrases } from './path-phrases.ts'
import { turnStep } from './testing/turn-step.ts'

function write(language: string, changes: Partial<InstructionInput>): string {
  return findInstructionWriter(language)?.write({ ...turnStep, ...changes }) ?? ''
}

describe('path sentences', () => {
  test.each(languages)('%s has all of them, and they all differ', (language) => {
    const phrases = Object.values(getPathPhrases(language))
    expect(phrases).toHaveLength(pathKinds.length + 1)
    expect(new Set(phrases).size).toBe(phrases.length)
    for (const phrase of phrases) expect(phrase).toMatch(/^\p{L}[\p{L}\p{M}\p{Zs}’.]+$/u)
  })

  test('an unknown language has none', () => {
    expect(() => getPathPhrases('tlh')).toThrow('no sentences for paths in tlh')
  })
})

describe('walking', () => {
  test.each<[string, Partial<InstructionInput>]>([
    ['Turn right onto Main Street', { name: 'Main Street', pathKind: 'footpath' }],
    ['Turn right. Follow the footpath', { pathKind: 'footpath' }],
    ['Turn right. Follow the cycle path', { pathKind: 'cycle path' }],
    ['Follow the cycle path', { type: 'new name', modifier: 'straight', pathKind: 'cycle path' }],
    ['Continue slightly left. Follow the path', { type: 'new name', modifier: 'slight left', pathKind: 'path' }],
    ['Take the stairs', { type: 'notification', modifier: 'straight', pathKind: 'stairs' }],
    ['Turn right onto Long Stairs. Take the stairs', { name: 'Long Stairs', pathKind: 'stairs' }],
    ['Turn right. Cross the street', { pathKind: 'crossing' }],
    ['Head north. Follow the footpath', { type: 'depart', modifier: undefined, bearingAfter: 0, pathKind: 'footpath' }],
    ['You have arrived at your destination, on the right', { type: 'arrive', pathKind: 'stairs' }],
    ['Turn right', { type: 'merge' }],
    ['Turn right onto Main Street', { type: 'on ramp', name: 'Main Street' }],
    ['Continue straight', { type: 'use lane', modifier: 'straight' }],
  ])('%s', (text, changes) => {
    expect(write('en', { mode: 'walking', ...changes })).toBe(text)
  })

  test.each([
    ['de', 'Rechts abbiegen. Dem Fußweg folgen', 'Geradeaus weitergehen auf Ring', 'Treppe nehmen'],
    [
      'fr',
      'Tourner à droite. Suivre le chemin piéton',
      'Continuer tout droit pour rester sur Ring',
      'Prendre l’escalier',
    ],
    ['ru', 'Поверните направо. Следуйте по пешеходной дорожке', 'Продолжите движение по Ring', 'Пройдите по лестнице'],
    ['ja', '右折です。歩道を進む', 'Ringを直進です', '階段を進む'],
    ['ko', '우회전 하세요. 보행로를 따라가세요.', 'Ring 로 계속 직진해 주세요.', '계단을 이용하세요.'],
    ['sv', 'Sväng höger. Följ gångvägen', 'Gå rakt fram och fortsätt på Ring', 'Ta trappan'],
  ])('%s has its own sentences', (language, turn, straight, stairs) => {
    expect(write(language, { mode: 'walking', pathKind: 'footpath' })).toBe(turn)
    expect(write(language, { mode: 'walking', type: 'continue', modifier: 'straight', name: 'Ring' })).toBe(straight)
    expect(write(language, { mode: 'walking', type: 'notification', modifier: 'straight', pathKind: 'stairs' })).toBe(
      stairs,
    )
  })

  /** Words that refer to driving, by language. The sentences of languages that are not listed contain no such words. */
  const drivingWords: Readonly<Record<string, RegExp>> = {
    da: /kør/i,
    de: /fahr(?!rad)/i,
    en: /\b(drive|merge|ramp|lane)\b/i,
    eo: /vetur/i,
    fi: /\baja\b/i,
    hu: /hajts/i,
    nl: /\brij/i,
    no: /kjør/i,
    pl: /jedź/i,
    sl: /pelji/i,
    sv: /\bkör\b/i,
    vi: /chạy/i,
    'zh-Hans': /驶/,
  }
  const walkedTypes = maneuverTypes.filter((type) => !type.includes('roundabout') && !type.includes('rotary'))

  test.each(Object.entries(drivingWords))('%s never mentions driving', (language, words) => {
    for (const mode of ['walking', 'pushing bike'] as const)
      for (const type of walkedTypes)
        for (const modifier of [undefined, ...maneuverModifiers])
          for (const name of ['', 'Ring'])
            for (const pathKind of [undefined, ...pathKinds])
              expect(write(language, { mode, type, modifier, name, pathKind })).not.toMatch(words)
  })
})

describe('pushing the bicycle', () => {
  test.each<[string, Partial<InstructionInput>]>([
    ['Turn right onto Main Street. Push your bicycle', { name: 'Main Street' }],
    ['Turn right. Follow the footpath. Push your bicycle', { pathKind: 'footpath' }],
    ['Push your bicycle', { type: 'notification', modifier: 'straight' }],
    ['Take the stairs. Push your bicycle', { type: 'notification', modifier: 'straight', pathKind: 'stairs' }],
    ['You have arrived at your destination, on the right', { type: 'arrive' }],
  ])('%s', (text, changes) => {
    expect(write('en', { mode: 'pushing bike', ...changes })).toBe(text)
  })

  test.each(languages)('is mentioned in %s at every step', (language) => {
    for (const type of maneuverTypes) {
      const sentence = write(language, { mode: 'pushing bike', type })
      if (type === 'arrive') expect(sentence).not.toContain(getPathPhrases(language).push)
      else expect(sentence.endsWith(getPathPhrases(language).push), sentence).toBe(true)
    }
  })

  test.each(languages)('is not mentioned in %s while riding', (language) => {
    for (const type of maneuverTypes)
      expect(write(language, { mode: 'cycling', type, pathKind: 'cycle path' })).not.toContain(
        getPathPhrases(language).push,
      )
  })
})
