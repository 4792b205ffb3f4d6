/** The head of a plain request, headers by their names in small letters. */
export interface PlainHead {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** A request that arrived in one piece. */
export interface WholeRequest {
  readonly head: PlainHead
  /** Where the body begins; it goes to the end of the piece. */
  readonly bodyStart: number
}

const HEAD_END = '\r\n\r\n'
const MAX_HEAD_BYTES = 16_384

/** A POST of HTTP/1.1 with headers that nobody could read in two ways: printable ASCII, no spaces around names. */
const PLAIN_HEAD = /^POST \/[\w/.-]* HTTP\/1\.1(?:\r\n[\w-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)*$/

/** With one of these a request is more than its headers and its body. */
const SPECIAL = [
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'proxy-connection',
  'content-encoding',
] as const

/**
 * Reads a plain request with a JSON body, or says undefined: to whatever is unusual, incomplete or wrong, Node's own
 * server knows the answer. So this need not understand HTTP, only recognize what it surely understands.
 */
export class RequestReader {
  /** Heads by their text: a client says the same in every request but for the length of its body. */
  private readonly known = new Map<string, PlainHead>()

  read(bytes: Buffer): WholeRequest | undefined {
    const text = bytes.toString('latin1', 0, MAX_HEAD_BYTES)
    const headEnd = text.indexOf(HEAD_END)
    if (headEnd < 0) return undefined
    const head = this.readHead(text.slice(0, headEnd))
    const bodyStart = headEnd + HEAD_END.length
    if (head?.headers['content-length'] !== String(bytes.length - bodyStart)) return undefined
    return { head, bodyStart }
  }

  private readHead(text: string): PlainHead | undefined {
    const known = this.known.get(text)
    if (known) return known
    const head = readPlainHead(text)
    if (!head) return undefined
    if (this.known.size === MAX_KNOWN) this.known.clear()
    this.known.set(text, head)
    return head
  }
}

const MAX_KNOWN = 200

function readPlainHead(head: string): PlainHead | undefined {
  if (!PLAIN_HEAD.test(head)) return undefined
  const lineEnd = head.indexOf('\r\n')
  if (lineEnd < 0) return undefined
  const headers = readHeaders(head, lineEnd)
  if (!headers || !isPlain(headers)) return undefined
  return { path: head.slice('POST '.length, lineEnd - ' HTTP/1.1'.length), headers }
}

/** Undefined if a header is given twice: what that means depends on the header. */
function readHeaders(head: string, firstLineEnd: number): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null)
  for (let end = firstLineEnd; end < head.length; ) {
    const begin = end + 2
    const colon = head.indexOf(':', begin)
    end = head.indexOf('\r\n', colon)
    if (end < 0) end = head.length
    const name = head.slice(begin, colon).toLowerCase()
    if (name in headers) return undefined
    headers[name] = head.slice(head[colon + 1] === ' ' ? colon + 2 : colon + 1, end)
  }
  return headers
}

function isPlain(headers: PlainHead['headers']): boolean {
  if (headers.host === undefined) return false
  const { connection } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false
  if (SPECIAL.some((name) => name in headers)) return false
  return isJson(headers['content-type'])
}

function isJson(type: string | undefined): boolean {
  if (type === 'application/json') return true
  return type !== undefined && /^application\/json(?:; ?charset=utf-8)?$/i.test(type)
}
