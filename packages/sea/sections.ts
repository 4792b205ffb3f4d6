import { type Sea, seaSchema } from './schema.ts'

export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array

const PREFIX = 'sea'

/** The sea as named arrays, in a stable order. */
export function toSections(sea: Sea): [name: string, array: SectionArray][] {
  return Object.entries(sea).flatMap(([group, arrays]) =>
    Object.entries(arrays as Readonly<Record<string, SectionArray>>).map(([name, array]): [string, SectionArray] => [
      `${PREFIX}.${group}.${name}`,
      array,
    ]),
  )
}

/** Builds the sea from arrays without copying them. Throws when one is missing or has the wrong type. */
export function fromSections(sections: ReadonlyMap<string, ArrayBufferView>): Sea {
  const groups = Object.entries(seaSchema).map(([group, classes]) => {
    const arrays = Object.entries(classes).map(([name, type]) => {
      const section = `${PREFIX}.${group}.${name}`
      const array = sections.get(section)
      if (!(array instanceof type)) throw new Error(`section ${section} should contain a ${type.name}`)
      return [name, array]
    })
    return [group, Object.fromEntries(arrays)]
  })
  return Object.fromEntries(groups) as Sea
}

export function seaBytes(sea: Sea): number {
  return toSections(sea).reduce((sum, [, array]) => sum + array.byteLength, 0)
}
