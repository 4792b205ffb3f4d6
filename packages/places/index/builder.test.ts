import { type SectionArray, sectionBytes, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { tokenizeToStrings } from '../text/tokenize.ts'
import { PlacesBuilder } from './builder.ts'
import { findWord, getWord, prefixRange, wordCount } from './dictionary.ts'
import {
  findCountryCode,
  findPostcode,
  getImportance,
  getKind,
  getLabel,
  getPosition,
  listAncestors,
} from './place-index.ts'
import { isArea } from './record.ts'
import { countAreas, countEntries, type PlaceIndex, placesFromSections, placesToSections } from './schema.ts'

/** Generates countries, their cities, and the streets of those cities. Names have a few syllables. */
function randomIndex(seed: number): PlaceIndex {
  const random = seededRandom(seed)
  const syllables = ['ka', 'lo', 'mi', 'ster', 'burg', 'ö', 'ра', '北', '京']
  const name = () => Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('')
  const builder = new PlacesBuilder()
  const at = () => ({ latitude: random() * 180 - 90, longitude: random() * 360 - 180, importance: random() })
  const areas: number[] = []
  for (let made = 0; made < 400; made++) {
    const parent = areas.length > 5 ? areas[Math.floor(random() * areas.length)] : undefined
    const kind = made < 6 ? 'country' : random() < 0.3 ? 'city' : 'street'
    const number = builder.add({
      kind,
      names: [name(), `${name()} ${name()}`],
      ...at(),
      parent,
      ref: made,
      countryCode: 'uy',
    })
    if (isArea(kind)) areas.push(number)
  }
  return builder.build()
}

test.each([1, 2, 3])('sorts areas first by importance, and the contents of an area contiguously, seed %i', (seed) => {
  const index = randomIndex(seed)
  const areas = countAreas(index)
  for (let entry = 0; entry < countEntries(index); entry++) {
    expect(isArea(getKind(index, entry))).toBe(entry < areas)
    if (entry > 0 && entry < areas)
      expect(getImportance(index, entry)).toBeLessThanOrEqual(getImportance(index, entry - 1))
  }
  for (let area = 0; area < areas; area++) {
    for (let entry = areas; entry < countEntries(index); entry++) {
      const isInside = entry >= index.areas.leafFirst[area] && entry < index.areas.leafEnd[area]
      expect(isInside, `entry ${entry}, area ${area}`).toBe(listAncestors(index, entry).includes(area))
    }
  }
})

test('lists for a word exactly the entries that have it in a name', () => {
  const index = randomIndex(4)
  const labels = Array.from(
    { length: countEntries(index) },
    (_, entry) => new Set(tokenizeToStrings(getLabel(index, entry))),
  )
  for (let word = 0; word < wordCount(index.words); word++) {
    const list = [...index.postings.entry.subarray(index.postings.first[word], index.postings.first[word + 1])]
    expect(list).toEqual([...new Set(list)].sort((a, b) => a - b))
    for (const [entry, words] of labels.entries()) {
      if (words.has(getWord(index.words, word))) expect(list).toContain(entry)
    }
  }
})

test('finds words, and ranges of words with a prefix', () => {
  const { words } = randomIndex(5)
  const all = Array.from({ length: wordCount(words) }, (_, word) => getWord(words, word))
  expect(all).toEqual([...all].sort())
  for (const [place, word] of all.entries()) {
    expect(findWord(words, word)).toBe(place)
    const [from, to] = prefixRange(words, word.slice(0, 2))
    expect(all.slice(from, to)).toEqual(all.filter((other) => other.startsWith(word.slice(0, 2))))
  }
  expect(findWord(words, 'nothing')).toBe(-1)
})

test('round-trips an index, even in shared memory', () => {
  const index = randomIndex(6)
  const read = placesFromSections(new Map(placesToSections(index).map(([name, array]) => [name, shared(array)])))
  expect(placesToSections(read).map(([name, array]) => [name, [...array]])).toEqual(
    placesToSections(index).map(([name, array]) => [name, [...array]]),
  )
  expect(getLabel(read, 3)).toBe(getLabel(index, 3))
  expect(sectionBytes(read)).toBe(sectionBytes(index))
})

function shared(array: SectionArray): SectionArray {
  const type = array.constructor as new (buffer: SharedArrayBuffer) => SectionArray
  const copy = new type(new SharedArrayBuffer(array.byteLength))
  copy.set(array)
  return copy
}

test('names a missing section', () => {
  const sections = new Map(placesToSections(randomIndex(1)).filter(([name]) => name !== 'places.words.text'))
  expect(() => placesFromSections(sections)).toThrow('section places.words.text should contain a Uint16Array')
})

test('keeps all fields of an entry', () => {
  const builder = new PlacesBuilder()
  const country = builder.add({
    kind: 'country',
    names: ['Österreich'],
    latitude: 48.2,
    longitude: 16.37,
    countryCode: 'AT',
  })
  builder.add({
    kind: 'street',
    names: ['Ring'],
    latitude: -89.999999,
    longitude: 179.999999,
    parent: country,
    postcode: '1010 AB',
    countryCode: 'at',
  })
  const index = builder.build()
  expect(getPosition(index, 1)).toEqual({ latitude: -89.999999, longitude: 179.999999 })
  expect([getLabel(index, 0), findCountryCode(index, 1), findPostcode(index, 1)]).toEqual([
    'Österreich',
    'AT',
    '1010ab',
  ])
  expect(() => builder.add({ kind: 'city', names: ['x'], latitude: 0, longitude: 0, parent: 9 })).toThrow(
    'added before',
  )
})

test('accepts an empty index', () => {
  const index = new PlacesBuilder().build()
  expect([countEntries(index), countAreas(index), wordCount(index.words)]).toEqual([0, 0, 0])
})
