import type { PlannedLeg } from '@fairway/road'
import type { GeometryFormat } from '../api/schemas.ts'
import { type RememberedRoute, type RememberedStop, readRecord, recordLength, writeRecord } from './route-record.ts'

/** Memory shared by all HTTP threads: one ring per thread, written only by that thread. Plain data for messages. */
export interface RouteMemoryShare {
  readonly rings: readonly SharedArrayBuffer[]
}

const DEFAULT_BYTES = 16 * 1024 * 1024
const MIN_BYTES = 1 << 16

/** `bytes` per thread: about ten thousand routes through a town. */
export function createRouteMemory(threads: number, bytes = DEFAULT_BYTES): RouteMemoryShare {
  const dataWords = 2 ** Math.floor(Math.log2(Math.max(MIN_BYTES, bytes) / 4))
  const words = HEAD + indexWordsOf(dataWords) + dataWords
  const rings = Array.from({ length: threads }, () => new SharedArrayBuffer(words * 4))
  // No record starts at position 0, because 0 marks an empty index entry.
  for (const ring of rings) new Int32Array(ring)[CLAIMED] = 1
  return { rings }
}

/** The first word stores the claimed position. The rest is padding before the index. */
const HEAD = 16
const CLAIMED = 0
/** Number of entries per hash bucket of the index. */
const WAYS = 4
/** A record takes a few hundred words. With one index entry per 64 words, hash buckets rarely overflow early. */
const WORDS_PER_PLACE = 64

function indexWordsOf(dataWords: number): number {
  return dataWords / WORDS_PER_PLACE
}

/** Caches the routes that this server has returned until newer ones overwrite them. */
export class RouteMemory {
  private readonly rings: readonly Ring[]
  private readonly own: Ring

  constructor({ rings }: RouteMemoryShare, ownIndex: number) {
    this.rings = rings.map(openRing)
    const own = this.rings[ownIndex]
    if (!own) throw new Error(`there is no ring ${ownIndex} among ${rings.length}`)
    this.own = own
  }

  keep(
    id: string,
    dataset: string,
    legs: readonly PlannedLeg[],
    stops: readonly RememberedStop[],
    geometry: GeometryFormat,
  ): void {
    const { head, data, index } = this.own
    const length = recordLength(id, dataset, legs, stops.length)
    // A route that would evict this many others is not stored.
    if (length > data.length / 4) return
    let position = head[CLAIMED] ?? 0
    const room = data.length - (position & (data.length - 1))
    if (length > room) position = (position + room) | 0
    // Claim the space before writing, so that concurrent readers can detect the overwrite.
    Atomics.store(head, CLAIMED, (position + length) | 0)
    writeRecord(data, position & (data.length - 1), length, id, { dataset, legs, stops, geometry })
    Atomics.store(index, this.placeFor(id), position)
  }

  /** Makes a route available under a second id. */
  keepAs(id: string, name: string): void {
    const route = this.find(id)
    if (route) this.keep(name, route.dataset, route.legs, route.stops, route.geometry)
  }

  find(id: string): RememberedRoute | undefined {
    for (const ring of this.rings) {
      const found = findIn(ring, id)
      if (found) return found
    }
    return undefined
  }

  /** The entry of the hash bucket with the oldest record. */
  private placeFor(id: string): number {
    const { index, head } = this.own
    const bucket = bucketOf(index, id)
    const claimed = head[CLAIMED] ?? 0
    let oldest = bucket
    for (let way = 1; way < WAYS; way++) {
      if (ageOf(claimed, index[bucket + way] ?? 0) > ageOf(claimed, index[oldest] ?? 0)) oldest = bucket + way
    }
    return oldest
  }
}

/** Positions count all words ever written, modulo 2^32. The ring holds the last `data.length` of them. */
interface Ring {
  readonly head: Int32Array
  readonly index: Int32Array
  readonly data: Int32Array
}

function openRing(buffer: SharedArrayBuffer): Ring {
  const words = buffer.byteLength / 4 - HEAD
  const dataWords = 2 ** Math.floor(Math.log2(words))
  const indexWords = indexWordsOf(dataWords)
  return {
    head: new Int32Array(buffer, 0, HEAD),
    index: new Int32Array(buffer, HEAD * 4, indexWords),
    data: new Int32Array(buffer, (HEAD + indexWords) * 4, dataWords),
  }
}

/**
 * A record is copied first. The copy is valid only if its words were not claimed in the meantime, its checksum matches
 * (processors may show writes out of order), and it has this id.
 */
function findIn({ head, index, data }: Ring, id: string): RememberedRoute | undefined {
  const bucket = bucketOf(index, id)
  for (let way = 0; way < WAYS; way++) {
    const position = Atomics.load(index, bucket + way)
    const age = ageOf(Atomics.load(head, CLAIMED), position)
    if (age > data.length) continue
    const begin = position & (data.length - 1)
    const length = data[begin] ?? 0
    if (length < 2 || length > age || begin + length > data.length) continue
    const copy = new Int32Array(length)
    copy.set(data.subarray(begin, begin + length))
    if (ageOf(Atomics.load(head, CLAIMED), position) > data.length) continue
    const route = readRecord(copy, id)
    if (route) return route
  }
  return undefined
}

function ageOf(claimed: number, position: number): number {
  return (claimed - position) >>> 0
}

function bucketOf(index: Int32Array, id: string): number {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 15)) & (index.length / WAYS - 1)) * WAYS
}
