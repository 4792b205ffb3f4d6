/** All words of the index, sorted by code units. The number of a word is its position. */
export interface Dictionary {
  /** Start offset of each word, plus one final element. */
  readonly start: Uint32Array
  /** Words as UTF-16 code units. */
  readonly text: Uint16Array
}

/** Writes a dictionary. The words must be sorted and distinct. */
export function writeDictionary(words: readonly string[]): Dictionary {
  const start = new Uint32Array(words.length + 1)
  for (let word = 0; word < words.length; word++) start[word + 1] = start[word] + words[word].length
  const text = new Uint16Array(start[words.length])
  for (let word = 0; word < words.length; word++) {
    for (let charIndex = 0; charIndex < words[word].length; charIndex++)
      text[start[word] + charIndex] = words[word].charCodeAt(charIndex)
  }
  return { start, text }
}

export function wordCount(dictionary: Dictionary): number {
  return dictionary.start.length - 1
}

export function getWord({ start, text }: Dictionary, word: number): string {
  return String.fromCharCode(...text.subarray(start[word], start[word + 1]))
}

export function wordLength({ start }: Dictionary, word: number): number {
  return start[word + 1] - start[word]
}

/** Returns the number of the word, or -1. */
export function findWord(dictionary: Dictionary, word: string): number {
  const position = lowerBound(dictionary, word)
  if (position >= wordCount(dictionary) || wordLength(dictionary, position) !== word.length) return -1
  return compareWord(dictionary, position, word) === 0 ? position : -1
}

/** Returns the range of words with this prefix. The end is exclusive. */
export function prefixRange(dictionary: Dictionary, prefix: string): readonly [number, number] {
  return [lowerBound(dictionary, prefix), lowerBound(dictionary, `${prefix}\uffff`)]
}

function lowerBound(dictionary: Dictionary, word: string): number {
  let low = 0
  let high = wordCount(dictionary)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareWord(dictionary, middle, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareWord({ start, text }: Dictionary, wordId: number, word: string): number {
  const first = start[wordId]
  const length = start[wordId + 1] - first
  const commonLength = Math.min(length, word.length)
  for (let charIndex = 0; charIndex < commonLength; charIndex++) {
    const codeDifference = text[first + charIndex] - word.charCodeAt(charIndex)
    if (codeDifference !== 0) return codeDifference
  }
  return length - word.length
}
