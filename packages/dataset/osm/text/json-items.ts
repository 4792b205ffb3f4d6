import { DOWNLOAD_AGAIN, GIVE_AN_EXTRACT, type UnreadableExtract } from '../unreadable-extract.ts'
import { type TextSource, unreadableText } from './text-source.ts'

/** An item of one of the lists asked for, or (with its name as `list`) another value of the outermost object. */
export interface JsonItem {
  readonly list: string
  readonly value: unknown
  /** Where it begins, in bytes of the text. */
  readonly offset: number
}

/**
 * The items of the outermost object's long lists, one by one: parsed whole, a city would take a gigabyte, and a text
 * longer than half of one does not fit a JavaScript string at all.
 */
export async function* readJsonItems(text: TextSource, lists: ReadonlySet<string>): AsyncGenerator<JsonItem> {
  const json = new JsonBytes(text)
  try {
    await json.skipByteOrderMark()
    await json.expect('{')
    if (!(await json.accept('}'))) yield* readMembers(json, lists)
    if ((await json.peek()) !== undefined) throw json.unreadable('the text goes on after its end')
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

/** One element of OSM has at most 32,000 members; this is ten times what such a relation takes. */
const MOST_ITEM_BYTES = 64 * 1024 * 1024

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,')
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from('{}[]')

class JsonBytes {
  private readonly text: TextSource
  private readonly chunks: AsyncIterator<Uint8Array>
  private bytes: Buffer = Buffer.alloc(0)
  private position = 0
  /** Where in the text `bytes` begins. */
  private base = 0

  constructor(text: TextSource) {
    this.text = text
    this.chunks = text.chunks[Symbol.asyncIterator]()
  }

  async skipByteOrderMark(): Promise<void> {
    await this.peek()
    if (this.bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) this.position = 3
  }

  /** Nobody else closes the file when we stop early: the chunks are taken by hand. */
  async close(): Promise<void> {
    await this.chunks.return?.()
  }

  /** The next byte that is not white space; undefined at the end. */
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
      throw this.unreadable(`what begins here is not valid JSON (${(error as Error).message})`)
    }
  }

  /** Only brackets and quotes matter for where a value ends; whether it is one, the parser decides. */
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
      if (length > MOST_ITEM_BYTES) throw this.unreadable('what begins here is too long for one element')
      if (!(await this.fill())) throw this.ended()
    }
  }

  /** Drops what is read and appends the next chunk. */
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
    return unreadableText(this.text, end, `byte ${end}`, 'the text ends before its lists do', DOWNLOAD_AGAIN)
  }

  unreadable(what: string): UnreadableExtract {
    const offset = this.base + this.position
    return unreadableText(this.text, offset, `byte ${offset}`, what, GIVE_AN_EXTRACT)
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
