/** Status of a feed for health checks. */
export interface FeedStatus {
  readonly name: string
  /** Time of the last successful read. Undefined if the feed has not been read yet. */
  readonly readAtMs: number | undefined
  readonly asOfMs: number | undefined
  readonly failure: { readonly text: string; readonly sinceMs: number } | undefined
  readonly segmentCount: number
  /** Number of segments that match roads of any served map. */
  readonly matchedSegmentCount: number
  readonly eventCount: number
  readonly matchedEventCount: number
  readonly skippedCount: number
  readonly firstSkipReasons: readonly string[]
  /** Time at which the speeds lose all weight if no newer speeds arrive. Undefined if they never expire. */
  readonly expiresAtMs: number | undefined
}

export interface MapTrafficStatus {
  readonly dataset: string
  readonly version: number
  readonly takenAtMs: number
  readonly liveArcCount: number
  readonly closedArcCount: number
  readonly eventCount: number
  readonly typicalArcCount: number
}

export interface TrafficStatus {
  readonly feeds: readonly FeedStatus[]
  readonly maps: readonly MapTrafficStatus[]
}

export const noTraffic: TrafficStatus = { feeds: [], maps: [] }

/** Describes the problems of the feeds, or states that there are none. */
export function describeHealth({ feeds }: TrafficStatus, nowMs: number): string {
  if (feeds.length === 0) return 'no feeds'
  const problems = feeds.flatMap((feed) => listFeedProblems(feed, nowMs).map((problem) => `${feed.name} ${problem}`))
  return problems.length === 0 ? 'ok' : problems.join('; ')
}

/** Lists the problems of a feed. Each problem continues a sentence that starts with the name of the feed. */
export function listFeedProblems(feed: FeedStatus, nowMs: number): string[] {
  const { failure, asOfMs, expiresAtMs, skippedCount, firstSkipReasons } = feed
  const { segmentCount, matchedSegmentCount, eventCount, matchedEventCount } = feed
  const ageText = asOfMs === undefined ? '' : `; its last good content is ${formatMinutes(nowMs - asOfMs)} old`
  const matchesNoMap = segmentCount + eventCount > 0 && matchedSegmentCount + matchedEventCount === 0
  return [
    ...(failure ? [`has failed for ${formatMinutes(nowMs - failure.sinceMs)}: ${failure.text}${ageText}`] : []),
    ...(expiresAtMs !== undefined && nowMs >= expiresAtMs ? ['has speeds that are too old to use'] : []),
    ...(matchesNoMap ? [`matches no roads on any map (${segmentCount} segments, ${eventCount} events)`] : []),
    ...(skippedCount > 0
      ? [`has ${skippedCount} records that cannot be read. First error: ${firstSkipReasons[0] ?? ''}`]
      : []),
  ]
}

function formatMinutes(ms: number): string {
  return `${Math.max(0, Math.round(ms / 60_000))} min`
}
