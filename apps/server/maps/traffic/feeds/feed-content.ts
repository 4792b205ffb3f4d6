/** Content of a traffic feed before it is matched to roads. */

/** Point as [latitude, longitude] in degrees. Formats with the reverse order are converted during reading. */
export type Point = readonly [number, number]

/** Segment speeds as columns of equal length. Each segment appears once, in the order of its first occurrence. */
export interface SegmentSpeeds {
  /** OSM node ids. Negative ids come from extracts whose nodes have no official id. */
  readonly fromNode: Float64Array
  readonly toNode: Float64Array
  /** Speed in km/h, where 0 closes the segment. */
  readonly kmh: Float32Array
}

export const eventKinds = [
  'closure',
  'roadworks',
  'accident',
  'congestion',
  'hazard',
  'weather',
  'other',
] as const satisfies readonly string[]
export type EventKind = (typeof eventKinds)[number]

export const severities = ['low', 'moderate', 'high', 'critical'] as const satisfies readonly string[]
export type Severity = (typeof severities)[number]

export type EventLocation =
  /**
   * Line with at least two points. The points of a sparse line are on the road, but the straight lines between them may
   * not be.
   */
  | { readonly line: readonly Point[]; readonly sparse?: true }
  /** Ring of at least three points. The last point does not repeat the first. */
  | { readonly area: readonly Point[] }
  | { readonly at: Point }

export interface FeedEvent {
  /** Id that is unique within the feed, and stable while the feed reports the event. */
  readonly id: string
  readonly kind: EventKind
  readonly severity: Severity
  readonly description: string
  readonly where: EventLocation
  /**
   * `along` applies only in the direction of the line. Points and areas have no direction and always apply to both
   * directions.
   */
  readonly direction: 'along' | 'both'
  readonly closed: boolean
  /** Speed limit or observed speed, which is never 0. */
  readonly speedKmh?: number
  readonly lanesClosed?: readonly [closed: number, total: number]
  readonly delaySeconds?: number
  /**
   * Start of the event. An event without a start has always applied, and an event without an end applies until the feed
   * drops it.
   */
  readonly startsAtMs?: number
  readonly endsAtMs?: number
  /** True if the start was observed, false if it is planned. */
  readonly startTimeIsVerified?: boolean
  readonly endTimeIsVerified?: boolean
  readonly roadNames: readonly string[]
  /** Restrictions in the words of the feed, such as 'local-access-only' or 'reduced-width 10 feet'. */
  readonly restrictions: readonly string[]
}

/** Summary of the records that could not be parsed. */
export interface SkippedSummary {
  readonly count: number
  /** Descriptions of the first few invalid records: record number, field, given value and allowed values. */
  readonly first: readonly string[]
}

export interface FeedContent {
  readonly speeds: SegmentSpeeds
  readonly events: readonly FeedEvent[]
  readonly skipped: SkippedSummary
  /** Number of valid records without an obstruction: detours, and canceled or completed work. */
  readonly omittedCount: number
}

/** Limits above the size of any real feed. Without limits, a hostile feed could use up all memory. */
export interface FeedLimits {
  readonly segments: number
  readonly events: number
  readonly points: number
}

export const defaultFeedLimits: FeedLimits = { segments: 8_000_000, events: 200_000, points: 5_000_000 }
