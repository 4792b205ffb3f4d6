import { NO_ID, WORD_MASK } from './schema.ts'

export interface EntryWords {
  readonly nameFirst: Uint32Array
  readonly words: Uint32Array
  readonly postcode: Uint32Array
}

/**
 * Lists, for each word, the entries that contain it in a name or as the postcode. Each list is in ascending order
 * without duplicates.
 */
export function buildPostings(
  { nameFirst, words, postcode }: EntryWords,
  wordCount: number,
): { first: Uint32Array; entry: Uint32Array } {
  const entryCount = postcode.length
  const first = new Uint32Array(wordCount + 1)
  const lastSeen = new Uint32Array(wordCount).fill(NO_ID)
  const forEachWord = (visit: (word: number, entry: number) => void): void => {
    lastSeen.fill(NO_ID)
    for (let entry = 0; entry < entryCount; entry++) {
      const visitOnce = (word: number): void => {
        if (lastSeen[word] === entry) return
        lastSeen[word] = entry
        visit(word, entry)
      }
      for (let nameWordIndex = nameFirst[entry]; nameWordIndex < nameFirst[entry + 1]; nameWordIndex++)
        visitOnce(words[nameWordIndex] & WORD_MASK)
      if (postcode[entry] !== NO_ID) visitOnce(postcode[entry])
    }
  }
  forEachWord((word) => first[word + 1]++)
  for (let word = 0; word < wordCount; word++) first[word + 1] += first[word]
  const entry = new Uint32Array(first[wordCount])
  const next = first.slice()
  forEachWord((word, entryId) => {
    entry[next[word]++] = entryId
  })
  return { first, entry }
}

/** Returns the first position in a range of the list whose entry is not below the given entry. */
export function lowerBound(list: Uint32Array, entry: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle] < entry) low = middle + 1
    else high = middle
  }
  return low
}
