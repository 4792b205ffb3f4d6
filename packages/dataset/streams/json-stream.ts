import { GrowingBytes } from './growing-bytes.ts'

export interface JsonLimits {
  readonly maxValueBytes: number
  /** Maximum nesting depth. The parser needs more memory for every level. */
  readonly maxLevels: number
}

/** Creates the caller's error for a failure. Offsets are in bytes of the text. */
export interface JsonErrors {
  cutOff(endByte: number): Error
  broken(atByte: number, what: string): Error
  /** Creates an error for an unreadable value. If this method is missing, unreadable values are skipped. */
  unreadable?(atByte: number, fault: string): Error
}

export interface JsonValue {
  readonly offset: number
  readonly value: unknown
  /** The JSON text of the value. */
  readonly text: string
  /** Reason why the value cannot be read. Later values can still be read. */
  readonly fault: string | undefined
}

export interface JsonItem extends JsonValue {
  /** Name of the list that contains the item, or the name of another top-level value if `isMember` is true. */
  readonly list: string
  readonly isMember: boolean
}

/**
 * Yields the items in the lists of the top-level object one by one. Parsing a whole city at once would take a gigabyte,
 * and a JavaScript string cannot exceed half a gigabyte. Without limits, a hostile feed could use up all memory.
 */
export async function* readJsonItems(
  json: JsonStream,
  lists: ReadonlySet<string>,
  onMember?: (name: string, isList: boolean) => void,
): AsyncGenerator<JsonItem> {
  try {
    await json.skipByteOrderMark()
    await json.expect('{')
    if (!(await json.accept('}'))) {
      do {
        const listName = await json.readName()
        const isList = lists.has(listName) && (await json.accept('['))
        onMember?.(listName, isList)
        if (isList) yield* readList(json, listName)
        else yield json.toItem(await json.readValue(), listName, true)
      } while (await json.accept(','))
      await json.expect('}')
    }
    if ((await json.peek()) !== undefined) throw json.toSyntaxError('there is more text after the end')
  } finally {
    await json.close()
  }
}

async function* readList(json: JsonStream, list: string): AsyncGenerator<JsonItem> {
  if (await json.accept(']')) return
  do yield json.toItem(await json.readValue(), list, false)
  while (await json.accept(','))
  await json.expect(']')
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const [QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('"\\,:')
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from('{}[]')

/** Reads chunked JSON value by value. */
export class JsonStream {
  private readonly chunks: AsyncIterator<Uint8Array>
  private readonly limits: JsonLimits
  private readonly errors: JsonErrors
  private readonly bytes = new GrowingBytes()
  /** Number of bytes that have been dropped from `bytes`. */
  private consumedBytes = 0

  constructor(chunks: AsyncIterable<Uint8Array>, limits: JsonLimits, errors: JsonErrors) {
    this.chunks = chunks[Symbol.asyncIterator]()
    this.limits = limits
    this.errors = errors
  }

  /** Closes the chunk iterator. No loop closes it, because this class advances it manually. */
  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  async skipByteOrderMark(): Promise<void> {
    while (this.bytes.length < BYTE_ORDER_MARK.length && (await this.readChunk()));
    if (this.bytes.view(0, Math.min(3, this.bytes.length)).equals(BYTE_ORDER_MARK)) this.drop(BYTE_ORDER_MARK.length)
  }

  /** Returns the next byte that is not whitespace, or undefined at the end. */
  async peek(): Promise<number | undefined> {
    for (;;) {
      let blankCount = 0
      while (blankCount < this.bytes.length && isBlank(this.bytes.at(blankCount))) blankCount++
      this.drop(blankCount)
      if (this.bytes.length > 0) return this.bytes.at(0)
      if (!(await this.readChunk())) return undefined
    }
  }

  async accept(character: string): Promise<boolean> {
    if ((await this.peek()) !== character.charCodeAt(0)) return false
    this.drop(1)
    return true
  }

  async expect(character: string): Promise<void> {
    if (await this.accept(character)) return
    if (this.bytes.length === 0) throw this.errors.cutOff(this.consumedBytes)
    throw this.toSyntaxError(`"${character}" was expected`)
  }

  /** Reads the name of a member and its colon. */
  async readName(): Promise<string> {
    if ((await this.peek()) !== QUOTE) throw this.toSyntaxError('a name was expected')
    const name = await this.readValue()
    await this.expect(':')
    return name.fault === undefined ? String(name.value) : ''
  }

  /** Returns the next value. If a value is invalid but its end can be found, the value is returned with a `fault`. */
  async readValue(): Promise<JsonValue> {
    await this.peek()
    const { maxValueBytes, maxLevels } = this.limits
    const offset = this.consumedBytes
    const end = new ValueEnd()
    let length = 0
    let isTooLong = false
    for (;;) {
      length = end.find(this.bytes.view(), length)
      if (end.isFound) break
      if (length > maxValueBytes) {
        isTooLong = true
        this.drop(length)
        length = 0
      }
      if (!(await this.readChunk())) throw this.errors.cutOff(this.consumedBytes + this.bytes.length)
    }
    if (length === 0 && !isTooLong) throw this.toSyntaxError('a value was expected')
    const value =
      isTooLong || length > maxValueBytes
        ? toInvalidValue(offset, `it is too long; allowed: ${maxValueBytes} bytes`)
        : end.deepest > maxLevels
          ? toInvalidValue(offset, `it is nested ${end.deepest} levels deep; allowed: ${maxLevels}`)
          : parseValue(this.bytes.view(0, length).toString('utf8'), offset)
    this.drop(length)
    return value
  }

  toItem({ offset, value, text, fault }: JsonValue, list: string, isMember: boolean): JsonItem {
    const error = fault === undefined ? undefined : this.errors.unreadable?.(offset, fault)
    if (error) throw error
    return { offset, value, text, fault, list, isMember }
  }

  toSyntaxError(problem: string): Error {
    return this.errors.broken(this.consumedBytes, problem)
  }

  private drop(count: number): void {
    this.bytes.drop(count)
    this.consumedBytes += count
  }

  private async readChunk(): Promise<boolean> {
    const next = await this.chunks.next()
    if (next.done) return false
    this.bytes.append(next.value)
    return true
  }
}

/** Finds the end of a value using only brackets and quotes. The parser decides whether the value is valid. */
class ValueEnd {
  isFound = false
  deepest = 0
  private depth = 0
  private isInText = false
  private isEscaped = false

  /**
   * Continues the search at `start`. Returns the end of the value, or the offset at which to continue with the next
   * chunk.
   */
  find(bytes: Uint8Array, start: number): number {
    let { depth, deepest, isInText, isEscaped } = this
    let isFound = false
    let offset = start
    for (; offset < bytes.length && !isFound; offset++) {
      const byte = bytes[offset] ?? 0
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) {
          isInText = false
          isFound = depth === 0
        }
      } else if (byte === QUOTE) isInText = true
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) deepest = Math.max(deepest, ++depth)
      else if (depth > 0) {
        if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) isFound = --depth === 0
      } else if (endsPlainValue(byte)) {
        this.isFound = true
        return offset
      }
    }
    this.isFound = isFound
    this.depth = depth
    this.deepest = deepest
    this.isInText = isInText
    this.isEscaped = isEscaped
    return offset
  }
}

/** Returns whether a byte ends a number or word. Numbers and words have no closing character. */
function endsPlainValue(byte: number): boolean {
  return byte === COMMA || byte === COLON || byte === CLOSE_OBJECT || byte === CLOSE_LIST || isBlank(byte)
}

function parseValue(text: string, offset: number): JsonValue {
  try {
    return { offset, value: JSON.parse(text) as unknown, text, fault: undefined }
  } catch {
    return toInvalidValue(offset, 'it is not valid JSON')
  }
}

function toInvalidValue(offset: number, problemText: string): JsonValue {
  return { offset, value: undefined, text: '', fault: problemText }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
