import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { Clock } from '../../platform/clock.ts'
import { BoundedCache } from '../road/upstream/bounded-cache.ts'

export interface KeptTile {
  readonly etag: string
  /** Compressed if that makes it smaller. */
  readonly body: Buffer
  readonly isPacked: boolean
}

const pack = promisify(gzip)
/** Compressing smaller tiles gains nothing because they fit into one packet. */
const MIN_PACKED_BYTES = 512
/** Takes a third of the time of the default level and produces 5% more bytes. */
const LEVEL = 4
/** Overhead of the key and the cache entry. */
const ENTRY_BYTES = 300
const KEEP_MS = 3_600_000

/** Caches tiles drawn by this thread. Concurrent requests for the same tile share one drawing. */
export class TileShelf {
  private readonly kept: BoundedCache<KeptTile>
  private readonly underWay = new Map<string, Promise<KeptTile>>()

  constructor(maxBytes: number, clock: Clock) {
    const bytesOf = ({ body }: KeptTile) => body.length + ENTRY_BYTES
    this.kept = new BoundedCache({ maxEntries: 100_000, maxBytes, ttlMs: KEEP_MS, bytesOf }, clock)
  }

  async take(key: string, draw: () => Uint8Array): Promise<KeptTile> {
    const known = this.kept.find(key) ?? this.underWay.get(key)
    if (known) return known
    const making = finish(draw())
    this.underWay.set(key, making)
    try {
      const tile = await making
      this.kept.keep(key, tile)
      return tile
    } finally {
      this.underWay.delete(key)
    }
  }
}

/** Compression runs on the thread pool. */
async function finish(bytes: Uint8Array): Promise<KeptTile> {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`
  if (bytes.length < MIN_PACKED_BYTES) return { etag, body: Buffer.from(bytes), isPacked: false }
  const body = await pack(bytes, { level: LEVEL })
  return { etag, body, isPacked: true }
}

/** For the few clients that do not accept gzip. */
export function unpack({ body, isPacked }: KeptTile): Buffer {
  return isPacked ? gunzipSync(body) : body
}
