/** Head of a plain request, with lowercase header names. */
export interface RequestHead extends HeaderFields {
  readonly method: 'GET' | 'POST'
  /** Path and query string as the client sent them. */
  readonly url: string
  readonly path: string
  /** Query string without the question mark. Undefined if the request has none. */
  readonly query: string | undefined
}

interface HeaderFields {
  readonly headers: Readonly<Record<string, string>>
  /** Length of the body. Undefined if the request has none. */
  readonly bodyBytes: number | undefined
}

/** Request whose head has arrived. */
export interface PlainRequest {
  readonly head: RequestHead
  /** Offset of the body. */
  readonly bodyStart: number
  /** Offset of the end of the body, which may not have arrived yet. The next request may follow. */
  readonly bodyEnd: number
}

const HEAD_END = '\r\n\r\n'
const MAX_HEAD_BYTES = 16_384

/**
 * Pattern of the first line of a request. No character of the path has a second spelling. Escapes in the query are
 * printable ASCII characters, which all parsers decode in the same way.
 */
const REQUEST_LINE_PATTERN =
  /^(GET|POST) ((\/[\w/.,;:()-]*)(?:\?((?:[\w/.,;:()=&+~!*-]|%[2-7][0-9A-Fa-f])*))?) HTTP\/1\.1$/

/** Pattern of unambiguous header lines: printable ASCII and no spaces around names. */
const SIMPLE_HEADERS_PATTERN = /^(?:\r\n[\w-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)*$/

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
 * Reads plain requests: GET without a body, and POST with a JSON body. Node's own server handles requests that are
 * unusual or invalid, or whose head is incomplete. The reader returns undefined for them. The reader is not an HTTP
 * parser: it only recognizes requests that are safe to handle.
 */
export class RequestReader {
  /** Parsed headers by their text. A client repeats the same headers in every request, except for the body length. */
  private readonly headersCache = new Map<string, HeaderFields>()

  read(bytes: Buffer): PlainRequest | undefined {
    const requestText = bytes.toString('latin1', 0, MAX_HEAD_BYTES)
    const headEnd = requestText.indexOf(HEAD_END)
    if (headEnd < 0) return undefined
    const lineEnd = requestText.indexOf('\r\n')
    const [, method, url, path, query] = REQUEST_LINE_PATTERN.exec(requestText.slice(0, lineEnd)) ?? []
    if ((method !== 'GET' && method !== 'POST') || url === undefined || path === undefined) return undefined
    const fields = this.readHeaders(requestText.slice(lineEnd, headEnd))
    if (!fields || (method === 'POST') !== (fields.bodyBytes !== undefined)) return undefined
    const { headers, bodyBytes } = fields
    if (method === 'POST' && !isJsonType(headers['content-type'])) return undefined
    const bodyStart = headEnd + HEAD_END.length
    const bodyEnd = bodyStart + (bodyBytes ?? 0)
    return { head: { method, url, path, query, headers, bodyBytes }, bodyStart, bodyEnd }
  }

  private readHeaders(headersText: string): HeaderFields | undefined {
    const cached = this.headersCache.get(headersText)
    if (cached) return cached
    const fields = parseFields(headersText)
    if (!fields) return undefined
    if (this.headersCache.size === MAX_CACHED_HEADERS) this.headersCache.clear()
    this.headersCache.set(headersText, fields)
    return fields
  }
}

const MAX_CACHED_HEADERS = 200

function parseFields(headersText: string): HeaderFields | undefined {
  if (!SIMPLE_HEADERS_PATTERN.test(headersText)) return undefined
  const headers = parseHeaders(headersText)
  const length = headers?.['content-length']
  if (!headers || !hasOnlySimpleHeaders(headers)) return undefined
  if (length === undefined) return { headers, bodyBytes: undefined }
  return LENGTH_PATTERN.test(length) ? { headers, bodyBytes: Number(length) } : undefined
}

/** Returns the headers. Returns undefined if a header is repeated, because its meaning then depends on its name. */
function parseHeaders(lines: string): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null)
  for (let end = 0; end < lines.length; ) {
    const lineStart = end + 2
    const colon = lines.indexOf(':', lineStart)
    end = lines.indexOf('\r\n', colon)
    if (end < 0) end = lines.length
    const name = lines.slice(lineStart, colon).toLowerCase()
    if (name in headers) return undefined
    headers[name] = lines.slice(lines[colon + 1] === ' ' ? colon + 2 : colon + 1, end)
  }
  return headers
}

function hasOnlySimpleHeaders(headers: RequestHead['headers']): boolean {
  if (headers.host === undefined) return false
  const { connection } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false
  return !UNSUPPORTED_HEADERS.some((name) => name in headers)
}

function isJsonType(type: string | undefined): boolean {
  if (type === 'application/json') return true
  return type !== undefined && /^application\/json(?:; ?charset=utf-8)?$/i.test(type)
}
