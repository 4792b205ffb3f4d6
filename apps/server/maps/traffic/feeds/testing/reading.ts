import { defaultFeedLimits, type FeedContent, type FeedLimits } from '../feed-content.ts'
import { describeFeedFailure } from '../feed-failure.ts'
import { readFeed } from '../read-feed.ts'

export function toBytes(feed: unknown): Buffer {
  if (feed instanceof Uint8Array) return Buffer.from(feed)
  return Buffer.from(typeof feed === 'string' ? feed : JSON.stringify(feed))
}

/** Yields chunks of the given size, like a network. */
export async function* splitIntoChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Reads a feed from a string, from bytes, or from any other value as JSON. */
export function readTestFeed(feed: unknown, { size = 1 << 16, limits = defaultFeedLimits } = {}) {
  return readFeed(splitIntoChunks(toBytes(feed), size), limits)
}

export async function readContent(feed: unknown, options?: { size?: number; limits?: FeedLimits }) {
  const result = await readTestFeed(feed, options)
  if (!result.ok) throw new Error(describeFeedFailure(result.failure))
  return result.value
}

export async function readFailure(feed: unknown, options?: { size?: number; limits?: FeedLimits }) {
  const result = await readTestFeed(feed, options)
  if (result.ok) throw new Error('the feed was read')
  return result.failure
}

export async function readFailureMessage(feed: unknown): Promise<string> {
  return describeFeedFailure(await readFailure(feed))
}

/** Lists the rows as [from, to, km/h]. */
export function listSegmentRows({ speeds: { fromNode, toNode, kmh } }: FeedContent): number[][] {
  return Array.from(fromNode, (from, index) => [from, toNode[index] ?? NaN, kmh[index] ?? NaN])
}
