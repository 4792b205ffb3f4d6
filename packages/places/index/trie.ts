import type { Dictionary } from './dictionary.ts'

/**
 * The dictionary words as a trie in preorder. A node with a single word below it is a leaf, and the remaining letters
 * are read from the dictionary. The reversed words form a second trie in which word endings are near the root.
 */
export interface Trie {
  /** Words in trie order. */
  readonly order: Uint32Array
  /** Letter that leads to the node. */
  readonly label: Uint16Array
  /** First node outside the subtree. */
  readonly end: Uint32Array
  /** Position in `order` of the first word in the subtree, plus one final element. */
  readonly first: Uint32Array
}

export type Direction = 'forward' | 'backward'

/** Minimum length of words that are searched with typos. */
const MIN_TYPO_WORD_LENGTH = 3
const FIRST_HAN_CODE = 0x2e80

const FIRST_CODE_AFTER_DIGITS = 58

/**
 * Returns true for words made of letters, in which typos can be corrected. Returns false for numbers and Chinese
 * characters. Numbered streets (110th) are treated as words, because they end with letters.
 */
export function supportsTypos({ start, text }: Dictionary, word: number): boolean {
  const from = start[word]
  const to = start[word + 1]
  if (to - from < MIN_TYPO_WORD_LENGTH) return false
  if (
    text[from] < FIRST_CODE_AFTER_DIGITS &&
    (text[from] < 48 || text[to - 1] < FIRST_CODE_AFTER_DIGITS || text[to - 2] < FIRST_CODE_AFTER_DIGITS)
  )
    return false
  for (let charIndex = from; charIndex < to; charIndex++) if (text[charIndex] >= FIRST_HAN_CODE) return false
  return true
}

export function buildTrie(dictionary: Dictionary, direction: Direction): Trie {
  const { start } = dictionary
  const typoWords: number[] = []
  for (let word = 0; word < start.length - 1; word++) if (supportsTypos(dictionary, word)) typoWords.push(word)
  const order = Uint32Array.from(typoWords)
  const letterAt = makeLetterReader(dictionary, direction)
  if (direction === 'backward') order.sort((a, b) => compareWords(letterAt, start, a, b))

  const label: number[] = []
  const end: number[] = []
  const first: number[] = []
  const addNode = (letter: number, depth: number, low: number, high: number): void => {
    const node = label.length
    label.push(letter)
    end.push(0)
    first.push(low)
    if (high - low > 1) {
      let from = low
      while (from < high && start[order[from] + 1] - start[order[from]] <= depth) from++
      while (from < high) {
        const next = letterAt(order[from], depth)
        let to = from + 1
        while (to < high && letterAt(order[to], depth) === next) to++
        addNode(next, depth + 1, from, to)
        from = to
      }
    }
    end[node] = label.length
  }
  addNode(0, 0, 0, order.length)
  first.push(order.length)
  return { order, label: Uint16Array.from(label), end: Uint32Array.from(end), first: Uint32Array.from(first) }
}

/** Returns a function that reads the letter of a word at a trie depth, or 0 past the end of the word. */
function makeLetterReader({ start, text }: Dictionary, direction: Direction): (word: number, depth: number) => number {
  if (direction === 'forward') {
    return (word, depth) => (start[word] + depth < start[word + 1] ? text[start[word] + depth] : 0)
  }
  return (word, depth) => (start[word + 1] - 1 - depth >= start[word] ? text[start[word + 1] - 1 - depth] : 0)
}

function compareWords(
  letterAt: (word: number, depth: number) => number,
  start: Uint32Array,
  a: number,
  b: number,
): number {
  const maxDepth = Math.max(start[a + 1] - start[a], start[b + 1] - start[b])
  for (let depth = 0; depth < maxDepth; depth++) {
    const letterDifference = letterAt(a, depth) - letterAt(b, depth)
    if (letterDifference !== 0) return letterDifference
  }
  return 0
}
