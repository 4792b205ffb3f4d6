/** What tells whether a feed is still the same: asking with it costs nothing when it is. */
export type FeedVersion =
  | { readonly kind: 'file'; readonly modifiedMs: number; readonly bytes: number; readonly inode: number }
  | { readonly kind: 'url'; readonly etag?: string; readonly lastModified?: string }

export type OpenedFeed = { readonly kind: 'unchanged' } | OpenFeed

export interface OpenFeed {
  readonly kind: 'open'
  /** As they come, perhaps compressed. Throws FeedBroken. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Asked for when all is read; undefined: it cannot be told whether it is the same next time. */
  version(): Promise<FeedVersion | undefined>
  close(): Promise<void>
}
