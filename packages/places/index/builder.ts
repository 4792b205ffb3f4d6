import { toStoredCategories } from '../categories.ts'
import { type HouseNumber, parseHouseNumber } from '../text/house-number.ts'
import { assemblePlaceIndex } from './assemble.ts'
import type { PlaceIndexDraft } from './draft.ts'
import { toNameWords, toPostcodeWord } from './name-words.ts'
import { encodeCountry } from './place-index.ts'
import { isArea, type PlaceRecord, placeKinds } from './record.ts'
import { IMPORTANCE_SCALE, LAST_WORD_FLAG, NO_ID, type PlaceIndex } from './schema.ts'

/** Pattern of plain house numbers, which need no parsing. Most house numbers are plain. */
const plainNumberPattern = /^\d{1,7}$/

/** Builds the index from records that are added one at a time, so that the caller never needs all records in memory. */
export class PlacesBuilder {
  private readonly draft: PlaceIndexDraft = {
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

  private readonly parsedNumbers = new Map<string, readonly HouseNumber[]>()

  get size(): number {
    return this.draft.kind.length
  }

  /** Adds a record and returns the number of its entry, for use as a parent. Parents must be added first. */
  add(record: PlaceRecord): number {
    const { draft } = this
    const number = this.size
    if (record.parent !== undefined && record.parent >= number)
      throw new Error('a parent must be added before its children')
    if (record.parent !== undefined && !draft.isArea[record.parent]) throw new Error('only areas can have children')
    draft.kind.push(placeKinds.indexOf(record.kind))
    draft.isArea.push(isArea(record.kind))
    draft.category.push(toStoredCategories(record.category ?? 0))
    draft.importance.push(Math.round(clampUnit(record.importance ?? 0) * IMPORTANCE_SCALE))
    draft.parent.push(record.parent ?? NO_ID)
    draft.country.push(encodeCountry(record.countryCode))
    draft.ref.push(record.ref ?? 0)
    draft.label.push(record.names[0] ?? '')
    draft.details.push(record.details ?? '')
    draft.latitude.push(toMicrodegrees(record.latitude))
    draft.longitude.push(toMicrodegrees(record.longitude))
    draft.postcode.push(record.postcode === undefined ? NO_ID : this.getWordId(toPostcodeWord(record.postcode)))
    this.addNames(record)
    this.addHouses(record)
    for (const [latitude, longitude] of record.shape ?? []) {
      draft.anchors.latitude.push(toMicrodegrees(latitude))
      draft.anchors.longitude.push(toMicrodegrees(longitude))
    }
    draft.anchorFirst.push(draft.anchors.latitude.length)
    return number
  }

  build(): PlaceIndex {
    return assemblePlaceIndex(this.draft)
  }

  private addNames(record: PlaceRecord): void {
    const { nameFirst, nameWords } = this.draft
    for (const words of toNameWords(record.names)) {
      for (const word of words) nameWords.push(this.getWordId(word))
      nameWords[nameWords.length - 1] += LAST_WORD_FLAG
    }
    nameFirst.push(nameWords.length)
  }

  private addHouses(record: PlaceRecord): void {
    const { houses, houseFirst } = this.draft
    for (const { number, latitude, longitude } of record.houses ?? []) {
      for (const parsedNumbers of this.parseHouseNumbers(number)) {
        houses.number.push(parsedNumbers.number)
        houses.suffix.push(getOrAddId(houses.suffixes, parsedNumbers.suffix))
        houses.latitude.push(toMicrodegrees(latitude))
        houses.longitude.push(toMicrodegrees(longitude))
      }
    }
    houseFirst.push(houses.number.length)
  }

  /**
   * Parses the house numbers of a building, which may have several: 12;14 or 12, 14. Results are cached, because many
   * houses share few distinct strings.
   */
  private parseHouseNumbers(text: string): readonly HouseNumber[] {
    const cached = this.parsedNumbers.get(text)
    if (cached) return cached
    const numbers = text
      .split(/[,;]/)
      .map((part) => (plainNumberPattern.test(part) ? { number: Number(part), suffix: '' } : parseHouseNumber(part)))
      .filter((part) => part !== undefined)
    this.parsedNumbers.set(text, numbers)
    return numbers
  }

  private getWordId(word: string): number {
    return getOrAddId(this.draft.words, word)
  }
}

/** Returns the number of a string. Strings are numbered by first occurrence. */
function getOrAddId(numbers: Map<string, number>, key: string): number {
  const existingNumber = numbers.get(key)
  if (existingNumber !== undefined) return existingNumber
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

function clampUnit(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function toMicrodegrees(degreesValue: number): number {
  return Math.round(degreesValue * 1e6)
}
