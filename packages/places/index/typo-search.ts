import type { Dictionary } from './dictionary.ts'
import { DistanceRows, MAX_LENGTH, UNREACHED_DISTANCE } from './distance-rows.ts'
import type { Trie } from './trie.ts'

/**
 * Returns the maximum number of typos for a word of this length. A typo is an extra, missing, or wrong letter, or two
 * transposed letters. Words with two typos must have the correct first letter. The first letter is rarely wrong, and
 * this rule skips most of the trie.
 */
export function maxTyposForLength(length: number): number {
  if (length < 3) return 0
  return length < 8 ? 1 : 2
}

export interface TypoTries {
  readonly forward: Trie
  readonly backward: Trie
}

/**
 * Finds all dictionary words within a given number of typos. With k typos, either the first half of the query has fewer
 * than k typos, or the second half has none (Mihov and Schulz, 2004). One traversal of the forward trie and one of the
 * reverse trie are sufficient. Both visit few nodes near the root, where tries are wide.
 */
export class TypoSearch {
  private readonly dictionary: Dictionary
  private readonly tries: TypoTries
  private readonly distances = new DistanceRows()
  private trie: Trie
  private isForward = true
  private isPrefix = false
  private firstLetter = 0
  private maxTypos = 0
  private matches = new Map<number, number>()

  constructor(dictionary: Dictionary, tries: TypoTries) {
    this.dictionary = dictionary
    this.tries = tries
    this.trie = tries.forward
  }

  /** Finds words with at most `maxTypos` (1 or 2) typos. Maps each word to its number of typos. */
  find(word: string, maxTypos: number): Map<number, number> {
    this.startSearch(word, maxTypos, false)
    if (!supportsTypoSearch(word)) return this.matches
    const halfLength = (word.length + 1) >> 1
    this.distances.reset(word, maxTypos, halfLength, maxTypos - 1)
    this.searchTrie(true)
    this.distances.reset(reverseWord(word), maxTypos, word.length - halfLength, 0)
    this.searchTrie(false)
    return this.matches
  }

  /**
   * Finds words with the correct first letter whose prefix matches with one typo. Maps each word to its number of
   * typos.
   */
  findPrefixMatches(prefix: string): Map<number, number> {
    this.startSearch(prefix, 1, true)
    if (!supportsTypoSearch(prefix)) return this.matches
    this.distances.reset(prefix, 1, 0, 0)
    this.searchTrie(true)
    return this.matches
  }

  private startSearch(word: string, maxTypos: number, isPrefix: boolean): void {
    this.matches = new Map()
    this.maxTypos = maxTypos
    this.isPrefix = isPrefix
    this.firstLetter = word.charCodeAt(0)
  }

  private searchTrie(isForward: boolean): void {
    this.isForward = isForward
    this.trie = isForward ? this.tries.forward : this.tries.backward
    if (this.trie.order.length > 0) this.visitNode(0, 0)
  }

  private visitNode(node: number, depth: number): void {
    const { end, first, label, order } = this.trie
    const subtreeEnd = end[node]
    if (this.isPrefix && this.distances.typosAt(depth) <= this.maxTypos) {
      for (let orderIndex = first[node]; orderIndex < first[subtreeEnd]; orderIndex++)
        this.addMatch(order[orderIndex], depth)
      return
    }
    const word = order[first[node]]
    if (subtreeEnd === node + 1) {
      this.compareRemainingLetters(word, depth)
      return
    }
    if (this.wordLength(word) === depth) this.addMatch(word, depth)
    const canAddTypos = this.distances.hasTyposLeft(depth)
    // If the first letter is wrong, it is the only typo, and the reverse trie finds the word.
    const mustMatchFirstLetter = depth === 0 && this.isForward
    for (let child = node + 1; child < subtreeEnd; child = end[child]) {
      if (mustMatchFirstLetter && label[child] !== this.firstLetter) continue
      if (!canAddTypos && !this.distances.isViable(label[child], depth)) continue
      if (this.distances.addLetter(label[child], depth + 1)) this.visitNode(child, depth + 1)
    }
  }

  /** Compares the remaining letters of the only word below a node. */
  private compareRemainingLetters(word: number, from: number): void {
    const { start, text } = this.dictionary
    const length = this.wordLength(word)
    for (let depth = from; depth < length; depth++) {
      const letter = this.isForward ? text[start[word] + depth] : text[start[word + 1] - 1 - depth]
      if (!this.distances.addLetter(letter, depth + 1)) return
      if (this.isPrefix && this.distances.typosAt(depth + 1) < UNREACHED_DISTANCE) return this.addMatch(word, depth + 1)
    }
    this.addMatch(word, length)
  }

  private addMatch(word: number, depth: number): void {
    const typos = this.distances.typosAt(depth)
    if (typos > this.maxTypos || (typos > 1 && !this.hasSameStart(word))) return
    if (this.isPrefix && !this.hasSameStart(word)) return
    const previousTypos = this.matches.get(word)
    if (previousTypos === undefined || typos < previousTypos) this.matches.set(word, typos)
  }

  private hasSameStart(word: number): boolean {
    return this.dictionary.text[this.dictionary.start[word]] === this.firstLetter
  }

  private wordLength(word: number): number {
    return this.dictionary.start[word + 1] - this.dictionary.start[word]
  }
}

function supportsTypoSearch(word: string): boolean {
  return word.length > 0 && word.length <= MAX_LENGTH - 2
}

/** Reverses a word by code units, because words are stored as code units. */
function reverseWord(word: string): string {
  let result = ''
  for (let charIndex = word.length - 1; charIndex >= 0; charIndex--) result += word.charAt(charIndex)
  return result
}
