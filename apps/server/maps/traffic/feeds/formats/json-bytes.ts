import { FeedBroken } from '../feed-failure.ts'
import { GrowingBytes } from './growing-bytes.ts'

/** A work zone with ten thousand points takes half a megabyte. */
export const MAX_VALUE_BYTES = 8 * 1024 * 1024
/** The deepest format has seven levels. The memory of the parser grows with every level. */
export const MAX_LEVELS = 32

export type JsonValue = { readonly value: unknown; readonly text: string } | { readonly fault: string }

const [QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('"\\,:')
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from('{}[]')

/** Reads chunked JSON value by value. */
export class JsonBytes {
  private readonly chunks: AsyncIterator<Uint8Array>
  private readonly bytes = new GrowingBytes()
  /** The number of bytes before those in `bytes`. */
  private dropped = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]()
  }

  /** The chunks are iterated manually, so stopping early must close the iterator. */
  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  /** Returns the next byte that is not whitespace, or undefined at the end. */
  async peek(): Promise<number | undefined> {
    for (;;) {
      let blanks = 0
      while (blanks < this.bytes.length && isBlank(this.bytes.at(blanks))) blanks++
      this.drop(blanks)
      if (this.bytes.length > 0) return this.bytes.at(0)
      if (!(await this.fill())) return undefined
    }
  }

  async isAtText(): Promise<boolean> {
    return (await this.peek()) === QUOTE
  }

  async accept(character: string): Promise<boolean> {
    if ((await this.peek()) !== character.charCodeAt(0)) return false
    this.drop(1)
    return true
  }

  async expect(character: string): Promise<void> {
    if (await this.accept(character)) return
    if (this.bytes.length === 0) throw new FeedBroken({ kind: 'cut-off' })
    throw this.broken(`"${character}" was expected`)
  }

  /** Returns the next value. An invalid value is reported as a fault as long as its end can be found. */
  async value(): Promise<JsonValue> {
    await this.peek()
    const end = new ValueEnd()
    let length = 0
    let isTooLong = false
    for (;;) {
      length = end.find(this.bytes.view(), length)
      if (end.isFound) break
      if (length > MAX_VALUE_BYTES) {
        isTooLong = true
        this.drop(length)
        length = 0
      }
      if (!(await this.fill())) throw new FeedBroken({ kind: 'cut-off' })
    }
    if (length === 0 && !isTooLong) throw this.broken('a value was expected')
    const value: JsonValue =
      isTooLong || length > MAX_VALUE_BYTES
        ? { fault: `it is too long; allowed: ${MAX_VALUE_BYTES} bytes` }
        : end.deepest > MAX_LEVELS
          ? { fault: `it is nested ${end.deepest} levels deep; allowed: ${MAX_LEVELS}` }
          : parse(this.bytes.view(0, length).toString('utf8'))
    this.drop(length)
    return value
  }

  broken(what: string): FeedBroken {
    return new FeedBroken({ kind: 'broken-json', atByte: this.dropped, what })
  }

  private drop(count: number): void {
    this.bytes.drop(count)
    this.dropped += count
  }

  private async fill(): Promise<boolean> {
    const next = await this.chunks.next()
    if (next.done) return false
    this.bytes.append(next.value)
    return true
  }
}

/** Only brackets and quotes determine where a value ends. The parser decides whether it is valid. */
class ValueEnd {
  isFound = false
  deepest = 0
  private depth = 0
  private isInText = false
  private isEscaped = false

  /** Continues from `start`. Returns the end of the value, or where to continue if it has not arrived. */
  find(bytes: Uint8Array, start: number): number {
    let { depth, deepest, isInText, isEscaped } = this
    let at = start
    for (; at < bytes.length && !this.isFound; at++) {
      const byte = bytes[at] ?? 0
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) {
          isInText = false
          this.isFound = depth === 0
        }
      } else if (byte === QUOTE) isInText = true
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) deepest = Math.max(deepest, ++depth)
      else if (depth > 0) {
        if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.isFound = --depth === 0
      } else if (endsPlainValue(byte)) {
        this.isFound = true
        return at
      }
    }
    Object.assign(this, { depth, deepest, isInText, isEscaped })
    return at
  }
}

/** Ends a number or word, which has no closing character. */
function endsPlainValue(byte: number): boolean {
  return byte === COMMA || byte === COLON || byte === CLOSE_OBJECT || byte === CLOSE_LIST || isBlank(byte)
}

function parse(text: string): JsonValue {
  try {
    return { value: JSON.parse(text) as unknown, text }
  } catch {
    return { fault: 'it is not valid JSON' }
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
