import { Worker } from 'node:worker_threads'
import type { Operation } from '../../../operations/define-operation.ts'
import { type Channel, openChannel } from '../../channel.ts'
import type { BodyThreadRequests, ParsedBody } from './body-requests.ts'
import { UnreadableBodyError } from './json-body.ts'
import type { BodySink, LargeBodyParser } from './read-json-bodies.ts'
import { setNotes } from './spellings.ts'
import { InvalidInputError, markChecked } from './validation.ts'

/** Maximum size of a body that this thread parses. Parsing a larger body here would delay other requests. */
export const MAX_INLINE_BODY_BYTES = 262_144

/** Parses and validates large bodies in a separate thread, which starts with the first large body. */
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
        const movableChunks = chunks.map(toMovable)
        const buffers = movableChunks.map(({ buffer }) => buffer)
        // If the thread ends, `parse` reports the error.
        channel.request('add', { id, chunks: movableChunks }, buffers).catch(() => undefined)
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
      // The thread probably ran out of memory. The next large body starts a new thread.
      throw new UnreadableBodyError({ kind: 'overloaded' })
    }
    if (parsed.kind === 'unreadable') throw new UnreadableBodyError(parsed.failure)
    if (parsed.kind === 'invalid') return markChecked({}, InvalidInputError.withReason(parsed.reason))
    const { value, notes } = parsed
    if (schema === undefined || typeof value !== 'object' || value === null) return value
    setNotes(value, notes)
    return markChecked(value)
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
 * Returns the bytes in a buffer that can be transferred. A transfer moves the whole buffer, so a chunk of a shared
 * buffer is copied.
 */
function toMovable(chunk: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = chunk
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(chunk)
}
