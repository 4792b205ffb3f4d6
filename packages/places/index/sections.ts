import { type PlaceIndex, placeSchema } from './schema.ts'

export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** Section name prefix, so that one file can hold places and other data. */
const PREFIX = 'places'

/** Returns the index as named arrays in a stable order. */
export function toSections(index: PlaceIndex): [name: string, array: SectionArray][] {
  return Object.entries(index).flatMap(([group, arrays]) =>
    Object.entries(arrays as Readonly<Record<string, SectionArray>>).map(([name, array]): [string, SectionArray] => [
      `${PREFIX}.${group}.${name}`,
      array,
    ]),
  )
}

/** Creates an index over loaded arrays without copying. Throws when an array is missing or has the wrong type. */
export function fromSections(sections: ReadonlyMap<string, ArrayBufferView>): PlaceIndex {
  const groups = Object.entries(placeSchema).map(([group, classes]) => {
    const arrays = Object.entries(classes).map(([name, type]) => {
      const section = `${PREFIX}.${group}.${name}`
      const array = sections.get(section)
      if (!(array instanceof type)) throw new Error(`section ${section} should contain a ${type.name}`)
      return [name, array]
    })
    return [group, Object.fromEntries(arrays)]
  })
  return Object.fromEntries(groups) as PlaceIndex
}

export function indexBytes(index: PlaceIndex): number {
  return toSections(index).reduce((sum, [, array]) => sum + array.byteLength, 0)
}
