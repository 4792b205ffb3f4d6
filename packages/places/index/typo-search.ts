import type { Dictionary } from './dictionary.ts'
import type { Direction, Trie } from './trie.ts'

/**
 * How many mistakes a word of this length may have: a letter too many, missing, wrong, or two swapped. Words with two
 * mistakes are found only under their first letter: it is rarely wrong, and most of the tree is under other letters.
 */
export function allowedTypos(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

export interface TypoTries {
  readonly forward: Trie
  readonly backward: Trie
}

const FAR = 100
const MAX_LENGTH = 64

/**
 * All words of the dictionary within a number of typos (optimal string alignment: Damerau's four mistakes, no letter
 * twice). Of k mistakes the first half of the query has fewer than k, or the second half has none (Mihov and Schulz,
 * 2004): so one walk through the tree of beginnings and one through the tree of endings, both narrow at the root where
 * trees are wide.
 */
export class TypoSearch {
  private readonly dictionary: Dictionary
  private readonly tries: TypoTries
  /** One row of the distance table per depth; rows of deeper nodes are overwritten by their siblings. */
  private readonly rows = new Uint8Array((MAX_LENGTH + 2) * (MAX_LENGTH + 1))
  private readonly query = new Uint16Array(MAX_LENGTH)
  /** How many mistakes there may be when so many letters of the query are used up. */
  private readonly allowed = new Uint8Array(MAX_LENGTH + 1)
  private readonly path = new Uint16Array(MAX_LENGTH + 2)
  private length = 0
  private halfLength = 0
  private maxInHalf = 0
  private maxTypos = 0
  private trie: Trie
  private isForward = true
  private found = new Map<number, number>()

  constructor(dictionary: Dictionary, tries: TypoTries) {
    this.dictionary = dictionary
    this.tries = tries
    this.trie = tries.forward
  }

  /** Word → mistakes, at most `maxTypos` (1 or 2). */
  find(word: string, maxTypos: number): Map<number, number> {
    this.found = new Map()
    if (word.length === 0 || word.length > MAX_LENGTH - 2) return this.found
    this.maxTypos = maxTypos
    const half = (word.length + 1) >> 1
    this.walk(word, 'forward', half, maxTypos - 1)
    this.walk(word, 'backward', word.length - half, 0)
    return this.found
  }

  private walk(word: string, direction: Direction, halfLength: number, maxInHalf: number): void {
    const { query, rows } = this
    this.isForward = direction === 'forward'
    this.trie = this.tries[direction]
    this.length = word.length
    this.halfLength = halfLength
    this.maxInHalf = maxInHalf
    for (let at = 0; at < word.length; at++) {
      query[at] = word.charCodeAt(this.isForward ? at : word.length - 1 - at)
    }
    this.setAllowed()
    for (let at = 0; at <= word.length; at++) rows[at] = at > this.allowed[at] ? FAR : at
    if (this.trie.order.length > 0) this.visit(0, 0)
  }

  private setAllowed(): void {
    const { allowed, length, halfLength, maxInHalf, maxTypos } = this
    for (let at = 0; at <= length; at++) allowed[at] = at < halfLength ? maxInHalf : maxTypos
  }

  private visit(node: number, depth: number): void {
    const { end, first, label, order } = this.trie
    const stop = end[node]
    if (stop === node + 1) {
      this.finishWord(order[first[node]], depth)
      return
    }
    const word = order[first[node]]
    if (this.wordLength(word) === depth) this.accept(word, depth)
    const hasSlack = this.hasSlack(depth)
    // A wrong first letter is the only mistake, and the other tree finds it.
    const isFirst = depth === 0 && this.isForward
    for (let child = node + 1; child < stop; child = end[child]) {
      if (isFirst && label[child] !== this.query[0]) continue
      if (!hasSlack && !this.isViable(label[child], depth)) continue
      if (this.nextRow(label[child], depth + 1)) this.visit(child, depth + 1)
    }
  }

  /** Whether a mistake may come next: then any letter may. A row that is too far everywhere waits for a swap. */
  private hasSlack(depth: number): boolean {
    const { rows, allowed, length, maxTypos } = this
    const row = depth * (MAX_LENGTH + 1)
    const to = Math.min(length, depth + maxTypos)
    let isAlive = false
    for (let at = Math.max(0, depth - maxTypos); at <= to; at++) {
      const typos = rows[row + at]
      if (typos < allowed[at] || (at < length && typos < allowed[at + 1])) return true
      if (typos < FAR) isAlive = true
    }
    return !isAlive
  }

  /** Without slack only the letters of the query that come next, right away or swapped: nodes have many children. */
  private isViable(letter: number, depth: number): boolean {
    const { rows, allowed, query, length, maxTypos } = this
    const row = depth * (MAX_LENGTH + 1)
    const to = Math.min(length - 1, depth + maxTypos)
    for (let at = Math.max(0, depth - maxTypos); at <= to; at++) {
      const typos = rows[row + at]
      if (typos >= FAR) continue
      if (query[at] === letter) return true
      if (at + 2 <= length && query[at + 1] === letter && typos < allowed[at + 2]) return true
    }
    return depth > 0 && this.endsSwap(letter, depth)
  }

  /** Whether the letter and the one before it are two of the query the other way round. */
  private endsSwap(letter: number, depth: number): boolean {
    const { rows, allowed, query, path, length, maxTypos } = this
    const above = (depth - 1) * (MAX_LENGTH + 1)
    const to = Math.min(length - 2, depth - 1 + maxTypos)
    for (let at = Math.max(0, depth - 1 - maxTypos); at <= to; at++) {
      if (query[at] === letter && query[at + 1] === path[depth] && rows[above + at] < allowed[at + 2]) return true
    }
    return false
  }

  /** The rest of the only word below a node. */
  private finishWord(word: number, from: number): void {
    const { start, text } = this.dictionary
    const length = this.wordLength(word)
    if (length > this.length + this.maxTypos) return
    for (let depth = from; depth < length; depth++) {
      const letter = this.isForward ? text[start[word] + depth] : text[start[word + 1] - 1 - depth]
      if (!this.nextRow(letter, depth + 1)) return
    }
    this.accept(word, length)
  }

  private accept(word: number, depth: number): void {
    // Cells outside the band are not filled.
    if (Math.abs(depth - this.length) > this.maxTypos) return
    const typos = this.rows[depth * (MAX_LENGTH + 1) + this.length]
    if (typos > this.maxTypos || (typos > 1 && !this.hasSameStart(word))) return
    const known = this.found.get(word)
    if (known === undefined || typos < known) this.found.set(word, typos)
  }

  private hasSameStart(word: number): boolean {
    const first = this.query[this.isForward ? 0 : this.length - 1]
    return this.dictionary.text[this.dictionary.start[word]] === first
  }

  private wordLength(word: number): number {
    return this.dictionary.start[word + 1] - this.dictionary.start[word]
  }

  /** Fills the row of a depth; false when nothing below it can be near enough. */
  private nextRow(letter: number, depth: number): boolean {
    const { rows, query, path, length, allowed, maxTypos } = this
    if (depth > length + maxTypos) return false
    path[depth] = letter
    const row = depth * (MAX_LENGTH + 1)
    const above = row - (MAX_LENGTH + 1)
    const twoAbove = above - (MAX_LENGTH + 1)
    // Outside this band there are more insertions or deletions than allowed; its neighbours must not be stale.
    const from = Math.max(0, depth - maxTypos)
    const to = Math.min(length, depth + maxTypos)
    let isAlive = false
    if (from > 0) rows[row + from - 1] = FAR
    for (let at = from; at <= to; at++) {
      let best = at < depth + maxTypos ? rows[above + at] + 1 : FAR
      if (at > 0) {
        const wrong = query[at - 1] === letter ? 0 : 1
        best = Math.min(best, rows[above + at - 1] + wrong, rows[row + at - 1] + 1)
        if (at > 1 && depth > 1 && query[at - 1] === path[depth - 1] && query[at - 2] === letter) {
          best = Math.min(best, rows[twoAbove + at - 2] + 1)
        }
      }
      const isNear = best <= allowed[at]
      rows[row + at] = isNear ? best : FAR
      if (isNear) isAlive = true
    }
    if (to < length) rows[row + to + 1] = FAR
    return isAlive || this.maySwap(letter, above, depth)
  }

  /** A swap looks two rows up, past a row in which everything is too far: whether the next letter could make one. */
  private maySwap(letter: number, above: number, depth: number): boolean {
    const { rows, query, length, maxTypos } = this
    const to = Math.min(length - 2, depth - 1 + maxTypos)
    for (let at = Math.max(0, depth - 1 - maxTypos); at <= to; at++) {
      if (query[at + 1] === letter && rows[above + at] < maxTypos) return true
    }
    return false
  }
}
