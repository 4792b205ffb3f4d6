import { Worker } from 'node:worker_threads'
import type { Operation } from '../../../operations/define-operation.ts'
import { type Channel, openChannel } from '../../channel.ts'
import type { BodyThreadRequests, ParsedBody } from './body-requests.ts'
import { UnreadableBodyError } from './json-body.ts'
import type { BodySink, LargeBodyParser } from './read-json-bodies.ts'
import { InvalidInputError, markChecked } from './validation.ts'

/** Larger bodies are parsed in another thread, because parsing them here would delay other requests. */
const MAX_INLINE_BODY_BYTES = 262_144

/** Parses and checks large bodies in a thread that is started for the first of them. */
export class LargeBodies implements LargeBodyParser {
  readonly maxInlineBytes = MAX_INLINE_BODY_BYTES
  private thread: { readonly worker: Worker; readonly channel: Channel<BodyThreadRequests> } | undefined
  private readonly schemas = new WeakMap<Operation, string>()
  private lastId = 0

  open(operation: Operation | null): BodySink {
    const id = ++this.lastId
    const { channel } = this.startThread()
    return {
      add: (chunks) => {
        const moved = chunks.map(toMovable)
        const buffers = moved.map(({ buffer }) => buffer)
        // If the thread ends, parsing fails too.
        channel.request('add', { id, chunks: moved }, buffers).catch(() => undefined)
      },
      parse: () => this.parse(channel, id, operation),
      drop: () => void channel.request('drop', id).catch(() => undefined),
    }
  }

  async close(): Promise<void> {
    await this.thread?.worker.terminate()
  }

  private async parse(channel: Channel<BodyThreadRequests>, id: number, operation: Operation | null): Promise<unknown> {
    const schema = operation ? this.getSchema(operation) : undefined
    let parsed: ParsedBody
    try {
      parsed = await channel.request('parse', { id, schema, tables: operation?.packedTables ?? [] })
    } catch {
      // The thread has ended, most likely because it ran out of memory. Another one is started for the next body.
      throw new UnreadableBodyError({ kind: 'overloaded' })
    }
    if (parsed.kind === 'unreadable') throw new UnreadableBodyError(parsed.failure)
    if (parsed.kind === 'invalid') return markChecked({}, InvalidInputError.withReason(parsed.reason))
    const { value } = parsed
    return schema !== undefined && typeof value === 'object' && value !== null ? markChecked(value) : value
  }

  private getSchema(operation: Operation): string | undefined {
    const schema = operation.looseBody ?? operation.body
    if (!schema) return undefined
    const json = this.schemas.get(operation) ?? JSON.stringify(schema)
    this.schemas.set(operation, json)
    return json
  }

  private startThread(): NonNullable<LargeBodies['thread']> {
    if (this.thread) return this.thread
    const worker = new Worker(new URL('./body-thread.ts', import.meta.url), { name: 'bodies' })
    worker.unref()
    const channel = openChannel<Record<string, never>, BodyThreadRequests>(worker, {})
    const thread = { worker, channel }
    // Without a listener, an error in the thread would end the process.
    worker.once('error', () => undefined)
    worker.once('exit', () => {
      channel.close(new Error('the body thread has exited'))
      if (this.thread === thread) this.thread = undefined
    })
    this.thread = thread
    return thread
  }
}

/**
 * The same bytes in a separate buffer, because buffers are moved as a whole. Most chunks already have their own buffer.
 */
function toMovable(chunk: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = chunk
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(chunk)
}
