import type { OsmTags } from '../../osm/block.ts'
import { NO_STRING, type PlaceStrings } from './texts.ts'

/** Strings of an address, as indices into `PlaceStrings`. */
export interface HouseStrings {
  number: number
  street: number
  place: number
  city: number
  postcode: number
}

const addressFields: Readonly<Record<string, keyof HouseStrings>> = {
  'addr:housenumber': 'number',
  'addr:street': 'street',
  'addr:place': 'place',
  'addr:city': 'city',
  'addr:postcode': 'postcode',
}

/** Reads the addresses of one block without creating strings or maps, because most tagged nodes are houses. */
export class HouseReader {
  private readonly strings: readonly string[]
  private readonly stringTable: PlaceStrings
  private readonly fieldByKey: (keyof HouseStrings | undefined)[]
  private readonly internedIndexPlusOne: Uint32Array

  constructor(strings: readonly string[], stringTable: PlaceStrings) {
    this.strings = strings
    this.stringTable = stringTable
    this.fieldByKey = strings.map((string) => addressFields[string])
    this.internedIndexPlusOne = new Uint32Array(strings.length)
  }

  read({ first, key, value }: OsmTags, element: number): HouseStrings {
    const house = { number: NO_STRING, street: NO_STRING, place: NO_STRING, city: NO_STRING, postcode: NO_STRING }
    for (let index = first[element]; index < first[element + 1]; index++) {
      const field = this.fieldByKey[key[index]]
      if (field !== undefined) house[field] = this.intern(value[index])
    }
    return house
  }

  /** Interns a string of the block and caches its index. */
  private intern(string: number): number {
    if (this.internedIndexPlusOne[string] !== 0) return this.internedIndexPlusOne[string] - 1
    const number = this.stringTable.intern(this.strings[string])
    if (number !== NO_STRING) this.internedIndexPlusOne[string] = number + 1
    return number
  }
}

export function toHouseStrings(stringTable: PlaceStrings, tags: ReadonlyMap<string, string>): HouseStrings {
  const number = (key: string) => stringTable.intern(tags.get(key))
  return {
    number: number('addr:housenumber'),
    street: number('addr:street'),
    place: number('addr:place'),
    city: number('addr:city'),
    postcode: number('addr:postcode'),
  }
}
