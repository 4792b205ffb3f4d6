import { listFeedProblems, noTraffic, type TrafficStatus } from './traffic-status.ts'

interface FeedLogger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Stores the latest status of the traffic feeds and logs its changes. */
export class FeedLog {
  private readonly log: FeedLogger
  private latest: TrafficStatus = noTraffic
  private receivedMs = 0

  constructor(log: FeedLogger) {
    this.log = log
  }

  get status(): TrafficStatus {
    return this.latest
  }

  receive(status: TrafficStatus): void {
    const previousFeeds = new Map(this.latest.feeds.map((feed) => [feed.name, feed]))
    const nowMs = Date.now()
    for (const feed of status.feeds) {
      const { name, failure } = feed
      const previousFeed = previousFeeds.get(name)
      if (failure && failure.text !== previousFeed?.failure?.text) {
        this.log.warn({ feed: name, why: failure.text }, 'a traffic feed failed; its last content remains in use')
      } else if (!failure && previousFeed?.failure) this.log.info({ feed: name }, 'a traffic feed works again')
      const reportedProblems = new Set(
        previousFeed ? listFeedProblems({ ...previousFeed, failure: undefined }, this.receivedMs) : [],
      )
      for (const problem of listFeedProblems({ ...feed, failure: undefined }, nowMs)) {
        if (reportedProblems.has(problem)) continue
        this.log.warn({ feed: name, why: `it ${problem}` }, 'part of a traffic feed is not used')
      }
    }
    this.latest = status
    this.receivedMs = nowMs
  }
}
