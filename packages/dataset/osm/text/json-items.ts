import { DOWNLOAD_AGAIN, GIVE_AN_EXTRACT, type UnreadableExtract } from '../unreadable-extract.ts'
import { type TextSource, unreadableText } from './text-source.ts'

/** An item of a requested list, or another value of the top-level object with its name as `list`. */
export interface JsonItem {
  readonly list: string
  readonly value: unknown
  /** Byte offset of its start. */
  readonly offset: number
}

/**
 * Yields the items of the top-level object's long lists one by one. Parsing a city at once would take a gigabyte, and a
 * JavaScript string cannot exceed half a gigabyte.
 */
export async function* readJsonItems(text: TextSource, lists: ReadonlySet<string>): AsyncGenerator<JsonItem> {
  const json = new JsonBytes(text)
  try {
    await json.skipByteOrderMark()
    await json.expect('{')
    if (!(await json.accept('}'))) yield* readMembers(json, lists)
    if ((await json.peek()) !== undefined) throw json.unreadable('there is more text after the end')
  } finally {
    await json.close()
  }
}

async function* readMembers(json: JsonBytes, lists: ReadonlySet<string>): AsyncGenerator<JsonItem> {
  do {
    const name = await json.name()
    await json.expect(':')
    if (lists.has(name) && (await json.accept('['))) yield* readList(json, name)
    else yield { list: name, ...(await json.value()) }
  } while (await json.accept(','))
  await json.expect('}')
}

async function* readList(json: JsonBytes, list: string): AsyncGenerator<JsonItem> {
  if (await json.accept(']')) return
  do yield { list, ...(await json.value()) }
  while (await json.accept(','))
  await json.expect(']')
}

/** An OSM element has at most 32,000 members. This is ten times the size of such a relation. */
const MAX_ITEM_BYTES = 64 * 1024 * 1024

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,')
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from('{}[]')

class JsonBytes {
  private readonly text: TextSource
  private readonly chunks: AsyncIterator<Uint8Array>
  private bytes: Buffer = Buffer.alloc(0)
  private position = 0
  /** Offset of `bytes` in the text. */
  private base = 0

  constructor(text: TextSource) {
    this.text = text
    this.chunks = text.chunks[Symbol.asyncIterator]()
  }

  async skipByteOrderMark(): Promise<void> {
    await this.peek()
    if (this.bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) this.position = 3
  }

  /** Closes the file when reading stops early, because the chunks are iterated manually. */
  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  /** Returns the next byte that is not whitespace, or undefined at the end. */
  async peek(): Promise<number | undefined> {
    for (;;) {
      while (isBlank(this.bytes[this.position])) this.position++
      if (this.position < this.bytes.length) return this.bytes[this.position]
      if (!(await this.fill())) return undefined
    }
  }

  async accept(character: string): Promise<boolean> {
    if ((await this.peek()) !== character.charCodeAt(0)) return false
    this.position++
    return true
  }

  async expect(character: string): Promise<void> {
    if (await this.accept(character)) return
    if ((await this.peek()) === undefined) throw this.ended()
    throw this.unreadable(`"${character}" was expected here`)
  }

  async name(): Promise<string> {
    if ((await this.peek()) !== QUOTE) throw this.unreadable('a name was expected here')
    const { value } = await this.value()
    return String(value)
  }

  async value(): Promise<{ value: unknown; offset: number }> {
    await this.peek()
    const end = await this.findEnd()
    const offset = this.base + this.position
    const source = this.bytes.toString('utf8', this.position, end)
    try {
      const value: unknown = JSON.parse(source)
      this.position = end
      return { value, offset }
    } catch (error) {
      throw this.unreadable(`the value that starts here is not valid JSON (${(error as Error).message})`)
    }
  }

  /** Only brackets and quotes determine where a value ends. The parser decides whether it is valid. */
  private async findEnd(): Promise<number> {
    let depth = 0
    let inString = false
    let escaped = false
    for (let length = 0; ; ) {
      const { bytes, position } = this
      for (; position + length < bytes.length; length++) {
        const byte = bytes[position + length]
        const closes = byte === CLOSE_OBJECT || byte === CLOSE_LIST
        if (inString) {
          if (escaped) escaped = false
          else if (byte === BACKSLASH) escaped = true
          else if (byte === QUOTE) {
            inString = false
            if (depth === 0) return position + length + 1
          }
        } else if (byte === QUOTE) inString = true
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++
        else if (depth > 0 && closes) {
          if (--depth === 0) return position + length + 1
        } else if (depth === 0 && (closes || byte === COMMA || isBlank(byte))) return position + length
      }
      if (length > MAX_ITEM_BYTES) throw this.unreadable('the value that starts here is too long for one element')
      if (!(await this.fill())) throw this.ended()
    }
  }

  /** Drops the consumed bytes and appends the next chunk. */
  private async fill(): Promise<boolean> {
    const next = await this.chunks.next()
    if (next.done) return false
    this.base += this.position
    this.bytes = Buffer.concat([this.bytes.subarray(this.position), next.value])
    this.position = 0
    return true
  }

  private ended(): UnreadableExtract {
    const end = this.base + this.bytes.length
    return unreadableText(this.text, end, `byte ${end}`, 'the text ends inside a list', DOWNLOAD_AGAIN)
  }

  unreadable(what: string): UnreadableExtract {
    const offset = this.base + this.position
    return unreadableText(this.text, offset, `byte ${offset}`, what, GIVE_AN_EXTRACT)
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
