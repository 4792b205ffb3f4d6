/** A match between an index word and query words, with a cost from 0 (exact) to 1. */
export interface WordMatch {
  readonly word: number
  /** Bits of the query words. Two bits are set if two words are joined. */
  readonly bits: number
  readonly cost: number
}

/** All index words that start with the last query word. */
export interface PrefixMatch {
  readonly from: number
  readonly to: number
  readonly bits: number
  readonly length: number
  /** Extra cost of a longer word if the typed word is itself complete. */
  readonly wholeWordCost: number
  /** Whether the user is still typing. If so, a long completion is as likely as a short one. */
  readonly isTyping: boolean
}

const NO_MATCHES: readonly WordMatch[] = []

/**
 * Word matches of one query, reused for the next query. An array over all words makes lookups cheap, and only the
 * changed slots are reset.
 */
export class WordMatches {
  /** Index in `matchLists` plus one for each word, or 0 if the word has no list. */
  private readonly listIndexOfWord: Uint16Array
  /** One bit for each word with a slot. The array is small enough to stay in the CPU cache. */
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

  /** Adds a match. For the same query words, only the cheaper match is kept. */
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
    const matchIndex = list.findIndex(({ bits }) => bits === match.bits)
    if (matchIndex < 0) list.push(match)
    else if (match.cost < list[matchIndex].cost) list[matchIndex] = match
  }

  /** Returns the matches of an index word, without prefix matches. */
  matchesOf(word: number): readonly WordMatch[] {
    const listIndex = this.listIndexOfWord[word]
    return listIndex === 0 ? NO_MATCHES : this.matchLists[listIndex - 1]
  }

  /** Returns true if the word has a match or starts with the unfinished last word. */
  mayMatch(word: number): boolean {
    return (this.knownWordBits[word >>> 5] & (1 << word)) !== 0 || (word >= this.prefixFrom && word < this.prefixTo)
  }

  /** Returns true if the word starts with the unfinished last word. */
  isPrefixMatch(word: number): boolean {
    return word >= this.prefixFrom && word < this.prefixTo
  }

  /** Lists the matches, cheapest first. */
  listMatches(): WordMatch[] {
    return this.matchLists.flat().sort((a, b) => a.cost - b.cost || a.word - b.word)
  }

  /** Bits of the query words that have a match. */
  get matchedBits(): number {
    return this.wholeWordBits | (this.prefix?.bits ?? 0)
  }

  /** Bits of the query words that have more than a prefix match. */
  get wholeWordBits(): number {
    let bits = 0
    for (const list of this.matchLists) for (const match of list) bits |= match.bits
    return bits
  }
}
