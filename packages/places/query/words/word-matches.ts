/** A match between an index word and query words, with a cost from 0 (exact) to 1. */
export interface WordMatch {
  readonly word: number
  /** Bits of the query words. Two bits are set when two words are joined. */
  readonly bits: number
  readonly cost: number
}

/** All words with the last query word as prefix. */
export interface PrefixMatch {
  readonly from: number
  readonly to: number
  readonly bits: number
  readonly length: number
  /** Extra cost of a longer word when the typed word is itself complete. */
  readonly wholeWordCost: number
}

const NO_MATCHES: readonly WordMatch[] = []

/**
 * The word matches of one query. Reused for the next query: an array over all words makes lookups cheap, and only the
 * changed slots are reset.
 */
export class WordMatches {
  /** Index in `lists` plus one, by word. */
  private readonly listIndexOfWord: Uint16Array
  /** One bit per word with a slot. Small enough to stay in the CPU cache. */
  private readonly knownWordBits: Uint32Array
  private matchLists: WordMatch[][] = []
  private prefixMatch: PrefixMatch | undefined
  /** Copies of the prefix range as plain numbers, because they are compared with every word of every name. */
  private prefixFrom = 0
  private prefixTo = 0

  constructor(wordCount: number) {
    this.listIndexOfWord = new Uint16Array(wordCount)
    this.knownWordBits = new Uint32Array((wordCount + 31) >>> 5)
  }

  get prefix(): PrefixMatch | undefined {
    return this.prefixMatch
  }

  set prefix(prefix: PrefixMatch | undefined) {
    this.prefixMatch = prefix
    this.prefixFrom = prefix?.from ?? 0
    this.prefixTo = prefix?.to ?? 0
  }

  clear(): void {
    for (const [{ word }] of this.matchLists) {
      this.listIndexOfWord[word] = 0
      this.knownWordBits[word >>> 5] = 0
    }
    this.matchLists = []
    this.prefix = undefined
  }

  /** Keeps the cheaper of two matches for the same query words. */
  add(match: WordMatch): void {
    const listIndex = this.listIndexOfWord[match.word]
    if (listIndex === 0) {
      if (this.matchLists.length === 65535) return
      this.matchLists.push([match])
      this.listIndexOfWord[match.word] = this.matchLists.length
      this.knownWordBits[match.word >>> 5] |= 1 << match.word
      return
    }
    const list = this.matchLists[listIndex - 1]
    const existing = list.findIndex(({ bits }) => bits === match.bits)
    if (existing < 0) list.push(match)
    else if (match.cost < list[existing].cost) list[existing] = match
  }

  /** Matches of an index word, without prefix matches. */
  matchesOf(word: number): readonly WordMatch[] {
    const listIndex = this.listIndexOfWord[word]
    return listIndex === 0 ? NO_MATCHES : this.matchLists[listIndex - 1]
  }

  /** True if the word has a match or starts with the unfinished last word. */
  mayMatch(word: number): boolean {
    return (this.knownWordBits[word >>> 5] & (1 << word)) !== 0 || (word >= this.prefixFrom && word < this.prefixTo)
  }

  /** True if the word starts with the unfinished last word. */
  isPrefixMatch(word: number): boolean {
    return word >= this.prefixFrom && word < this.prefixTo
  }

  /** Cheapest first. */
  listMatches(): WordMatch[] {
    return this.matchLists.flat().sort((a, b) => a.cost - b.cost || a.word - b.word)
  }

  /** Query words that have a match. */
  get matchedBits(): number {
    return this.wholeWordBits | (this.prefix?.bits ?? 0)
  }

  /** Query words that have more than a prefix match. */
  get wholeWordBits(): number {
    let bits = 0
    for (const list of this.matchLists) for (const match of list) bits |= match.bits
    return bits
  }
}
