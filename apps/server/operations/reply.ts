import type { Readable } from 'node:stream'
import { ERROR_CODE_HEADER, type Problem } from '../platform/http/problem.ts'

/** Destination of a reply: Fastify, the socket of the fast path, or a caller inside the process. */
export interface ReplySink {
  header(name: string, value: string | number): unknown
  code(status: number): unknown
  type(contentType: string): unknown
  send(body: unknown): unknown
  /** Set if `send` copies the body before it returns. */
  readonly copiesBody?: true
  /** Set if `send` does not accept streams. */
  readonly needsWholeBody?: true
  /** Receives the source of a reply instead of its content. Defined only if a caller inside the process can use it. */
  readonly sendSource?: ((source: object) => void) | undefined
}

/** Content type and headers of a reply. The default type is JSON. */
export interface ReplyHead {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

const JSON_TYPE = 'application/json; charset=utf-8'
const EMPTY_HEAD: ReplyHead = {}

/**
 * Successful reply of an operation, with status 200. Failures come from a problem table or from `forwardProblem`. `T`
 * is the type of the JSON body where the compiler can check it.
 */
export abstract class Reply<out T = unknown> {
  declare protected readonly value: T
  protected readonly head: ReplyHead

  constructor(head: ReplyHead) {
    this.head = head
  }

  /** Sends the reply to a sink. Call this method only once. */
  abstract sendTo(sink: ReplySink): void

  protected sendHead(sink: ReplySink): void {
    const { headers } = this.head
    if (headers !== undefined) for (const name in headers) sink.header(name, headers[name] ?? '')
  }
}

class JsonReply<out T> extends Reply<T> {
  private readonly body: T

  constructor(body: T, head: ReplyHead) {
    super(head)
    this.body = body
  }

  sendTo(sink: ReplySink): void {
    this.sendHead(sink)
    sink.send(this.body)
  }
}

class SerializedReply extends Reply<never> {
  private readonly content: string | (() => string | Uint8Array)
  private readonly source: object | undefined

  constructor(write: SerializedReply['content'], head: ReplyHead, source: object | undefined) {
    super(head)
    this.content = write
    this.source = source
  }

  sendTo(sink: ReplySink): void {
    if (this.source && sink.sendSource) return sink.sendSource(this.source)
    this.sendHead(sink)
    sink.type(this.head.type ?? JSON_TYPE)
    const body = typeof this.content === 'string' ? this.content : this.content()
    sink.send(sink.copiesBody || typeof body === 'string' ? body : Buffer.from(body))
  }
}

/** Body that is generated while it is sent. Sinks that do not accept streams read it in one piece. */
export interface StreamedBody {
  stream(): Readable
  whole?(): string | Uint8Array
}

class StreamedReply extends Reply<never> {
  private readonly body: StreamedBody

  constructor(body: StreamedBody, head: ReplyHead) {
    super(head)
    this.body = body
  }

  sendTo(sink: ReplySink): void {
    this.sendHead(sink)
    sink.type(this.head.type ?? JSON_TYPE)
    sink.send(sink.needsWholeBody && this.body.whole ? this.body.whole() : this.body.stream())
  }
}

export function jsonReply<T>(value: T, head: ReplyHead = EMPTY_HEAD): Reply<T> {
  return new JsonReply(value, head)
}

/**
 * Creates a reply with serialized content. A function writes the content when the reply is sent, so the next reply can
 * reuse its memory. The source is the object that the function writes. A caller inside the process can use it directly.
 */
export function serializedReply(
  content: string | (() => string | Uint8Array),
  head: ReplyHead = EMPTY_HEAD,
  source?: object,
): Reply<never> {
  return new SerializedReply(content, head, source)
}

export function streamedReply(body: StreamedBody, head: ReplyHead = EMPTY_HEAD): Reply<never> {
  return new StreamedReply(body, head)
}

class ForwardedProblem extends Reply<never> {
  private readonly problem: Problem

  constructor(problem: Problem) {
    super(EMPTY_HEAD)
    this.problem = problem
  }

  sendTo(sink: ReplySink): void {
    const { status, code, body, retryAfterSeconds } = this.problem
    sink.code(status)
    sink.header(ERROR_CODE_HEADER, code)
    if (retryAfterSeconds !== undefined) sink.header('retry-after', String(retryAfterSeconds))
    sink.type(JSON_TYPE)
    sink.send(JSON.stringify(body))
  }
}

/** Reply in the format of another provider. A failure can also have this format. */
export interface ForeignReply {
  readonly status: number
  /**
   * Body that is sent as JSON, or unchanged if `type` is set. A function writes the JSON when the reply is sent, and the
   * bytes are valid until the next reply is written.
   */
  readonly body: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

class SentForeignReply extends Reply<never> {
  private readonly reply: ForeignReply

  constructor(reply: ForeignReply) {
    super(reply.headers ? { headers: reply.headers } : EMPTY_HEAD)
    this.reply = reply
  }

  sendTo(sink: ReplySink): void {
    const { status, body, type } = this.reply
    sink.code(status)
    this.sendHead(sink)
    sink.type(type ?? JSON_TYPE)
    if (typeof body === 'function') {
      const bytes = body() as Uint8Array
      sink.send(sink.copiesBody ? bytes : Buffer.from(bytes))
    } else sink.send(type === undefined ? JSON.stringify(body) : String(body))
  }
}

/** Creates a reply with any status. The meter releases the reserved units if the status is an error. */
export function foreignReply(reply: ForeignReply): Reply<never> {
  return new SentForeignReply(reply)
}

/** Forwards the failure of another operation that was called in this process. */
export function forwardProblem(problem: Problem): Reply<never> {
  return new ForwardedProblem(problem)
}

/** Reply of another node, whose body arrives while it is sent. */
export interface RelayedBody {
  readonly stream: Readable
  /** Problem to send if the body is interrupted before any part of it was sent. */
  readonly problem: Problem
}

class RelayedReply extends Reply<never> {
  private readonly body: RelayedBody

  constructor(body: RelayedBody, head: ReplyHead) {
    super(head)
    this.body = body
  }

  sendTo(sink: ReplySink): void {
    const { stream, problem } = this.body
    if (!sink.needsWholeBody) {
      this.sendHead(sink)
      sink.type(this.head.type ?? JSON_TYPE)
      sink.send(stream)
      return
    }
    const sendWhole = (bytes: Buffer): void => {
      this.sendHead(sink)
      sink.type(this.head.type ?? JSON_TYPE)
      sink.send(bytes)
    }
    readWhole(stream).then(sendWhole, () => forwardProblem(problem).sendTo(sink))
  }
}

/** Creates a reply from the reply of another node. A sink that does not accept streams waits for the whole body. */
export function relayedReply(body: RelayedBody, head: ReplyHead): Reply<never> {
  return new RelayedReply(body, head)
}

/** Reads a stream to its end. */
export async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
