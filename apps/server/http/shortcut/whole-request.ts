/** A request that arrived in one piece, headers by their names in small letters. */
export interface WholeRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Where the body begins; it goes to the end of the piece. */
  readonly bodyStart: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const MAX_HEAD_BYTES = 16_384

/** A POST of HTTP/1.1 with headers that nobody could read in two ways: printable ASCII, no spaces around names. */
const PLAIN_HEAD = /^POST \/[\w/.-]* HTTP\/1\.1(?:\r\n[\w-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)*$/

/** With one of these a request is more than its headers and its body. */
const SPECIAL = ['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te'] as const

/**
 * Reads a plain request with a JSON body, or says undefined: to whatever is unusual, incomplete or wrong, Node's own
 * server knows the answer. So this need not understand HTTP, only recognize what it surely understands.
 */
export function readWholeRequest(bytes: Buffer): WholeRequest | undefined {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0 || headEnd > MAX_HEAD_BYTES) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  if (!PLAIN_HEAD.test(head)) return undefined
  const lineEnd = head.indexOf('\r\n')
  if (lineEnd < 0) return undefined
  const headers = readHeaders(head, lineEnd)
  const bodyStart = headEnd + HEAD_END.length
  if (!headers || !isPlain(headers, bytes.length - bodyStart)) return undefined
  return { path: head.slice('POST '.length, lineEnd - ' HTTP/1.1'.length), headers, bodyStart }
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

function isPlain(headers: Readonly<Record<string, string>>, bodyBytes: number): boolean {
  if (headers.host === undefined || headers['content-length'] !== String(bodyBytes)) return false
  const { connection } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false
  if (SPECIAL.some((name) => name in headers)) return false
  return isJson(headers['content-type'])
}

function isJson(type: string | undefined): boolean {
  if (type === 'application/json') return true
  return type !== undefined && /^application\/json(?:; ?charset=utf-8)?$/i.test(type)
}
