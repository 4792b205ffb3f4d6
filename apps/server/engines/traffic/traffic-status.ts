/** How a feed is doing, as the health checks tell it. */
export interface FeedStatus {
  readonly name: string
  /** Undefined: nothing was read yet. */
  readonly readAtMs: number | undefined
  readonly asOfMs: number | undefined
  readonly failure: { readonly text: string; readonly sinceMs: number } | undefined
  readonly segments: number
  /** On the roads of any map that is served. */
  readonly segmentsFound: number
  readonly events: number
  readonly eventsFound: number
  readonly skipped: number
  readonly firstSkipped: readonly string[]
}

/** What is known of the traffic on one map. */
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

/** For people: what is wrong with the feeds, or that nothing is. */
export function tellHealth({ feeds }: TrafficStatus, nowMs: number): string {
  if (feeds.length === 0) return 'no feeds'
  const faults = feeds.flatMap(({ name, failure, asOfMs }) => {
    if (!failure) return []
    const age = asOfMs === undefined ? '' : `; its last good content is ${minutes(nowMs - asOfMs)} old`
    return [`${name} fails since ${minutes(nowMs - failure.sinceMs)}: ${failure.text}${age}`]
  })
  return faults.length === 0 ? 'ok' : faults.join('; ')
}

function minutes(ms: number): string {
  return `${Math.max(0, Math.round(ms / 60_000))} min`
}
