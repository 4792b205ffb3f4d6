import { seededRandom } from '@fairway/geo'
import forVersion from 'osrm-text-instructions'
import languageData, { type Phrases } from 'osrm-text-instructions/languages.js'
import { describe, expect, test, vi } from 'vitest'
import { maneuverModifiers, maneuverTypes } from '../guidance/step.ts'
import { findInstructionWriter, type InstructionInput, languages } from './languages.ts'
import { loadDestinationOrdinals, loadPhrases } from './phrases.ts'

/** The original package with the corrected sentences provides the expected values. */
const osrm = forVersion('v5')

// biome-ignore format: lists of words
const plainNames = [
  '', '', 'Main Street', 'rue de la Paix', 'Rue du 8 Mai 1945', 'avenue Émile Zola', 'Le Boulevard', 'istanbul caddesi',
  'Árpád út', 'Kossuth Lajos utca', 'Øster Allé', 'A1', 'Highway (A1)', 'Ring  Road', '中山路', 'élysée', 'Via $1 $& (x)',
  'Ω-weg', 'éé (B 2;B 3)', '1st Ave', '«Дон»', '1-я Линия', 'проспект Мира', 'улица 1905 года', 'the  ', ' x',
]
/** Names that require the most inflection. */
// biome-ignore format: lists of words
const bentNames = {
  first: ['Большая', '1-я', 'Верхняя', 'Ново-Садовая', 'Медвежья', 'le', 'la', "L'", 'Széles', 'Érd', '2', 'Малый', 'Минское'],
  second: ['улица', 'Аллея', 'проспект', 'набережная', 'шоссе', 'переулок', 'Площадь', 'Chemin', 'utca', 'tér', 'körút', 'fasor', 'Avenue', 'мост'],
}
const refs = ['', '', 'A1', 'A1;A2', 'B 2;B 3', 'D12', 'Ring', ';X', 'М10']
const rotaryNames = ['', 'Place de l’Étoile', 'Площадь Победы', 'Dupont Circle', 'le Grand Rond', 'Hősök tere']
// biome-ignore format: lists of words
const destinations = [
  '', '', 'Berlin', 'Berlin, Hamburg', 'A 1: Berlin', 'A 1, A 3: Berlin, Hamburg: Ost', ': Paris', 'A 7: ', 'le Mans',
  'Москва', 'Пушкинская улица', 'Aix, Nice', 'Pécs, Szeged', 'A:3', 'https://x: y', 'A: B: C',
]
const exits = ['', '', '12', '4A;4B', '101']
const modes = ['driving', 'driving', 'driving', 'ferry', 'train'] as const

function randomInput(random: () => number): InstructionInput {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const type = pick(maneuverTypes)
  const bentName = `${pick(bentNames.first)} ${pick(bentNames.second)}`
  const legCount = 1 + Math.floor(random() * 13)
  return {
    type,
    modifier:
      type === 'depart' || type === 'arrive' ? pick([undefined, ...maneuverModifiers]) : pick(maneuverModifiers),
    exit: Math.floor(random() * 13),
    name: random() < 0.5 ? pick(plainNames) : bentName,
    ref: pick(refs),
    isMotorway: random() < 0.3,
    rotaryName: pick(rotaryNames),
    destinations: pick(destinations),
    exits: pick(exits),
    lanes: Array.from({ length: Math.floor(random() * 5) }, () => ({ valid: random() < 0.5, indications: [] })),
    mode: pick(modes),
    pathKind: undefined,
    bearingAfter: random() < 0.5 ? Math.floor(random() * 360) : pick([0, 20, 70, 110, 160, 200, 250, 290, 340, 359.5]),
    leftHandTraffic: random() < 0.3,
    legIndex: Math.floor(random() * legCount),
    legCount,
  }
}

/** Formats the step as in an OSRM response and returns the expected sentence. */
function expectedSentence(language: string, input: InstructionInput): string {
  const isTransported = input.mode in (languageData.instructions[language]?.v5.modes ?? {})
  const step = {
    // These fields differ from OSRM intentionally; see languages.test.ts.
    mode: input.type === 'arrive' ? 'driving' : input.mode,
    maneuver: {
      type: osrmType(input, isTransported),
      modifier: input.modifier,
      exit: input.exit === 0 ? undefined : input.exit,
      bearing_after: input.bearingAfter,
    },
    driving_side: input.leftHandTraffic ? 'left' : 'right',
    name: input.name,
    ref: input.ref || undefined,
    rotary_name: input.rotaryName || undefined,
    destinations: input.destinations || undefined,
    exits: input.exits || undefined,
    intersections: [{ lanes: input.lanes }],
  }
  const options = {
    legIndex: input.legIndex,
    legCount: input.legCount,
    classes: input.isMotorway ? ['motorway'] : [],
  }
  const text = osrm.compile(language, step, options).replace(/ {2,}/g, ' ').trim()
  const hasCapitals = languageData.instructions[language]?.meta.capitalizeFirstLetter
  return hasCapitals ? text.charAt(0).toLocaleUpperCase(language) + text.slice(1) : text
}
function osrmType({ type }: InstructionInput, isTransported: boolean): string {
  if (type === 'arrive' || type === 'depart') return type
  if (isTransported) return 'turn'
  return type === 'exit roundabout turn' ? 'exit roundabout' : type
}

/** Replaces the sentences of the package. The package has the same ordinals for exits and destinations. */
function correctPackage(language: string, phrases: Phrases, ordinalize: Readonly<Record<string, string>>): void {
  const constants = { ...phrases.constants, ordinalize }
  Object.assign(languageData.instructions[language]?.v5 ?? {}, { ...phrases, constants })
}

describe.each(languages)('%s', (language) => {
  const seed = Number(process.env.SEED ?? 20240607)
  const phrases = loadPhrases(language)
  const exitOrdinals = phrases.constants.ordinalize
  const destinationOrdinals = loadDestinationOrdinals(language)

  test(`matches the package (seed ${seed})`, () => {
    const writer = findInstructionWriter(language)
    const random = seededRandom(seed)
    const log = vi.spyOn(console, 'log')
    for (let i = 0; i < 4000; i++) {
      const input = randomInput(random)
      correctPackage(language, phrases, input.type === 'arrive' ? destinationOrdinals : exitOrdinals)
      const expected = expectedSentence(language, input)
      const sentence = writer?.write(input)
      if (sentence !== expected) expect({ ...input, text: sentence }).toEqual({ ...input, text: expected })
      if (sentence === '' || sentence?.includes('{')) expect.fail(`"${sentence}" for ${JSON.stringify(input)}`)
    }
    expect(log, 'a type unknown to the package').not.toHaveBeenCalled()
  })
})
