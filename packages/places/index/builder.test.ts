import { type SectionArray, sectionBytes, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { tokenTexts } from '../text/tokenize.ts'
import { PlacesBuilder } from './builder.ts'
import { findWord, prefixRange, wordCount, wordText } from './dictionary.ts'
import { ancestorsOf, countryOf, importanceOf, kindOf, labelOf, positionOf, postcodeOf } from './place-index.ts'
import { isArea } from './record.ts'
import { areaCount, entryCount, type PlaceIndex, placesFromSections, placesToSections } from './schema.ts'

/** Generates countries, cities in them and streets in those, with names of a few syllables. */
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
  const areas = areaCount(index)
  for (let entry = 0; entry < entryCount(index); entry++) {
    expect(isArea(kindOf(index, entry))).toBe(entry < areas)
    if (entry > 0 && entry < areas)
      expect(importanceOf(index, entry)).toBeLessThanOrEqual(importanceOf(index, entry - 1))
  }
  for (let area = 0; area < areas; area++) {
    for (let entry = areas; entry < entryCount(index); entry++) {
      const isInside = entry >= index.areas.leafFirst[area] && entry < index.areas.leafEnd[area]
      expect(isInside, `entry ${entry}, area ${area}`).toBe(ancestorsOf(index, entry).includes(area))
    }
  }
})

test('lists for a word exactly the entries that have it in a name', () => {
  const index = randomIndex(4)
  const labels = Array.from({ length: entryCount(index) }, (_, entry) => new Set(tokenTexts(labelOf(index, entry))))
  for (let word = 0; word < wordCount(index.words); word++) {
    const list = [...index.postings.entry.subarray(index.postings.first[word], index.postings.first[word + 1])]
    expect(list).toEqual([...new Set(list)].sort((a, b) => a - b))
    for (const [entry, words] of labels.entries()) {
      if (words.has(wordText(index.words, word))) expect(list).toContain(entry)
    }
  }
})

test('finds words, and ranges of words with a prefix', () => {
  const { words } = randomIndex(5)
  const all = Array.from({ length: wordCount(words) }, (_, word) => wordText(words, word))
  expect(all).toEqual([...all].sort())
  for (const [place, word] of all.entries()) {
    expect(findWord(words, word)).toBe(place)
    const [from, to] = prefixRange(words, word.slice(0, 2))
    expect(all.slice(from, to)).toEqual(all.filter((other) => other.startsWith(word.slice(0, 2))))
  }
  expect(findWord(words, 'nothing')).toBe(-1)
})

test('round-trips an index, also in shared memory', () => {
  const index = randomIndex(6)
  const read = placesFromSections(new Map(placesToSections(index).map(([name, array]) => [name, shared(array)])))
  expect(placesToSections(read).map(([name, array]) => [name, [...array]])).toEqual(
    placesToSections(index).map(([name, array]) => [name, [...array]]),
  )
  expect(labelOf(read, 3)).toBe(labelOf(index, 3))
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
  expect(positionOf(index, 1)).toEqual({ latitude: -89.999999, longitude: 179.999999 })
  expect([labelOf(index, 0), countryOf(index, 1), postcodeOf(index, 1)]).toEqual(['Österreich', 'AT', '1010ab'])
  expect(() => builder.add({ kind: 'city', names: ['x'], latitude: 0, longitude: 0, parent: 9 })).toThrow(
    'added before',
  )
})

test('accepts an empty index', () => {
  const index = new PlacesBuilder().build()
  expect([entryCount(index), areaCount(index), wordCount(index.words)]).toEqual([0, 0, 0])
})
