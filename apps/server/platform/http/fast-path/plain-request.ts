/** Head of a plain request, with lowercase header names. */
export interface RequestHead {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytes: number
}

/** Request whose head has arrived. */
export interface PlainRequest {
  readonly head: RequestHead
  /** Offset of the body. */
  readonly bodyStart: number
  /** Offset of the end of the body, which may not have arrived yet. */
  readonly bodyEnd: number
}

const HEAD_END = '\r\n\r\n'
const MAX_HEAD_BYTES = 16_384

/** Pattern of an HTTP/1.1 POST with unambiguous headers: printable ASCII and no spaces around names. */
const SIMPLE_HEAD_PATTERN = /^POST \/[\w/.-]* HTTP\/1\.1(?:\r\n[\w-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)*$/

/** Headers that the fast path does not support. */
const UNSUPPORTED_HEADERS = [
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'proxy-connection',
  'content-encoding',
] as const

/** Pattern of content lengths in their usual form. Node's own server handles other forms, such as `007`. */
const LENGTH_PATTERN = /^(?:0|[1-9]\d{0,9})$/

/**
 * Reads plain requests with a JSON body. Node's own server handles requests that are unusual or invalid, whose head is
 * incomplete, or that are followed by other data. The reader returns undefined for them. The reader is not an HTTP
 * parser: it only recognizes requests that are safe to handle.
 */
export class RequestReader {
  /** Parsed heads by their text. A client repeats the same head in every request, except for the body length. */
  private readonly headCache = new Map<string, RequestHead>()

  read(bytes: Buffer): PlainRequest | undefined {
    const requestText = bytes.toString('latin1', 0, MAX_HEAD_BYTES)
    const headEnd = requestText.indexOf(HEAD_END)
    if (headEnd < 0) return undefined
    const head = this.readHead(requestText.slice(0, headEnd))
    if (!head) return undefined
    const bodyStart = headEnd + HEAD_END.length
    const bodyEnd = bodyStart + head.bodyBytes
    return bytes.length > bodyEnd ? undefined : { head, bodyStart, bodyEnd }
  }

  private readHead(headText: string): RequestHead | undefined {
    const cached = this.headCache.get(headText)
    if (cached) return cached
    const head = parseHead(headText)
    if (!head) return undefined
    if (this.headCache.size === MAX_CACHED_HEADS) this.headCache.clear()
    this.headCache.set(headText, head)
    return head
  }
}

const MAX_CACHED_HEADS = 200

function parseHead(head: string): RequestHead | undefined {
  if (!SIMPLE_HEAD_PATTERN.test(head)) return undefined
  const lineEnd = head.indexOf('\r\n')
  if (lineEnd < 0) return undefined
  const headers = parseHeaders(head, lineEnd)
  const length = headers?.['content-length']
  if (!headers || length === undefined || !LENGTH_PATTERN.test(length) || !hasOnlySimpleHeaders(headers))
    return undefined
  return { path: head.slice('POST '.length, lineEnd - ' HTTP/1.1'.length), headers, bodyBytes: Number(length) }
}

/** Returns the headers. Returns undefined if a header is repeated, because its meaning then depends on its name. */
function parseHeaders(head: string, firstLineEnd: number): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null)
  for (let end = firstLineEnd; end < head.length; ) {
    const lineStart = end + 2
    const colon = head.indexOf(':', lineStart)
    end = head.indexOf('\r\n', colon)
    if (end < 0) end = head.length
    const name = head.slice(lineStart, colon).toLowerCase()
    if (name in headers) return undefined
    headers[name] = head.slice(head[colon + 1] === ' ' ? colon + 2 : colon + 1, end)
  }
  return headers
}

function hasOnlySimpleHeaders(headers: RequestHead['headers']): boolean {
  if (headers.host === undefined) return false
  const { connection } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false
  if (UNSUPPORTED_HEADERS.some((name) => name in headers)) return false
  return isJsonType(headers['content-type'])
}

function isJsonType(type: string | undefined): boolean {
  if (type === 'application/json') return true
  return type !== undefined && /^application\/json(?:; ?charset=utf-8)?$/i.test(type)
}
