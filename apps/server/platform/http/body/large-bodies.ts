import { Worker } from 'node:worker_threads'
import type { Operation } from '../../../operations/define-operation.ts'
import { type Channel, openChannel } from '../../channel.ts'
import type { BodyThreadRequests, ParsedBody } from './body-requests.ts'
import { UnreadableBodyError } from './json-body.ts'
import type { LargeBodyParser } from './read-json-bodies.ts'
import { InvalidInputError, markChecked } from './validation.ts'

/** Larger bodies are parsed in another thread, because parsing them here would delay other requests. */
const MAX_INLINE_BODY_BYTES = 262_144

/** Parses and checks large bodies in a thread that starts with the first of them. */
export class LargeBodies implements LargeBodyParser {
  readonly maxInlineBytes = MAX_INLINE_BODY_BYTES
  private thread: { readonly worker: Worker; readonly channel: Channel<BodyThreadRequests> } | undefined
  private readonly schemas = new WeakMap<Operation, string>()

  /** Resolves with the body, which need not be checked again. The bytes are moved to the thread. */
  async parse(bytes: Uint8Array<ArrayBuffer>, operation: Operation | null): Promise<unknown> {
    const schema = operation ? this.getSchema(operation) : undefined
    const { channel } = this.startThread()
    let parsed: ParsedBody
    try {
      const body = { bytes, schema, tables: operation?.packedTables ?? [] }
      parsed = await channel.request('parse', body, [bytes.buffer])
    } catch {
      // The thread ended, most likely because it ran out of memory. Another one starts with the next body.
      throw new UnreadableBodyError({ kind: 'overloaded' })
    }
    if (parsed.kind === 'unreadable') throw new UnreadableBodyError(parsed.failure)
    if (parsed.kind === 'invalid') return markChecked({}, InvalidInputError.withReason(parsed.reason))
    const { value } = parsed
    return schema !== undefined && typeof value === 'object' && value !== null ? markChecked(value) : value
  }

  async close(): Promise<void> {
    await this.thread?.worker.terminate()
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
