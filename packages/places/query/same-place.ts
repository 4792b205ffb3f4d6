import { distanceMeters } from '@fairway/geo'
import { findWord } from '../index/dictionary.ts'
import { findCountryCode, getKind, getLabel } from '../index/place-index.ts'
import type { PlaceKind } from '../index/record.ts'
import { LAST_WORD_FLAG, type PlaceIndex, WORD_MASK } from '../index/schema.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'
import type { PlaceMatch } from './search-types.ts'

/** A result with its index. */
export interface IndexedPlace {
  readonly index: PlaceIndex
  readonly place: PlaceMatch
}

/**
 * Maximum distances at which two results with the same name are the same place. Sources often disagree on whether a
 * place is a village or a suburb, and on its center. Countries match by code regardless of position.
 */
const placeClasses: Readonly<Record<PlaceKind, readonly [name: string, kilometers: number]>> = {
  country: ['country', Number.POSITIVE_INFINITY],
  region: ['region', 400],
  city: ['settlement', 15],
  town: ['settlement', 8],
  village: ['settlement', 5],
  suburb: ['settlement', 3],
  postcode: ['postcode', 10],
  airport: ['airport', 10],
  port: ['port', 10],
  street: ['street', 0.3],
  address: ['address', 0.05],
  poi: ['poi', 0.05],
}

/** Returns true if two results from different indexes are the same place. */
export function isSamePlace(a: IndexedPlace, b: IndexedPlace): boolean {
  const [classA, reachA] = placeClasses[getKind(a.index, a.place.entry)]
  const [classB, reachB] = placeClasses[getKind(b.index, b.place.entry)]
  if (classA !== classB || a.place.house?.number !== b.place.house?.number) return false
  const [countryA, countryB] = [findCountryCode(a.index, a.place.entry), findCountryCode(b.index, b.place.entry)]
  if (countryA !== undefined && countryB !== undefined && countryA !== countryB) return false
  const meters = distanceMeters(a.place.latitude, a.place.longitude, b.place.latitude, b.place.longitude)
  if (meters > 1000 * Math.max(reachA, reachB)) return false
  return hasLabelOf(a, b) || hasLabelOf(b, a)
}

/**
 * Kinds of places for which a source may list the same place more than once, with the maximum distance between its
 * entries. Examples are a street in two quarters, or a castle and its sign.
 */
const duplicateKilometers: Readonly<Partial<Record<PlaceKind, number>>> = {
  postcode: 10,
  airport: 10,
  port: 10,
  street: 0.3,
  address: 0.2,
  poi: 0.2,
}

/** Returns true if two results from the same index have the same label and position. */
export function isDuplicateEntry(a: IndexedPlace, b: IndexedPlace): boolean {
  const kind = getKind(a.index, a.place.entry)
  const maxKilometers = duplicateKilometers[kind]
  if (maxKilometers === undefined || kind !== getKind(b.index, b.place.entry)) return false
  if ('otherEntry' in a.place || 'otherEntry' in b.place || a.place.house?.number !== b.place.house?.number)
    return false
  const meters = distanceMeters(a.place.latitude, a.place.longitude, b.place.latitude, b.place.longitude)
  if (meters > 1000 * maxKilometers) return false
  const name = ({ index, place }: IndexedPlace) => tokenizeToStrings(getLabel(index, place.entry)).join(' ')
  return name(a) === name(b)
}

/**
 * Returns true if one of the folded names matches. For example, one source shows Munich and the other shows München.
 */
function hasLabelOf({ index, place }: IndexedPlace, other: IndexedPlace): boolean {
  return hasNameWords(index, place.entry, tokenizeToStrings(getLabel(other.index, other.place.entry)))
}

/** Returns true if one of the names of the entry consists of exactly these folded words. */
export function hasNameWords({ entries, names, words }: PlaceIndex, entry: number, text: readonly string[]): boolean {
  const wordIds = text.map((word) => findWord(words, word))
  if (wordIds.length === 0 || wordIds.includes(-1)) return false
  let wordIndex = 0
  let isEqual = true
  for (let word = entries.nameFirst[entry]; word < entries.nameFirst[entry + 1]; word++) {
    isEqual = isEqual && (names.words[word] & WORD_MASK) === wordIds[wordIndex]
    wordIndex++
    if (names.words[word] < LAST_WORD_FLAG) continue
    if (isEqual && wordIndex === wordIds.length) return true
    wordIndex = 0
    isEqual = true
  }
  return false
}
