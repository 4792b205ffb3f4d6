import type { PlannedLeg } from '@fairway/road'
import type { GeometryFormat } from '../api/schemas.ts'
import { type CachedRoute, type CachedStop, countRecordWords, readRecord, writeRecord } from './route-record.ts'

/**
 * Memory shared by all HTTP threads. Each thread writes only to its own ring. The object is plain data, so that it can
 * be sent in messages.
 */
export interface RouteCacheBuffers {
  readonly rings: readonly SharedArrayBuffer[]
}

const DEFAULT_BYTES = 32 * 1024 * 1024
const MIN_BYTES = 1 << 16

/**
 * Creates the shared memory. The default size per thread is enough for about twenty thousand routes through a town. Each
 * alternative counts as a route.
 */
export function createRouteCacheBuffers(threadCount: number, bytes = DEFAULT_BYTES): RouteCacheBuffers {
  const dataWords = 2 ** Math.floor(Math.log2(Math.max(MIN_BYTES, bytes) / 4))
  const wordCount = HEADER_WORDS + countIndexWords(dataWords) + dataWords
  const rings = Array.from({ length: threadCount }, () => new SharedArrayBuffer(wordCount * 4))
  // No record starts at position 0, because 0 marks an empty index entry.
  for (const ring of rings) new Int32Array(ring)[CLAIMED_POSITION] = 1
  return { rings }
}

/**
 * Size of the header in words. The first word stores the claimed position, and the others are padding before the index.
 */
const HEADER_WORDS = 16
const CLAIMED_POSITION = 0
/** Number of entries per hash bucket of the index. */
const ENTRIES_PER_BUCKET = 4
/** Number of data words per index entry. A record takes a few hundred words, so hash buckets rarely overflow early. */
const WORDS_PER_INDEX_ENTRY = 64

function countIndexWords(dataWords: number): number {
  return dataWords / WORDS_PER_INDEX_ENTRY
}

/** Caches the routes that this server has returned. Newer routes overwrite the oldest routes. */
export class RouteCache {
  private readonly rings: readonly RecordRing[]
  private readonly ownRing: RecordRing

  constructor({ rings }: RouteCacheBuffers, ownIndex: number) {
    this.rings = rings.map(openRing)
    const ownRing = this.rings[ownIndex]
    if (!ownRing) throw new Error(`there is no ring ${ownIndex} among ${rings.length}`)
    this.ownRing = ownRing
  }

  store(
    id: string,
    dataset: string,
    legs: readonly PlannedLeg[],
    stops: readonly CachedStop[],
    geometry: GeometryFormat,
  ): void {
    const { header, data, index } = this.ownRing
    const length = countRecordWords(id, dataset, legs, stops.length)
    // A route of this size would evict too many other routes, so it is not stored.
    if (length > data.length / 4) return
    let position = header[CLAIMED_POSITION] ?? 0
    const freeWordCount = data.length - (position & (data.length - 1))
    if (length > freeWordCount) position = (position + freeWordCount) | 0
    // The space is claimed before writing, so that concurrent readers can detect the overwrite.
    Atomics.store(header, CLAIMED_POSITION, (position + length) | 0)
    writeRecord(data, position & (data.length - 1), length, id, { dataset, legs, stops, geometry })
    Atomics.store(index, this.chooseIndexEntry(id), position)
  }

  /** Makes a route available under a second id. */
  storeAlias(id: string, name: string): void {
    const route = this.find(id)
    if (route) this.store(name, route.dataset, route.legs, route.stops, route.geometry)
  }

  find(id: string): CachedRoute | undefined {
    for (const ring of this.rings) {
      const route = findInRing(ring, id)
      if (route) return route
    }
    return undefined
  }

  /** Returns the entry of the hash bucket that has the oldest record. */
  private chooseIndexEntry(id: string): number {
    const { index, header } = this.ownRing
    const bucket = getBucket(index, id)
    const claimedPosition = header[CLAIMED_POSITION] ?? 0
    let oldest = bucket
    for (let offset = 1; offset < ENTRIES_PER_BUCKET; offset++) {
      if (getAge(claimedPosition, index[bucket + offset] ?? 0) > getAge(claimedPosition, index[oldest] ?? 0))
        oldest = bucket + offset
    }
    return oldest
  }
}

/**
 * Ring buffer of records. Positions count all words ever written, modulo 2^32, and the ring contains the last
 * `data.length` words.
 */
interface RecordRing {
  readonly header: Int32Array
  readonly index: Int32Array
  readonly data: Int32Array
}

function openRing(buffer: SharedArrayBuffer): RecordRing {
  const wordCount = buffer.byteLength / 4 - HEADER_WORDS
  const dataWords = 2 ** Math.floor(Math.log2(wordCount))
  const indexWords = countIndexWords(dataWords)
  return {
    header: new Int32Array(buffer, 0, HEADER_WORDS),
    index: new Int32Array(buffer, HEADER_WORDS * 4, indexWords),
    data: new Int32Array(buffer, (HEADER_WORDS + indexWords) * 4, dataWords),
  }
}

/**
 * Copies a record and then validates the copy. The words of the record must not have been claimed in the meantime, and
 * its id must match. The checksum must also match, because processors may reorder writes.
 */
function findInRing({ header, index, data }: RecordRing, id: string): CachedRoute | undefined {
  const bucket = getBucket(index, id)
  for (let offset = 0; offset < ENTRIES_PER_BUCKET; offset++) {
    const position = Atomics.load(index, bucket + offset)
    const age = getAge(Atomics.load(header, CLAIMED_POSITION), position)
    if (age > data.length) continue
    const start = position & (data.length - 1)
    const length = data[start] ?? 0
    if (length < 2 || length > age || start + length > data.length) continue
    const copy = new Int32Array(length)
    copy.set(data.subarray(start, start + length))
    if (getAge(Atomics.load(header, CLAIMED_POSITION), position) > data.length) continue
    const route = readRecord(copy, id)
    if (route) return route
  }
  return undefined
}

function getAge(claimedPosition: number, position: number): number {
  return (claimedPosition - position) >>> 0
}

function getBucket(index: Int32Array, id: string): number {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 15)) & (index.length / ENTRIES_PER_BUCKET - 1)) * ENTRIES_PER_BUCKET
}
