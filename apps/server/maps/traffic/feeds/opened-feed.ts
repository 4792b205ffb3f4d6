/** Version of a feed. A conditional request with the version is cheap if the feed has not changed. */
export type FeedVersion =
  | { readonly kind: 'file'; readonly modifiedMs: number; readonly bytes: number; readonly inode: number }
  | { readonly kind: 'url'; readonly etag?: string; readonly lastModified?: string }

export type OpenFeedResult = { readonly kind: 'unchanged' } | OpenFeed

export interface OpenFeed {
  readonly kind: 'open'
  /** Raw chunks, which may be compressed. Throws FeedError. */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Returns the version. Call this function after reading all chunks. Undefined means that the next read cannot detect
   * whether the feed is unchanged.
   */
  version(): Promise<FeedVersion | undefined>
  close(): Promise<void>
}
