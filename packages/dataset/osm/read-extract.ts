import { availableParallelism } from 'node:os'
import type { OsmBlock } from './block.ts'
import { describeSystemError, detectExtractFormat, detectTextFormat, isPbf } from './extract-format.ts'
import { keepNewestVersions } from './merge/newest-versions.ts'
import { decodeInThreads } from './pbf/decode-threads.ts'
import { decodeBlob, readBlobs } from './pbf/pbf.ts'
import { findHeader } from './pbf/pbf-header.ts'
import { type Compression, decompress, type Progress } from './text/decompress.ts'
import { readJson } from './text/json.ts'
import { readXml } from './text/xml.ts'
import { readQaTiles } from './tiles/qa-tiles.ts'
import { DOWNLOAD_AGAIN_REMEDY, EXTRACT_FORMAT_REMEDY, UnreadableExtract } from './unreadable-extract.ts'

export interface ReadOptions {
  /** Number of decoding threads for .osm.pbf files. With one thread or fewer, the calling thread decodes. */
  readonly threads?: number
  /** Whether the blocks include element versions, if the format has them. Default: false. */
  readonly withVersions?: boolean
  readonly onProgress?: Progress
}

/** Maximum number of decoding threads. More threads would only wait for the caller. */
const MAX_THREADS = 8
/**
 * Minimum size in bytes for decoding in threads. A thread takes 50 ms to start and 50 ms to warm up, so smaller files
 * are read faster without threads.
 */
const MIN_THREADED_BYTES = 8_000_000

/**
 * Reads the elements of an OpenStreetMap extract in any supported format, in file order. Ways may precede their nodes,
 * as in Overpass output. From history files, only the newest version of each element is read. Throws an
 * UnreadableExtract if the file cannot be read, possibly after some blocks. At most a few blocks are in memory at a
 * time, because reading pauses until the caller requests the next block.
 */
export async function* readExtract(file: string, options: ReadOptions = {}): AsyncGenerator<OsmBlock> {
  const format = await detectExtractFormat(file)
  try {
    if (format.kind === 'tiles') yield* readQaTiles(format.files, options.onProgress)
    else if (format.kind === 'text') yield* readText(file, format.compression, options.onProgress)
    else yield* readPbf(file, format.bytes, options)
  } catch (error) {
    // Only disk errors have `syscall` here, because errors thrown by the caller do not reach this handler.
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new UnreadableExtract(file, 0, ...describeSystemError(error), '')
  }
}

async function* readPbf(file: string, bytes: number, options: ReadOptions): AsyncGenerator<OsmBlock> {
  const isHistory = (await findHeader(file))?.isHistory === true
  const blocks = decodePbf(file, bytes, { ...options, withVersions: isHistory || options.withVersions === true })
  yield* isHistory ? keepNewestVersions(blocks) : blocks
}

async function* decodePbf(
  file: string,
  bytes: number,
  { onProgress, threads = Math.min(MAX_THREADS, availableParallelism()), withVersions = false }: ReadOptions,
): AsyncGenerator<OsmBlock> {
  const blobs = readBlobs(file, onProgress)
  if (threads > 1 && bytes >= MIN_THREADED_BYTES) return yield* decodeInThreads(file, blobs, threads, withVersions)
  for await (const blob of blobs) {
    const block = decodeBlob(file, blob, withVersions)
    if (block) yield block
  }
}

async function* readText(file: string, packing: Compression, onProgress?: Progress): AsyncGenerator<OsmBlock> {
  const chunks = decompress(file, packing, onProgress)
  const { head, kind } = await readTextHead(chunks)
  const source = { file, isCompressed: packing !== 'none', chunks: prepend(head, chunks) }
  if (kind === 'xml') return yield* keepNewestVersions(readXml(source))
  if (kind === 'json') return yield* readJson(source)
  await chunks.return(undefined)
  if (kind === 'blank') throw new UnreadableExtract(file, 0, 'the file contains no text', DOWNLOAD_AGAIN_REMEDY)
  if (isPbf(head))
    throw new UnreadableExtract(file, 0, `this is an .osm.pbf compressed with ${packing}`, 'decompress it first')
  throw new UnreadableExtract(file, 0, 'this is neither XML nor JSON', EXTRACT_FORMAT_REMEDY)
}

const MAX_BLANK_BYTES = 1_000_000

/** Reads until the first non-whitespace character determines the format. */
async function readTextHead(chunks: AsyncGenerator<Uint8Array>) {
  let head: Uint8Array = new Uint8Array()
  for (;;) {
    const kind = detectTextFormat(head)
    if (kind !== 'blank') return { head, kind }
    const next = await chunks.next()
    if (next.done || head.length > MAX_BLANK_BYTES) return { head, kind }
    head = Buffer.concat([head, next.value])
  }
}

/**
 * Yields the head, then the tail. The `finally` block closes the tail even if the caller stops at the head, before
 * `yield*` begins.
 */
async function* prepend(head: Uint8Array, tail: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    yield* tail
  } finally {
    await tail.return(undefined)
  }
}
