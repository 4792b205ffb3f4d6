import { type HouseNumber, parseHouseNumber } from '../text/house-number.ts'
import { assemble } from './assemble.ts'
import type { Draft } from './draft.ts'
import { nameWords, postcodeWord } from './name-words.ts'
import { packCountry } from './place-index.ts'
import { isArea, type PlaceRecord, placeKinds } from './record.ts'
import { IMPORTANCE_SCALE, LAST_WORD, NO_ID, type PlaceIndex } from './schema.ts'

/** Most house numbers are plain digits and need no parsing. */
const plain = /^\d{1,7}$/

/** Builds the index from records that are added one at a time, so the caller never holds all of them. */
export class PlacesBuilder {
  private readonly draft: Draft = {
    kind: [],
    isArea: [],
    category: [],
    importance: [],
    parent: [],
    country: [],
    postcode: [],
    ref: [],
    label: [],
    details: [],
    latitude: [],
    longitude: [],
    nameFirst: [0],
    nameWords: [],
    houseFirst: [0],
    houses: { number: [], suffix: [], latitude: [], longitude: [], suffixes: new Map() },
    anchorFirst: [0],
    anchors: { latitude: [], longitude: [] },
    words: new Map(),
  }

  private readonly parsed = new Map<string, readonly HouseNumber[]>()

  get size(): number {
    return this.draft.kind.length
  }

  /** Returns the number of the entry, for use as a parent. Parents must be added first. */
  add(record: PlaceRecord): number {
    const { draft } = this
    const number = this.size
    if (record.parent !== undefined && record.parent >= number)
      throw new Error('a parent must be added before its children')
    if (record.parent !== undefined && !draft.isArea[record.parent]) throw new Error('only areas can have children')
    draft.kind.push(placeKinds.indexOf(record.kind))
    draft.isArea.push(isArea(record.kind))
    draft.category.push(record.category ?? 0)
    draft.importance.push(Math.round(clamp(record.importance ?? 0) * IMPORTANCE_SCALE))
    draft.parent.push(record.parent ?? NO_ID)
    draft.country.push(packCountry(record.countryCode))
    draft.ref.push(record.ref ?? 0)
    draft.label.push(record.names[0] ?? '')
    draft.details.push(record.details ?? '')
    draft.latitude.push(millionths(record.latitude))
    draft.longitude.push(millionths(record.longitude))
    draft.postcode.push(record.postcode === undefined ? NO_ID : this.wordNumber(postcodeWord(record.postcode)))
    this.addNames(record)
    this.addHouses(record)
    for (const [latitude, longitude] of record.shape ?? []) {
      draft.anchors.latitude.push(millionths(latitude))
      draft.anchors.longitude.push(millionths(longitude))
    }
    draft.anchorFirst.push(draft.anchors.latitude.length)
    return number
  }

  build(): PlaceIndex {
    return assemble(this.draft)
  }

  private addNames(record: PlaceRecord): void {
    const { nameFirst, nameWords: all } = this.draft
    for (const words of nameWords(record.names)) {
      for (const word of words) all.push(this.wordNumber(word))
      all[all.length - 1] += LAST_WORD
    }
    nameFirst.push(all.length)
  }

  private addHouses(record: PlaceRecord): void {
    const { houses, houseFirst } = this.draft
    for (const { number, latitude, longitude } of record.houses ?? []) {
      for (const parsed of this.parseNumbers(number)) {
        houses.number.push(parsed.number)
        houses.suffix.push(numberOf(houses.suffixes, parsed.suffix))
        houses.latitude.push(millionths(latitude))
        houses.longitude.push(millionths(longitude))
      }
    }
    houseFirst.push(houses.number.length)
  }

  /**
   * One building may have several numbers: 12;14 or 12, 14. Results are cached because a country has few distinct
   * strings and many houses.
   */
  private parseNumbers(text: string): readonly HouseNumber[] {
    const known = this.parsed.get(text)
    if (known) return known
    const numbers = text
      .split(/[,;]/)
      .map((one) => (plain.test(one) ? { number: Number(one), suffix: '' } : parseHouseNumber(one)))
      .filter((one) => one !== undefined)
    this.parsed.set(text, numbers)
    return numbers
  }

  private wordNumber(word: string): number {
    return numberOf(this.draft.words, word)
  }
}

/** Numbers strings by first occurrence. */
function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text)
  if (known !== undefined) return known
  numbers.set(text, numbers.size)
  return numbers.size - 1
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function millionths(degreesValue: number): number {
  return Math.round(degreesValue * 1e6)
}
