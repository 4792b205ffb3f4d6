/** The head of a plain request, with lowercase header names. */
export interface PlainHead {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** A request that arrived in one chunk. */
export interface WholeRequest {
  readonly head: PlainHead
  /** Start of the body, which extends to the end of the chunk. */
  readonly bodyStart: number
}

const HEAD_END = '\r\n\r\n'
const MAX_HEAD_BYTES = 16_384

/** An HTTP/1.1 POST with unambiguous headers: printable ASCII, no spaces around names. */
const PLAIN_HEAD = /^POST \/[\w/.-]* HTTP\/1\.1(?:\r\n[\w-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)*$/

/** Headers that need more than reading the head and the body. */
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
 * Reads a plain request with a JSON body. Returns undefined for anything unusual, incomplete or invalid, which Node's
 * own server handles. It therefore does not implement HTTP, but only recognizes what it can handle safely.
 */
export class RequestReader {
  /** Parsed heads by their text: a client repeats the same head in every request, except for the body length. */
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

/** Returns undefined for a repeated header, whose meaning depends on the header. */
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
