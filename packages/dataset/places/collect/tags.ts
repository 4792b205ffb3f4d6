import type { OsmTags } from '../../osm/block.ts'

export type Tags = ReadonlyMap<string, string>

/** Maps each string of a block to its key marks, which determine whether elements with that key are read. */
export function markKeys(strings: readonly string[], markByKey: ReadonlyMap<string, number>): Uint8Array {
  return Uint8Array.from(strings, (string) => markByKey.get(string) ?? 0)
}

/**
 * Combines the marks of an element's keys. Most elements are trees, walls or building corners without marks, so their
 * tags are never read.
 */
export function collectMarks({ first, key }: OsmTags, element: number, keyMarks: Uint8Array): number {
  let combinedMarkBits = 0
  for (let index = first[element]; index < first[element + 1]; index++) combinedMarkBits |= keyMarks[key[index]]
  return combinedMarkBits
}

export function toTags(strings: readonly string[], { first, key, value }: OsmTags, element: number): Tags {
  const tags = new Map<string, string>()
  for (let index = first[element]; index < first[element + 1]; index++)
    tags.set(strings[key[index]], strings[value[index]])
  return tags
}
