/**
 * Array classes of sections. Data is stored as groups of typed arrays that are written section by section, read back
 * all at once, and shared by threads. A schema names the class of every array. Sections are named `prefix.group.name`,
 * so that one file can contain multiple kinds of data.
 */
type ArrayClass = typeof Uint8Array | typeof Uint16Array | typeof Uint32Array | typeof Int32Array | typeof Float64Array

export type SectionSchema = Readonly<Record<string, Readonly<Record<string, ArrayClass>>>>
export type SectionArray = ArrayClass['prototype']

type SectionGroup<S> = { readonly [Name in keyof S]: S[Name] extends { readonly prototype: infer T } ? T : never }
export type SectionGroups<S> = { readonly [Name in keyof S]: SectionGroup<S[Name]> }

/** Returns the arrays of all groups with their section names, in a stable order. */
export function toSections(prefix: string, groups: object): [name: string, array: SectionArray][] {
  return Object.entries(groups as Readonly<Record<string, Readonly<Record<string, SectionArray>>>>).flatMap(
    ([group, arrays]) =>
      Object.entries(arrays).map(([name, array]): [string, SectionArray] => [`${prefix}.${group}.${name}`, array]),
  )
}

/** Returns groups of loaded arrays without copying. Throws an error if an array is missing or has the wrong type. */
export function fromSections<S extends SectionSchema>(
  prefix: string,
  schema: S,
  sections: ReadonlyMap<string, ArrayBufferView>,
): SectionGroups<S> {
  const groups = Object.entries(schema).map(([group, classes]) => {
    const arrays = Object.entries(classes).map(([name, type]) => {
      const section = `${prefix}.${group}.${name}`
      const array = sections.get(section)
      if (!(array instanceof type)) throw new Error(`section ${section} should contain a ${type.name}`)
      return [name, array]
    })
    return [group, Object.fromEntries(arrays)]
  })
  return Object.fromEntries(groups) as SectionGroups<S>
}

export function sectionBytes(groups: object): number {
  return toSections('', groups).reduce((sum, [, array]) => sum + array.byteLength, 0)
}
