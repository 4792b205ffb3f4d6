import { NO_ID, WORD_MASK } from './schema.ts'

export interface NamedEntries {
  readonly nameFirst: Uint32Array
  readonly words: Uint32Array
  readonly postcode: Uint32Array
}

/** For each word, the entries with it in a name or as postcode, ascending and distinct. */
export function buildPostings(
  { nameFirst, words, postcode }: NamedEntries,
  wordTotal: number,
): { first: Uint32Array; entry: Uint32Array } {
  const entries = postcode.length
  const first = new Uint32Array(wordTotal + 1)
  const lastSeen = new Uint32Array(wordTotal).fill(NO_ID)
  const eachWord = (visit: (word: number, entry: number) => void): void => {
    lastSeen.fill(NO_ID)
    for (let entry = 0; entry < entries; entry++) {
      const once = (word: number): void => {
        if (lastSeen[word] === entry) return
        lastSeen[word] = entry
        visit(word, entry)
      }
      for (let at = nameFirst[entry]; at < nameFirst[entry + 1]; at++) once(words[at] & WORD_MASK)
      if (postcode[entry] !== NO_ID) once(postcode[entry])
    }
  }
  eachWord((word) => first[word + 1]++)
  for (let word = 0; word < wordTotal; word++) first[word + 1] += first[word]
  const entry = new Uint32Array(first[wordTotal])
  const next = first.slice()
  eachWord((word, one) => {
    entry[next[word]++] = one
  })
  return { first, entry }
}

/** The first position in a range of the list whose entry is not below the given one. */
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
