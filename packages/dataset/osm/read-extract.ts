import { availableParallelism } from 'node:os'
import type { OsmBlock } from './block.ts'
import { isPbf, kindOfText, recogniseExtract, systemFault } from './extract-format.ts'
import { decodeInThreads } from './pbf/decode-threads.ts'
import { decodeBlob, readBlobs } from './pbf/pbf.ts'
import { type Packing, type Progress, unpack } from './text/decompress.ts'
import { readJson } from './text/json.ts'
import { readXml } from './text/xml.ts'
import { readQaTiles } from './tiles/qa-tiles.ts'
import { DOWNLOAD_AGAIN, GIVE_AN_EXTRACT, UnreadableExtract } from './unreadable-extract.ts'

export interface ReadOptions {
  /** For .osm.pbf: number of decoding threads. With one or less, the caller's thread decodes. */
  readonly threads?: number
  readonly onProgress?: Progress
}

/** The caller cannot keep more threads busy. */
const MAX_THREADS = 8
/** Measured: a thread takes 50 ms to start and another 50 ms to warm up, so below this size threads are slower. */
const WORTH_THREADS_BYTES = 8_000_000

/**
 * Reads the elements of an OpenStreetMap extract in any supported format, in file order. Ways may precede their nodes,
 * as in Overpass output. Throws UnreadableExtract, also partway through. At most a few blocks are in memory at a time,
 * and reading waits for the caller.
 */
export async function* readExtract(file: string, options: ReadOptions = {}): AsyncGenerator<OsmBlock> {
  const format = await recogniseExtract(file)
  try {
    if (format.kind === 'tiles') yield* readQaTiles(format.files, options.onProgress)
    else if (format.kind === 'text') yield* readText(file, format.packing, options.onProgress)
    else yield* readPbf(file, format.bytes, options)
  } catch (error) {
    // A disk error during reading. Errors thrown by the caller do not pass through here.
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new UnreadableExtract(file, 0, ...systemFault(error), '')
  }
}

async function* readPbf(file: string, bytes: number, options: ReadOptions): AsyncGenerator<OsmBlock> {
  const blobs = readBlobs(file, options.onProgress)
  const threads = options.threads ?? Math.min(MAX_THREADS, availableParallelism())
  if (threads > 1 && bytes >= WORTH_THREADS_BYTES) return yield* decodeInThreads(file, blobs, threads)
  for await (const blob of blobs) {
    const block = decodeBlob(file, blob)
    if (block) yield block
  }
}

async function* readText(file: string, packing: Packing, onProgress?: Progress): AsyncGenerator<OsmBlock> {
  const chunks = unpack(file, packing, onProgress)
  const { head, kind } = await readTextHead(chunks)
  const text = { file, unpacked: packing !== 'none', chunks: resumed(head, chunks) }
  if (kind === 'xml') return yield* readXml(text)
  if (kind === 'json') return yield* readJson(text)
  await chunks.return(undefined)
  if (kind === 'blank') throw new UnreadableExtract(file, 0, 'the file contains no text', DOWNLOAD_AGAIN)
  if (isPbf(head))
    throw new UnreadableExtract(file, 0, `this is an .osm.pbf compressed with ${packing}`, 'decompress it first')
  throw new UnreadableExtract(file, 0, 'this is neither XML nor JSON', GIVE_AN_EXTRACT)
}

const MAX_BLANK_BYTES = 1_000_000

/** Reads until the first non-whitespace character determines the format. */
async function readTextHead(chunks: AsyncGenerator<Uint8Array>) {
  let head: Uint8Array = new Uint8Array()
  for (;;) {
    const kind = kindOfText(head)
    if (kind !== 'blank') return { head, kind }
    const next = await chunks.next()
    if (next.done || head.length > MAX_BLANK_BYTES) return { head, kind }
    head = Buffer.concat([head, next.value])
  }
}

/** Also closes the underlying generator if the caller stops at the head, before `yield*` has begun. */
async function* resumed(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
