import { type PlaceIndex, placeSchema } from './schema.ts'

export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** Names begin with this, so that places can lie in one file with other things. */
const PREFIX = 'places'

/** The index as named arrays, in an order that is always the same. */
export function toSections(index: PlaceIndex): [name: string, array: SectionArray][] {
  return Object.entries(index).flatMap(([group, arrays]) =>
    Object.entries(arrays as Readonly<Record<string, SectionArray>>).map(([name, array]): [string, SectionArray] => [
      `${PREFIX}.${group}.${name}`,
      array,
    ]),
  )
}

/** The index over arrays that were read: nothing is copied. Throws when one is missing or of another type. */
export function fromSections(sections: ReadonlyMap<string, ArrayBufferView>): PlaceIndex {
  const groups = Object.entries(placeSchema).map(([group, classes]) => {
    const arrays = Object.entries(classes).map(([name, type]) => {
      const section = `${PREFIX}.${group}.${name}`
      const array = sections.get(section)
      if (!(array instanceof type)) throw new Error(`section ${section} should hold a ${type.name}`)
      return [name, array]
    })
    return [group, Object.fromEntries(arrays)]
  })
  return Object.fromEntries(groups) as PlaceIndex
}

export function indexBytes(index: PlaceIndex): number {
  return toSections(index).reduce((sum, [, array]) => sum + array.byteLength, 0)
}
