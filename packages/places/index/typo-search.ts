import type { Dictionary } from './dictionary.ts'
import { DistanceRows, FAR, MAX_LENGTH } from './distance-rows.ts'
import type { Trie } from './trie.ts'

/**
 * Maximum number of typos for a word of this length: an extra, missing or wrong letter, or two transposed. Words with
 * two typos must have the right first letter. It is rarely wrong, and most of the trie is under other letters.
 */
export function allowedTypos(length: number): number {
  if (length < 3) return 0
  return length < 8 ? 1 : 2
}

export interface TypoTries {
  readonly forward: Trie
  readonly backward: Trie
}

/**
 * Finds all dictionary words within a number of typos. Given k typos, the first half of the query has fewer than k, or
 * the second half has none (Mihov and Schulz, 2004). One traversal of the forward trie and one of the reverse trie
 * suffice, and both are narrow near the root, where tries are wide.
 */
export class TypoSearch {
  private readonly dictionary: Dictionary
  private readonly tries: TypoTries
  private readonly table = new DistanceRows()
  private trie: Trie
  private isForward = true
  private isPrefix = false
  private firstLetter = 0
  private maxTypos = 0
  private found = new Map<number, number>()

  constructor(dictionary: Dictionary, tries: TypoTries) {
    this.dictionary = dictionary
    this.tries = tries
    this.trie = tries.forward
  }

  /** Word → mistakes, at most `maxTypos` (1 or 2). */
  find(word: string, maxTypos: number): Map<number, number> {
    this.begin(word, maxTypos, false)
    if (!canSearch(word)) return this.found
    const half = (word.length + 1) >> 1
    this.table.begin(word, maxTypos, half, maxTypos - 1)
    this.walk(true)
    this.table.begin(reversed(word), maxTypos, word.length - half, 0)
    this.walk(false)
    return this.found
  }

  /** Finds words with the right first letter whose prefix matches with one typo. Maps each word to its typos. */
  findBeginnings(prefix: string): Map<number, number> {
    this.begin(prefix, 1, true)
    if (!canSearch(prefix)) return this.found
    this.table.begin(prefix, 1, 0, 0)
    this.walk(true)
    return this.found
  }

  private begin(word: string, maxTypos: number, isPrefix: boolean): void {
    this.found = new Map()
    this.maxTypos = maxTypos
    this.isPrefix = isPrefix
    this.firstLetter = word.charCodeAt(0)
  }

  private walk(isForward: boolean): void {
    this.isForward = isForward
    this.trie = isForward ? this.tries.forward : this.tries.backward
    if (this.trie.order.length > 0) this.visit(0, 0)
  }

  private visit(node: number, depth: number): void {
    const { end, first, label, order } = this.trie
    const stop = end[node]
    if (this.isPrefix && this.table.typosAt(depth) <= this.maxTypos) {
      for (let at = first[node]; at < first[stop]; at++) this.accept(order[at], depth)
      return
    }
    const word = order[first[node]]
    if (stop === node + 1) {
      this.finishWord(word, depth)
      return
    }
    if (this.wordLength(word) === depth) this.accept(word, depth)
    const hasSlack = this.table.hasSlack(depth)
    // A wrong first letter is the only typo, and the other trie finds it.
    const isFirst = depth === 0 && this.isForward
    for (let child = node + 1; child < stop; child = end[child]) {
      if (isFirst && label[child] !== this.firstLetter) continue
      if (!hasSlack && !this.table.isViable(label[child], depth)) continue
      if (this.table.step(label[child], depth + 1)) this.visit(child, depth + 1)
    }
  }

  /** Matches the rest of the only word below a node. */
  private finishWord(word: number, from: number): void {
    const { start, text } = this.dictionary
    const length = this.wordLength(word)
    for (let depth = from; depth < length; depth++) {
      const letter = this.isForward ? text[start[word] + depth] : text[start[word + 1] - 1 - depth]
      if (!this.table.step(letter, depth + 1)) return
      if (this.isPrefix && this.table.typosAt(depth + 1) < FAR) return this.accept(word, depth + 1)
    }
    this.accept(word, length)
  }

  private accept(word: number, depth: number): void {
    const typos = this.table.typosAt(depth)
    if (typos > this.maxTypos || (typos > 1 && !this.hasSameStart(word))) return
    if (this.isPrefix && !this.hasSameStart(word)) return
    const known = this.found.get(word)
    if (known === undefined || typos < known) this.found.set(word, typos)
  }

  private hasSameStart(word: number): boolean {
    return this.dictionary.text[this.dictionary.start[word]] === this.firstLetter
  }

  private wordLength(word: number): number {
    return this.dictionary.start[word + 1] - this.dictionary.start[word]
  }
}

function canSearch(word: string): boolean {
  return word.length > 0 && word.length <= MAX_LENGTH - 2
}

/** Reverses by code units, the storage format of words. */
function reversed(word: string): string {
  let text = ''
  for (let at = word.length - 1; at >= 0; at--) text += word.charAt(at)
  return text
}
