import { Worker } from 'node:worker_threads'
import type { OsmBlock } from '../block.ts'
import { UnreadableExtract } from '../unreadable-extract.ts'
import { type DecodeReply, type DecodeRequest, toDecodeError } from './decode-message.ts'
import type { PbfBlob } from './pbf.ts'

/**
 * Maximum number of pending blobs per thread. Two blobs keep every thread busy while the reader emits a block, without
 * using much memory.
 */
const IN_FLIGHT_PER_THREAD = 2

/**
 * Decodes blobs in threads and yields their blocks in file order. The threads end when the generator ends, even after
 * an error or when the caller stops early. The bytes of each blob are transferred to a thread, so the caller can no
 * longer use them.
 */
export async function* decodeInThreads(
  file: string,
  blobs: AsyncIterable<PbfBlob>,
  threadCount: number,
  withVersions = false,
): AsyncGenerator<OsmBlock> {
  const decoders = Array.from({ length: threadCount }, () => new DecodeThread(file, withVersions))
  // Queue replies instead of blocks, because a promise that is rejected before it is awaited ends the process.
  const inFlight: Promise<DecodeReply>[] = []
  try {
    let blobIndex = 0
    for await (const blob of blobs) {
      inFlight.push(decoders[blobIndex++ % threadCount].decode(blob))
      if (inFlight.length === threadCount * IN_FLIGHT_PER_THREAD) yield* getBlock(file, await inFlight.shift())
    }
    for (const reply of inFlight) yield* getBlock(file, await reply)
  } finally {
    await Promise.all(decoders.map((decoder) => decoder.stop()))
  }
}

function* getBlock(file: string, reply: DecodeReply | undefined): Generator<OsmBlock> {
  if (!reply) return
  if ('error' in reply) {
    throw new UnreadableExtract(file, reply.error.offset, reply.error.problem, reply.error.remedy)
  }
  if (reply.block) yield reply.block
}

interface PendingBlob {
  readonly offset: number
  readonly settle: (answer: DecodeReply) => void
}

/** A decoding thread that replies in request order. */
class DecodeThread {
  private readonly file: string
  private readonly withVersions: boolean
  private readonly worker = new Worker(new URL('./decode-worker.ts', import.meta.url))
  private readonly pendingBlobs: PendingBlob[] = []
  private failure: unknown

  constructor(file: string, withVersions: boolean) {
    this.file = file
    this.withVersions = withVersions
    this.worker.on('message', (reply: DecodeReply) => this.pendingBlobs.shift()?.settle(reply))
    this.worker.on('error', (error) => this.fail(error))
    this.worker.on('exit', () => this.fail(new Error('its thread has exited')))
  }

  decode(blob: PbfBlob): Promise<DecodeReply> {
    if (this.failure !== undefined) return Promise.resolve({ error: toDecodeError(this.failure, blob.offset) })
    return new Promise((settle) => {
      this.pendingBlobs.push({ offset: blob.offset, settle })
      const request: DecodeRequest = { file: this.file, blob, withVersions: this.withVersions }
      this.worker.postMessage(request, [blob.bytes.buffer as ArrayBuffer])
    })
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }

  /** Fails all pending requests, so that the reader does not wait forever for a thread that has ended. */
  private fail(error: unknown): void {
    this.failure ??= error
    for (const { offset, settle } of this.pendingBlobs.splice(0)) settle({ error: toDecodeError(error, offset) })
  }
}
