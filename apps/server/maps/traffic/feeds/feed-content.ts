/** What a traffic feed says, before anybody knows which roads are meant. */

/** Degrees: [latitude, longitude]. Formats that say it the other way round are turned where they are read. */
export type Point = readonly [number, number]

/** Columns of equal length, each segment once, in the order in which the feed first names them. */
export interface SegmentSpeeds {
  /** Ids of OSM nodes; negative ones are those of extracts whose nodes have none. */
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

export type EventPlace =
  /** At least two points. Sparse: they lie on the road, but the straight lines between them need not. */
  | { readonly line: readonly Point[]; readonly sparse?: true }
  /** A ring of at least three points; the last one does not repeat the first. */
  | { readonly area: readonly Point[] }
  | { readonly at: Point }

export interface FeedEvent {
  /** Unique within the feed, and the same as long as the feed says the same. */
  readonly id: string
  readonly kind: EventKind
  readonly severity: Severity
  readonly description: string
  readonly where: EventPlace
  /** Along: only in the direction of the line. Points and areas have none, so they are always meant in both. */
  readonly direction: 'along' | 'both'
  readonly closed: boolean
  /** A limit or what was observed; never 0. */
  readonly speedKmh?: number
  readonly lanesClosed?: readonly [closed: number, total: number]
  readonly delaySeconds?: number
  /** Without one it holds from ever, or until the feed drops it. */
  readonly startsAtMs?: number
  readonly endsAtMs?: number
  /** Somebody saw that it began or ended then; otherwise it is a plan. */
  readonly startIsVerified?: boolean
  readonly endIsVerified?: boolean
  readonly roadNames: readonly string[]
  /** Such as 'local-access-only' or 'reduced-width 10 feet', in the words of the feed. */
  readonly restrictions: readonly string[]
}

/** Records that could not be read. */
export interface Skipped {
  readonly count: number
  /** The first few, each with its number, the field, what was given and what is allowed. */
  readonly first: readonly string[]
}

export interface FeedContent {
  readonly speeds: SegmentSpeeds
  readonly events: readonly FeedEvent[]
  readonly skipped: Skipped
  /** Records that are right but obstruct nobody: detours, cancelled and completed work. */
  readonly leftOut: number
}

/** More than any true feed has; without an end, a hostile one would take all memory. */
export interface ContentLimits {
  readonly segments: number
  readonly events: number
  readonly points: number
}

export const usualLimits: ContentLimits = { segments: 8_000_000, events: 200_000, points: 5_000_000 }
