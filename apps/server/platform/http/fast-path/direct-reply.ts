import { Readable } from 'node:stream'
import type { HttpReply } from '../body/exchange.ts'
import type { RunnableOperation } from '../run-operation.ts'
import type { Connection } from './connection.ts'
import type { DirectRequest } from './direct-request.ts'

export class DirectReply implements HttpReply {
  readonly copiesBody = true
  readonly request: DirectRequest
  statusCode = 200
  private isSent = false
  private headers = ''
  private contentType = 'application/json; charset=utf-8'
  private readonly startedAt = performance.now()
  private readonly runnable: RunnableOperation
  private readonly connection: Pick<Connection, 'reply'>

  constructor(runnable: RunnableOperation, request: DirectRequest, connection: Pick<Connection, 'reply'>) {
    this.runnable = runnable
    this.request = request
    this.connection = connection
  }

  get elapsedTime(): number {
    return performance.now() - this.startedAt
  }

  /** Adds a header without escaping it, because the framework provides all names and values. */
  header(name: string, value: string | number): this {
    this.headers += `${name}: ${value}\r\n`
    return this
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
    this.runnable.finish(this.request, this)
    return this
  }

  private sendStream(stream: Readable): this {
    this.runnable.steps.finishReply(this.request, this, stream)
    stream.once('close', () => this.runnable.finish(this.request, this))
    this.reply(stream)
    return this
  }

  private reply(body: string | Uint8Array | Readable): void {
    const headers = `content-type: ${this.contentType}\r\n${this.headers}`
    // The flag is set last, so that an error reply can still be sent if the steps before fail.
    this.isSent = true
    this.connection.reply({ status: this.statusCode, headers, body })
  }
}

function isSerialized(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}
