import { Readable } from 'node:stream'
import type { HttpReply } from '../body/exchange.ts'
import { chooseEncoding, type ReplyEncoding } from '../compression/choose-encoding.ts'
import {
  canCompressNow,
  compressLater,
  compressNow,
  compressStream,
  isCompressibleType,
  MAX_UNCOMPRESSED_BYTES,
} from '../compression/compress.ts'
import { ERROR_CODE_HEADER } from '../problem.ts'
import type { RunnableOperation } from '../run-operation.ts'
import type { Connection } from './connection.ts'
import type { DirectRequest } from './direct-request.ts'

/** Headers that a reply may contain several times. */
const REPEATABLE_HEADERS: ReadonlySet<string> = new Set(['set-cookie', 'vary'])

export class DirectReply implements HttpReply {
  readonly copiesBody = true
  readonly request: DirectRequest
  statusCode = 200
  private isSent = false
  private isEncoded = false
  private isFailure = false
  private headers = ''
  private contentType = 'application/json; charset=utf-8'
  private readonly startedAt = performance.now()
  private readonly runnable: RunnableOperation
  private readonly connection: Pick<Connection, 'reply'>
  private readonly compresses: boolean

  constructor(
    runnable: RunnableOperation,
    request: DirectRequest,
    connection: Pick<Connection, 'reply'>,
    compresses: boolean,
  ) {
    this.runnable = runnable
    this.request = request
    this.connection = connection
    this.compresses = compresses
  }

  get elapsedTime(): number {
    return performance.now() - this.startedAt
  }

  /** Adds a header without escaping it, because the framework provides all names, in lowercase, and all values. */
  header(name: string, value: string | number): this {
    this.headers += `${name}: ${value}\r\n`
    if (name === 'content-encoding') this.isEncoded = true
    else if (name === ERROR_CODE_HEADER) this.isFailure = true
    return this
  }

  hasHeader(name: string): boolean {
    return `\r\n${this.headers}`.includes(`\r\n${name}: `)
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  type(contentType: string): this {
    this.contentType = contentType
    return this
  }

  send(payload: unknown): this {
    // Only the first reply can be sent.
    if (this.isSent) return this
    if (payload instanceof Readable) return this.sendStream(payload)
    const serializedBody = isSerialized(payload) ? payload : JSON.stringify(payload)
    if (serializedBody === undefined) throw new Error('the handler returned no reply')
    const body = this.runnable.steps.finishReply(this.request, this, serializedBody)
    if (!isSerialized(body)) throw new Error('the reply was not written')
    this.reply(body)
    return this
  }

  private sendStream(stream: Readable): this {
    this.runnable.steps.finishReply(this.request, this, stream)
    stream.once('close', () => this.runnable.finish(this.request, this))
    const encoding = this.negotiateEncoding()
    this.write(encoding ? compressStream(stream, encoding) : stream)
    return this
  }

  private reply(body: string | Uint8Array): void {
    const encoding = body.length > MAX_UNCOMPRESSED_BYTES ? this.negotiateEncoding() : undefined
    if (!encoding || canCompressNow(body)) {
      this.write(encoding ? compressNow(body, encoding) : body)
      this.runnable.finish(this.request, this)
      return
    }
    this.isSent = true
    compressLater(body, encoding)
      .then((compressedBody) => {
        this.write(compressedBody)
        this.runnable.finish(this.request, this)
      })
      .catch(() => this.request.abandon())
  }

  /** Returns the encoding in which the reply is sent, and adds its headers. */
  private negotiateEncoding(): ReplyEncoding | undefined {
    if (!this.compresses || this.isEncoded || !isCompressibleType(this.contentType)) return undefined
    this.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(this.request.headers['accept-encoding']?.toString())
    if (encoding) this.header('content-encoding', encoding)
    return encoding
  }

  private write(body: string | Uint8Array | Readable): void {
    // Only a failure sets headers again that a step has already set, such as those of the exceeded rate limit.
    const headerLines = this.isFailure ? removeReplacedHeaders(this.headers) : this.headers
    const headers = `content-type: ${this.contentType}\r\n${headerLines}`
    // The flag is set last, so that an error reply can still be sent if the steps before fail.
    this.isSent = true
    this.connection.reply({ status: this.statusCode, headers, body })
  }
}

function isSerialized(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}

/** Removes all but the last line of each header, except for headers that may be repeated. */
function removeReplacedHeaders(headers: string): string {
  const lineByName = new Map<string, string>()
  for (const line of headers.split('\r\n')) {
    const name = line.slice(0, line.indexOf(':'))
    if (line !== '') lineByName.set(REPEATABLE_HEADERS.has(name) ? line : name, line)
  }
  return [...lineByName.values()].map((line) => `${line}\r\n`).join('')
}
