import type { PlaceIndex } from '../index/schema.ts'

/** Searches the raw bytes of the details of an entry, because decoding them would take longer than the search. */
export function containsBytes({ details }: PlaceIndex, entry: number, key: Uint8Array): boolean {
  const last = details.first[entry + 1] - key.length
  let from = details.bytes.indexOf(key[0], details.first[entry])
  while (from >= 0 && from <= last) {
    let matchedLength = 1
    while (matchedLength < key.length && details.bytes[from + matchedLength] === key[matchedLength]) matchedLength++
    if (matchedLength === key.length) return true
    from = details.bytes.indexOf(key[0], from + 1)
  }
  return false
}
