/** The content of a traffic feed before it is matched to roads. */

/** Degrees: [latitude, longitude]. Formats with the reverse order are converted when they are read. */
export type Point = readonly [number, number]

/** Columns of equal length. Each segment appears once, in the order of its first occurrence in the feed. */
export interface SegmentSpeeds {
  /** OSM node ids. Negative ones come from extracts whose nodes have no official id. */
  readonly fromNode: Float64Array
  readonly toNode: Float64Array
  /** 0 closes the segment. */
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
   * At least two points. The line is sparse: its points are on the road, but the straight lines between them may not
   * be.
   */
  | { readonly line: readonly Point[]; readonly sparse?: true }
  /** A ring of at least three points. The last one does not repeat the first. */
  | { readonly area: readonly Point[] }
  | { readonly at: Point }

export interface FeedEvent {
  /** Unique within the feed, and stable as long as the feed reports the same event. */
  readonly id: string
  readonly kind: EventKind
  readonly severity: Severity
  readonly description: string
  readonly where: EventLocation
  /** Along: only in the direction of the line. Points and areas have no direction and always apply to both. */
  readonly direction: 'along' | 'both'
  readonly closed: boolean
  /** A limit or an observed speed; never 0. */
  readonly speedKmh?: number
  readonly lanesClosed?: readonly [closed: number, total: number]
  readonly delaySeconds?: number
  /** Without a start, the event has always applied. Without an end, it applies until the feed drops it. */
  readonly startsAtMs?: number
  readonly endsAtMs?: number
  /** Whether the start or end was observed. Otherwise it is planned. */
  readonly startIsVerified?: boolean
  readonly endIsVerified?: boolean
  readonly roadNames: readonly string[]
  /** For example 'local-access-only' or 'reduced-width 10 feet', in the words of the feed. */
  readonly restrictions: readonly string[]
}

/** Records that could not be read. */
export interface SkippedSummary {
  readonly count: number
  /** Descriptions of the first few unreadable records: record number, field, given value and allowed values. */
  readonly first: readonly string[]
}

export interface FeedContent {
  readonly speeds: SegmentSpeeds
  readonly events: readonly FeedEvent[]
  readonly skipped: SkippedSummary
  /** Valid records without an obstruction: detours, and canceled or completed work. */
  readonly leftOut: number
}

/** More than any real feed has. Without a limit, a hostile feed could use up all memory. */
export interface FeedLimits {
  readonly segments: number
  readonly events: number
  readonly points: number
}

export const defaultFeedLimits: FeedLimits = { segments: 8_000_000, events: 200_000, points: 5_000_000 }
