const MAX_TIMESTAMP = 2 ** 32 - 1

/**
 * Reads a query string from left to right, following OSRM's grammar. If an element cannot be parsed, the position stays
 * at its start, and the error message contains that position.
 */
export class Cursor {
  readonly text: string
  position: number

  constructor(text: string, position = 0) {
    this.text = text
    this.position = position
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  /** Reads exactly this text, or nothing. */
  take(literal: string): boolean {
    if (!this.text.startsWith(literal, this.position)) return false
    this.position += literal.length
    return true
  }

  /** Reads the text that a sticky pattern matches, or nothing. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    const matchedText = pattern.exec(this.text)?.[0]
    if (matchedText === undefined) return undefined
    this.position += matchedText.length
    return matchedText
  }

  /** Reads the longest given word at the current position. */
  takeOneOf<W extends string>(words: readonly W[]): W | undefined {
    const [longestWord] = words
      .filter((word) => this.text.startsWith(word, this.position))
      .sort((a, b) => b.length - a.length)
    if (longestWord !== undefined) this.position += longestWord.length
    return longestWord
  }

  /** Reads a decimal number. The dot of `4.json` belongs to the format and not to the number. */
  takeNumber(): number | undefined {
    const digits = this.match(/[+-]?(?:\d+(?:\.(?!json|flatbuffers)\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y)
    return digits === undefined ? undefined : Number(digits)
  }

  takeInteger(): number | undefined {
    const digits = this.match(/\d{1,9}/y)
    return digits === undefined ? undefined : Number(digits)
  }

  /** Reads seconds since 1970, which OSRM stores in 32 bits. */
  takeTimestamp(): number | undefined {
    const start = this.position
    const digits = this.match(/\d+/y)
    if (digits === undefined || Number(digits) <= MAX_TIMESTAMP)
      return digits === undefined ? undefined : Number(digits)
    this.position = start
    return undefined
  }

  takeSignedInteger(): number | undefined {
    const digits = this.match(/[+-]?\d{1,5}/y)
    return digits === undefined ? undefined : Number(digits)
  }

  takeBoolean(): boolean | undefined {
    const word = this.takeOneOf(['true', 'false'])
    return word === undefined ? undefined : word === 'true'
  }

  /** Reads elements between separators, each of which may be empty. */
  takeOptionals<T>(separator: string, takeElement: () => T | undefined): (T | undefined)[] {
    const elements: (T | undefined)[] = []
    do elements.push(takeElement())
    while (this.take(separator))
    return elements
  }

  /**
   * Reads one or more elements. A separator without a following element is not consumed. Returns undefined if there is
   * no element.
   */
  takeList<T>(separator: string, takeElement: () => T | undefined): T[] | undefined {
    const elements: T[] = []
    let end = this.position
    do {
      const element = takeElement()
      if (element === undefined) break
      elements.push(element)
      end = this.position
    } while (this.take(separator))
    this.position = end
    return elements.length > 0 ? elements : undefined
  }
}
