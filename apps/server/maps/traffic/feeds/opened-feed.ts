/** Identifies a version of a feed. A conditional request with it is cheap when nothing has changed. */
export type FeedVersion =
  | { readonly kind: 'file'; readonly modifiedMs: number; readonly bytes: number; readonly inode: number }
  | { readonly kind: 'url'; readonly etag?: string; readonly lastModified?: string }

export type OpenFeedResult = { readonly kind: 'unchanged' } | OpenFeed

export interface OpenFeed {
  readonly kind: 'open'
  /** Raw chunks, possibly compressed. Throws FeedError. */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Call it after everything is read. Undefined means that the next read cannot detect whether the feed is unchanged.
   */
  version(): Promise<FeedVersion | undefined>
  close(): Promise<void>
}
