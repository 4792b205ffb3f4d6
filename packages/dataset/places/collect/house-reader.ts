import type { OsmTags } from '../../osm/block.ts'
import { NO_TEXT, type Texts } from './texts.ts'

/** The strings of an address, as indices of `Texts`. */
export interface HouseTexts {
  number: number
  street: number
  place: number
  city: number
  postcode: number
}

const fields: Readonly<Record<string, keyof HouseTexts>> = {
  'addr:housenumber': 'number',
  'addr:street': 'street',
  'addr:place': 'place',
  'addr:city': 'city',
  'addr:postcode': 'postcode',
}

/** Reads the addresses of one block without creating strings or maps, because most tagged nodes are houses. */
export class HouseReader {
  private readonly strings: readonly string[]
  private readonly texts: Texts
  private readonly fieldOf: (keyof HouseTexts | undefined)[]
  private readonly known: Uint32Array

  constructor(strings: readonly string[], texts: Texts) {
    this.strings = strings
    this.texts = texts
    this.fieldOf = strings.map((text) => fields[text])
    this.known = new Uint32Array(strings.length)
  }

  read({ first, key, value }: OsmTags, element: number): HouseTexts {
    const house = { number: NO_TEXT, street: NO_TEXT, place: NO_TEXT, city: NO_TEXT, postcode: NO_TEXT }
    for (let at = first[element]; at < first[element + 1]; at++) {
      const field = this.fieldOf[key[at]]
      if (field !== undefined) house[field] = this.numberOf(value[at])
    }
    return house
  }

  /** Looks up each string of the block once. */
  private numberOf(string: number): number {
    if (this.known[string] !== 0) return this.known[string] - 1
    const number = this.texts.numberOf(this.strings[string])
    if (number !== NO_TEXT) this.known[string] = number + 1
    return number
  }
}

export function houseTexts(texts: Texts, tags: ReadonlyMap<string, string>): HouseTexts {
  const number = (key: string) => texts.numberOf(tags.get(key))
  return {
    number: number('addr:housenumber'),
    street: number('addr:street'),
    place: number('addr:place'),
    city: number('addr:city'),
    postcode: number('addr:postcode'),
  }
}
