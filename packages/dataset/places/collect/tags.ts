import type { OsmTags } from '../../osm/block.ts'

export type Tags = ReadonlyMap<string, string>

/** The bits of each text of a block as a key: whether, and for what, elements with it are looked at more closely. */
export function markKeys(strings: readonly string[], bits: ReadonlyMap<string, number>): Uint8Array {
  return Uint8Array.from(strings, (text) => bits.get(text) ?? 0)
}

/** Most elements are trees, walls and corners of houses: not even their tags are read. */
export function marksOf({ first, key }: OsmTags, element: number, marks: Uint8Array): number {
  let found = 0
  for (let at = first[element]; at < first[element + 1]; at++) found |= marks[key[at]]
  return found
}

export function tagsOf(strings: readonly string[], { first, key, value }: OsmTags, element: number): Tags {
  const tags = new Map<string, string>()
  for (let at = first[element]; at < first[element + 1]; at++) tags.set(strings[key[at]], strings[value[at]])
  return tags
}
