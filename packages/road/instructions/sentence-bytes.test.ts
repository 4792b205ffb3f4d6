import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { type Lane, maneuverModifiers, maneuverTypes, pathKinds, type Step, travelModes } from '../guidance/step.ts'
import { StringTableBuilder } from '../guidance/testing/text-builder.ts'
import { JsonWriter } from '../json/json-writer.ts'
import { TextCache } from '../network/string-cache.ts'
import { findInstructionWriter, languages } from './languages.ts'
import { getSentenceWriter } from './sentence-bytes.ts'

const stringBuilder = new StringTableBuilder()
// biome-ignore format: lists of words
const names = [
  '', '', 'Main Street', 'rue de la Paix', 'avenue "Émile" Zola', 'Back\\slash', 'Ring  Road', ' x', 'the  ', 'x ', '中山路',
  'улица 1905 года', 'A1', 'Highway (A1)', 'istanbul caddesi', 'Ω-weg', 'a longer name than any other in this little town',
].map((text) => stringBuilder.add(text))
const refs = ['', '', '', 'A1', 'A1;A2', 'D12', ';X', 'М10', ' '].map((text) => stringBuilder.add(text))
const rotaryNames = ['', '', 'Place de l’Étoile', ' two  blanks '].map((text) => stringBuilder.add(text))
const destinations = ['', '', 'Berlin', 'A 1, A 3: Berlin, Hamburg: Ost', ': Paris', ' , x'].map((text) =>
  stringBuilder.add(text),
)
const exits = ['', '', '12', '4A;4B', ';'].map((text) => stringBuilder.add(text))

/** Roads that combine every name with every ref. */
const roads = {
  name: Uint32Array.from(names.flatMap((name) => refs.map(() => name))),
  ref: Uint32Array.from(names.flatMap(() => refs)),
}
const network = { roads, texts: stringBuilder.build() }
const strings = new TextCache(network.texts)

function randomStep(random: () => number): Step {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]
  const road = Math.floor(random() * roads.name.length)
  return {
    type: pick(maneuverTypes),
    modifier: pick([undefined, ...maneuverModifiers]),
    exit: pick([0, 0, 1, 2, 10, 11, 12]),
    firstArc: 0,
    road,
    name: roads.name[road],
    ref: roads.ref[road],
    rotaryName: pick(rotaryNames),
    pronunciation: 0,
    destinations: pick(destinations),
    exits: pick(exits),
    lanes: Array.from({ length: Math.floor(random() * 4) }, (): Lane => ({ valid: random() < 0.5, indications: [] })),
    bearingBefore: 0,
    bearingAfter: Math.floor(random() * 360),
    leftHandTraffic: random() < 0.3,
    mode: random() < 0.8 ? 'driving' : pick(travelModes),
    pathKind: pick([undefined, undefined, ...pathKinds]),
    isMotorway: random() < 0.3,
  }
}

describe.each(languages)('%s', (language) => {
  const seed = Number(process.env.SEED ?? 20260617)

  test(`writes the same bytes as the string version (seed ${seed})`, () => {
    const instructions = findInstructionWriter(language)
    if (!instructions) throw new Error(language)
    const sentences = getSentenceWriter(instructions, network, strings)
    const random = seededRandom(seed)
    const json = new JsonWriter()
    for (let i = 0; i < 3000; i++) {
      const step = randomStep(random)
      const count = 1 + Math.floor(random() * 13)
      const index = Math.floor(random() * count)
      const sentence = instructions.write({
        ...step,
        name: strings.get(step.name),
        ref: strings.get(step.ref),
        rotaryName: strings.get(step.rotaryName),
        destinations: strings.get(step.destinations),
        exits: strings.get(step.exits),
        legIndex: index,
        legCount: count,
      })
      json.reset()
      // The writer must preserve earlier content.
      sentences.write(json.integer(7), step, { index, count })
      const written = json.toString()
      if (written !== `7${JSON.stringify(sentence)}`) expect({ step, written }).toEqual({ step, written: sentence })
    }
  })
})

test('prepares each language of a map once', () => {
  const instructions = findInstructionWriter('en')
  if (!instructions) throw new Error('en')
  expect(getSentenceWriter(instructions, network, strings)).toBe(getSentenceWriter(instructions, network, strings))
})
