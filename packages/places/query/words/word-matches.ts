/** That a word of the index stands for words of the query, and what is wrong with that: 0 nothing, 1 everything. */
export interface WordMatch {
  readonly word: number
  /** Bits of the query's words: two of them when they are written as one. */
  readonly bits: number
  readonly cost: number
}

/** All words that begin like the last word of the query. */
export interface PrefixMatch {
  readonly from: number
  readonly to: number
  readonly bits: number
  readonly length: number
  /** What a longer word costs in addition, where what was typed is a word itself. */
  readonly isWordCost: number
}

const NONE: readonly WordMatch[] = []

/**
 * What the words of one query match. Kept for the next query: an array over all words makes asking cheap, and only the
 * touched places are reset.
 */
export class WordMatches {
  /** Place in `lists` plus one, by word. */
  private readonly placeOf: Uint16Array
  /** A bit per word that has a place: small enough to stay close to the processor. */
  private readonly isKnown: Uint32Array
  private lists: WordMatch[][] = []
  private open: PrefixMatch | undefined
  /** The same as numbers of their own: they are compared with every word of every name. */
  private prefixFrom = 0
  private prefixTo = 0

  constructor(wordCount: number) {
    this.placeOf = new Uint16Array(wordCount)
    this.isKnown = new Uint32Array((wordCount + 31) >>> 5)
  }

  get prefix(): PrefixMatch | undefined {
    return this.open
  }

  set prefix(prefix: PrefixMatch | undefined) {
    this.open = prefix
    this.prefixFrom = prefix?.from ?? 0
    this.prefixTo = prefix?.to ?? 0
  }

  clear(): void {
    for (const [{ word }] of this.lists) {
      this.placeOf[word] = 0
      this.isKnown[word >>> 5] = 0
    }
    this.lists = []
    this.prefix = undefined
  }

  /** The cheaper one stays when there are two for the same words. */
  add(match: WordMatch): void {
    const place = this.placeOf[match.word]
    if (place === 0) {
      if (this.lists.length === 65535) return
      this.lists.push([match])
      this.placeOf[match.word] = this.lists.length
      this.isKnown[match.word >>> 5] |= 1 << match.word
      return
    }
    const list = this.lists[place - 1]
    const same = list.findIndex(({ bits }) => bits === match.bits)
    if (same < 0) list.push(match)
    else if (match.cost < list[same].cost) list[same] = match
  }

  /** Of a word of the index; nothing about beginnings. */
  of(word: number): readonly WordMatch[] {
    const place = this.placeOf[word]
    return place === 0 ? NONE : this.lists[place - 1]
  }

  /** Whether it stands for anything, or begins like an open last word. */
  mayHold(word: number): boolean {
    return (this.isKnown[word >>> 5] & (1 << word)) !== 0 || (word >= this.prefixFrom && word < this.prefixTo)
  }

  /** Whether it begins like an open last word. */
  isBeginning(word: number): boolean {
    return word >= this.prefixFrom && word < this.prefixTo
  }

  /** Cheapest first. */
  all(): WordMatch[] {
    return this.lists.flat().sort((a, b) => a.cost - b.cost || a.word - b.word)
  }

  /** The set of query words that have a match. */
  get matchedBits(): number {
    return this.wholeBits | (this.prefix?.bits ?? 0)
  }

  /** Of these those that are not only the beginning of something. */
  get wholeBits(): number {
    let bits = 0
    for (const list of this.lists) for (const match of list) bits |= match.bits
    return bits
  }
}
