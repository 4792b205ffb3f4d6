import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { OsmBlock } from '../block.ts'
import { encodePrimitiveBlock } from './encode-block.ts'
import { ProtobufBuffer } from './protobuf-buffer.ts'

const deflateInPool = promisify(deflate)

/** Maximum number of blobs that are compressed at the same time in the thread pool of Node.js. */
const MAX_PENDING_BLOBS = 4

/**
 * Writes sorted blocks without deleted elements to an .osm.pbf file and syncs the file to disk. Uses the lowest
 * compression level, because the file is read again immediately.
 */
export async function writePbf(
  file: string,
  blocks: AsyncIterable<OsmBlock>,
  timestamp: string | undefined,
): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await writeBlob(handle, 'OSMHeader', await compress(encodeHeader(timestamp)))
    const pendingBlocks: Promise<Buffer>[] = []
    for await (const block of blocks) {
      pendingBlocks.push(compress(encodePrimitiveBlock(block)))
      if (pendingBlocks.length === MAX_PENDING_BLOBS) await writeBlob(handle, 'OSMData', await pendingBlocks.shift())
    }
    for (const blob of pendingBlocks) await writeBlob(handle, 'OSMData', await blob)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function encodeHeader(timestamp: string | undefined): Buffer {
  const header = new ProtobufBuffer()
    .writeString(4, 'OsmSchema-V0.6')
    .writeString(4, 'DenseNodes')
    .writeString(5, 'Sort.Type_then_ID')
    .writeString(16, 'fairway')
  if (timestamp !== undefined) header.writeNumber(32, Math.floor(Date.parse(timestamp) / 1000))
  return header.finish()
}

async function compress(content: Buffer): Promise<Buffer> {
  const deflated = await deflateInPool(content, { level: 1 })
  return new ProtobufBuffer().writeNumber(2, content.length).writeBytes(3, deflated).finish()
}

async function writeBlob(handle: FileHandle, type: string, blob: Buffer | undefined): Promise<void> {
  if (!blob) return
  const header = new ProtobufBuffer().writeString(1, type).writeNumber(3, blob.length).finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  await handle.writev([length, header, blob])
}
