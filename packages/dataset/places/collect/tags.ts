import type { OsmTags } from '../../osm/block.ts'

export type Tags = ReadonlyMap<string, string>

/** Maps each string of a block to its key bits, which decide whether elements with that key are read further. */
export function markKeys(strings: readonly string[], bits: ReadonlyMap<string, number>): Uint8Array {
  return Uint8Array.from(strings, (text) => bits.get(text) ?? 0)
}

/** Most elements are trees, walls, or building corners, so their tags are not read. */
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
