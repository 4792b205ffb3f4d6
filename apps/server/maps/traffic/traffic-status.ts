/** The status of a feed for health checks. */
export interface FeedStatus {
  readonly name: string
  /** Undefined when nothing has been read yet. */
  readonly readAtMs: number | undefined
  readonly asOfMs: number | undefined
  readonly failure: { readonly text: string; readonly sinceMs: number } | undefined
  readonly segments: number
  /** Matched to roads of any served map. */
  readonly matchedSegments: number
  readonly events: number
  readonly matchedEvents: number
  readonly skipped: number
  readonly firstSkipReasons: readonly string[]
  /** When its speeds lose all weight if no newer ones arrive; undefined means never. */
  readonly expiresAtMs: number | undefined
}

/** The traffic status of one map. */
export interface MapTrafficStatus {
  readonly dataset: string
  readonly version: number
  readonly takenAtMs: number
  readonly liveArcs: number
  readonly closedArcs: number
  readonly events: number
  readonly typicalArcs: number
}

export interface TrafficStatus {
  readonly feeds: readonly FeedStatus[]
  readonly maps: readonly MapTrafficStatus[]
}

export const noTraffic: TrafficStatus = { feeds: [], maps: [] }

/** Describes the problems of the feeds, or that there are none. */
export function describeHealth({ feeds }: TrafficStatus, nowMs: number): string {
  if (feeds.length === 0) return 'no feeds'
  const problems = feeds.flatMap((feed) => listFeedProblems(feed, nowMs).map((problem) => `${feed.name} ${problem}`))
  return problems.length === 0 ? 'ok' : problems.join('; ')
}

/** The problems of a feed, each as the end of a sentence that starts with its name. */
export function listFeedProblems(feed: FeedStatus, nowMs: number): string[] {
  const { failure, asOfMs, expiresAtMs, skipped, firstSkipReasons } = feed
  const { segments, matchedSegments, events, matchedEvents } = feed
  const ageText = asOfMs === undefined ? '' : `; its last good content is ${formatMinutes(nowMs - asOfMs)} old`
  const matchesNoMap = segments + events > 0 && matchedSegments + matchedEvents === 0
  return [
    ...(failure ? [`has failed for ${formatMinutes(nowMs - failure.sinceMs)}: ${failure.text}${ageText}`] : []),
    ...(expiresAtMs !== undefined && nowMs >= expiresAtMs ? ['has speeds that are too old to use'] : []),
    ...(matchesNoMap ? [`matches no roads on any map (${segments} segments, ${events} events)`] : []),
    ...(skipped > 0 ? [`has ${skipped} records that cannot be read, the first: ${firstSkipReasons[0] ?? ''}`] : []),
  ]
}

function formatMinutes(ms: number): string {
  return `${Math.max(0, Math.round(ms / 60_000))} min`
}
