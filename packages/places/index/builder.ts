import { parseHouseNumber } from '../text/house-number.ts'
import { assemble } from './assemble.ts'
import { nameWords, postcodeWord } from './name-words.ts'
import { packCountry } from './place-index.ts'
import { isArea, type PlaceRecord, placeKinds } from './record.ts'
import { IMPORTANCE_SCALE, LAST_WORD, NO_ID, type PlaceIndex } from './schema.ts'

/** What was added, in the order it came; words and suffixes are numbered as they were first seen. */
export interface Draft {
  readonly kind: number[]
  readonly isArea: boolean[]
  readonly category: number[]
  readonly importance: number[]
  readonly parent: number[]
  readonly country: number[]
  readonly postcode: number[]
  readonly ref: number[]
  readonly label: string[]
  readonly latitude: number[]
  readonly longitude: number[]
  readonly nameFirst: number[]
  readonly nameWords: number[]
  readonly houseFirst: number[]
  readonly houses: { number: number; suffix: string; latitude: number; longitude: number }[]
  readonly anchorFirst: number[]
  readonly anchors: (readonly [number, number])[]
  readonly words: Map<string, number>
}

/** Takes records one by one, so that nobody has to hold all of them, and makes the index. */
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
    latitude: [],
    longitude: [],
    nameFirst: [0],
    nameWords: [],
    houseFirst: [0],
    houses: [],
    anchorFirst: [0],
    anchors: [],
    words: new Map(),
  }

  get size(): number {
    return this.draft.kind.length
  }

  /** Its number, for what lies in it. Parents are added before. */
  add(record: PlaceRecord): number {
    const { draft } = this
    const number = this.size
    if (record.parent !== undefined && record.parent >= number) throw new Error('a parent is added before its children')
    if (record.parent !== undefined && !draft.isArea[record.parent]) throw new Error('only areas have children')
    draft.kind.push(placeKinds.indexOf(record.kind))
    draft.isArea.push(isArea(record.kind))
    draft.category.push(record.category ?? 0)
    draft.importance.push(Math.round(clamp(record.importance ?? 0) * IMPORTANCE_SCALE))
    draft.parent.push(record.parent ?? NO_ID)
    draft.country.push(packCountry(record.countryCode))
    draft.ref.push(record.ref ?? 0)
    draft.label.push(record.names[0] ?? '')
    draft.latitude.push(millionths(record.latitude))
    draft.longitude.push(millionths(record.longitude))
    draft.postcode.push(record.postcode === undefined ? NO_ID : this.wordNumber(postcodeWord(record.postcode)))
    this.addNames(record)
    this.addHouses(record)
    for (const [latitude, longitude] of record.shape ?? []) {
      draft.anchors.push([millionths(latitude), millionths(longitude)])
    }
    draft.anchorFirst.push(draft.anchors.length)
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
      const parsed = parseHouseNumber(number)
      if (parsed) houses.push({ ...parsed, latitude: millionths(latitude), longitude: millionths(longitude) })
    }
    houseFirst.push(houses.length)
  }

  private wordNumber(word: string): number {
    const { words } = this.draft
    const known = words.get(word)
    if (known !== undefined) return known
    words.set(word, words.size)
    return words.size - 1
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function millionths(degreesValue: number): number {
  return Math.round(degreesValue * 1e6)
}
