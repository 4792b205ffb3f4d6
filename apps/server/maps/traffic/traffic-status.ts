/** The status of a feed for health checks. */
export interface FeedStatus {
  readonly name: string
  /** Undefined when nothing was read yet. */
  readonly readAtMs: number | undefined
  readonly asOfMs: number | undefined
  readonly failure: { readonly text: string; readonly sinceMs: number } | undefined
  readonly segments: number
  /** Matched to roads of any served map. */
  readonly segmentsFound: number
  readonly events: number
  readonly eventsFound: number
  readonly skipped: number
  readonly firstSkipped: readonly string[]
  /** When its speeds lose all weight if no newer ones arrive; undefined means never. */
  readonly deadAtMs: number | undefined
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
export function tellHealth({ feeds }: TrafficStatus, nowMs: number): string {
  if (feeds.length === 0) return 'no feeds'
  const faults = feeds.flatMap((feed) => listFaults(feed, nowMs).map((fault) => `${feed.name} ${fault}`))
  return faults.length === 0 ? 'ok' : faults.join('; ')
}

/** The problems of a feed, each as the end of a sentence that starts with its name. */
export function listFaults(feed: FeedStatus, nowMs: number): string[] {
  const { failure, asOfMs, deadAtMs, skipped, firstSkipped } = feed
  const { segments, segmentsFound, events, eventsFound } = feed
  const age = asOfMs === undefined ? '' : `; its last good content is ${minutes(nowMs - asOfMs)} old`
  const isLost = segments + events > 0 && segmentsFound + eventsFound === 0
  return [
    ...(failure ? [`has failed for ${minutes(nowMs - failure.sinceMs)}: ${failure.text}${age}`] : []),
    ...(deadAtMs !== undefined && nowMs >= deadAtMs ? ['has speeds that are too old to use'] : []),
    ...(isLost ? [`matches no roads of any map (${segments} segments, ${events} events)`] : []),
    ...(skipped > 0 ? [`has ${skipped} records that cannot be read, the first: ${firstSkipped[0] ?? ''}`] : []),
  ]
}

function minutes(ms: number): string {
  return `${Math.max(0, Math.round(ms / 60_000))} min`
}
