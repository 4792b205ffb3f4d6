import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { sharedPath } from '@fairway/geo/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OsmBlock } from '../block.ts'
import { readExtract } from '../read-extract.ts'
import { collect } from '../testing/elements.ts'
import { blob, header } from '../testing/pbf-writer.ts'
import { bytesField, deltaEncoded, packedField, stringField } from '../testing/protobuf-writer.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { UnreadableExtract } from '../unreadable-extract.ts'
import { decodeInThreads } from './decode-threads.ts'
import { decodeBlob, readBlobs } from './pbf.ts'

const files = temporaryFiles()

/** All threads that were created during a test. */
let threads: Worker[] = []
const remember = (thread: Worker) => threads.push(thread)
beforeEach(() => {
  threads = []
  process.on('worker', remember)
})
afterEach(() => {
  process.off('worker', remember)
})
/** Counts the running threads. A thread that has ended has the ID -1. */
const running = () => threads.filter(({ threadId }) => threadId !== -1).length

/** Returns a block with one node, whose ID identifies the block. */
function nodeBlock(id: number): number[] {
  const dense = bytesField(
    2,
    [1, 8, 9].flatMap((field) => packedField(field, deltaEncoded([id]))),
  )
  return [...bytesField(1, stringField(1, `block ${id}`)), ...bytesField(2, dense)]
}

const count = 40
const file = (blobs: number[][]) => files.write('many.osm.pbf', Uint8Array.from([...header(), ...blobs.flat()]))
const manyBlobs = () => Array.from({ length: count }, (_, index) => blob('OSMData', nodeBlock(index)))
const firstIds = (blocks: readonly OsmBlock[]) => blocks.map(({ nodes }) => nodes.id[0])

async function decodeInline(path: string): Promise<OsmBlock[]> {
  const blobs = await collect(readBlobs(path))
  return blobs.map((one) => decodeBlob(path, one)).filter((block) => block !== undefined)
}

describe('decoding in threads', () => {
  test('gives the same blocks as single-threaded decoding, in the same order', async () => {
    const path = await file(manyBlobs())
    const blocks = await collect(decodeInThreads(path, readBlobs(path), 3))
    expect(firstIds(blocks)).toEqual(Array.from({ length: count }, (_, index) => index))
    expect(blocks).toEqual(await decodeInline(path))
    expect(threads.length).toBe(3)
    expect(running()).toBe(0)
  })

  test('reads no further than the caller requires', async () => {
    let read = 0
    const path = await file(manyBlobs())
    const blocks = decodeInThreads(
      path,
      readBlobs(path, () => read++),
      2,
    )
    await blocks.next()
    await blocks.next()
    expect(read).toBeLessThan(8)
    await blocks.return(undefined)
  })

  test('ends its threads when the caller stops early', async () => {
    const path = await file(manyBlobs())
    for await (const block of decodeInThreads(path, readBlobs(path), 2)) {
      expect(block.nodes.id[0]).toBe(0)
      expect(running()).toBe(2)
      break
    }
    expect(running()).toBe(0)
  })

  test('gives the blocks before a damaged one, then reports its offset, and ends its threads', async () => {
    const blobs = manyBlobs()
    const offset = [...header(), ...blobs.slice(0, 20).flat()].length
    // Flips the bits of a byte inside the compressed data, after the length fields.
    const damaged = (blobs[20] ?? []).map((byte, index, { length }) => (index === length - 9 ? byte ^ 0xff : byte))
    const path = await file([...blobs.slice(0, 20), damaged, ...blobs.slice(21)])
    const offsets: number[] = []
    const reading = async () => {
      for await (const { nodes } of decodeInThreads(path, readBlobs(path), 2)) offsets.push(nodes.id[0])
    }
    const error = await reading().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreadableExtract)
    expect((error as UnreadableExtract).message).toContain('cannot be decompressed')
    expect((error as UnreadableExtract).message).toContain('download it again')
    expect((error as UnreadableExtract).offset).toBeGreaterThan(offset)
    expect((error as UnreadableExtract).offset).toBeLessThan(offset + damaged.length)
    expect(offsets).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(running()).toBe(0)
  })

  test('fails instead of waiting forever when a thread dies', async () => {
    const kill = (thread: Worker) => void thread.terminate()
    process.on('worker', kill)
    const path = await file(manyBlobs())
    const reading = collect(decodeInThreads(path, readBlobs(path), 2))
    await expect(reading).rejects.toThrow('the block that starts here cannot be decoded (its thread has exited)')
    process.off('worker', kill)
    await expect(reading).rejects.toBeInstanceOf(UnreadableExtract)
  })
})

describe('.osm.pbf file', () => {
  /** Strings that no element uses make the file large. */
  const filler = Array.from({ length: 9 }, () => bytesField(1, stringField(1, 'x'.repeat(1_000_000))))
  const largeFile = () =>
    files.write(
      'large.osm.pbf',
      Buffer.concat(
        [header(), ...filler.map((table) => blob('OSMData', table, false))].map((part) => Uint8Array.from(part)),
      ),
    )

  test('is decoded in threads when it is large', async () => {
    expect((await collect(readExtract(await largeFile(), { threads: 2 }))).length).toBe(9)
    expect(threads.length).toBe(2)
  })

  test('is decoded without threads when only one is allowed', async () => {
    expect((await collect(readExtract(await largeFile(), { threads: 1 }))).length).toBe(9)
    expect(threads.length).toBe(0)
  })

  test('is decoded without threads when it is small, because they would cost more than they save', async () => {
    expect((await collect(readExtract(await file(manyBlobs()), { threads: 2 }))).length).toBe(count)
    expect(threads.length).toBe(0)
  })
})

const roads = sharedPath('data/roads')
const present = existsSync(join(roads, 'porto-r5.osm.pbf'))
if (!present) console.warn('\n*** SKIPPED: real extracts are not next to the repository (../shared/data/roads) ***\n')

test.skipIf(!present)('decodes a real extract identically with and without threads', async () => {
  const path = join(roads, 'porto-r5.osm.pbf')
  const blocks = await collect(decodeInThreads(path, readBlobs(path), 2))
  expect(blocks).toEqual(await decodeInline(path))
})
