import { Gauge, type Registry } from 'prom-client'
import type { TrafficStatus } from '../../../maps/traffic/traffic-status.ts'

/** Adds the Prometheus metrics of traffic, with feeds by name and maps by dataset. */
export function addTrafficMetrics(registry: Registry, status: () => TrafficStatus, now: () => number): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    read: (status: TrafficStatus) => readonly (readonly [Record<string, string>, number | undefined])[],
  ): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const [labels, value] of read(status())) if (value !== undefined) this.set(labels, value)
      },
    })
  }
  const toAgeSeconds = (sinceMs: number | undefined) => (sinceMs === undefined ? undefined : (now() - sinceMs) / 1000)
  gauge(
    'fairway_traffic_feed_up',
    '1 if the last read of a feed succeeded, 0 if it failed or has not finished yet.',
    ['feed'],
    ({ feeds }) =>
      feeds.map(({ name, failure, readAtMs }) => [{ feed: name }, failure || readAtMs === undefined ? 0 : 1]),
  )
  gauge('fairway_traffic_feed_age_seconds', 'Age of the last content of a feed.', ['feed'], ({ feeds }) =>
    feeds.map(({ name, asOfMs, readAtMs }) => [{ feed: name }, toAgeSeconds(asOfMs ?? readAtMs)]),
  )
  gauge(
    'fairway_traffic_feed_records',
    'Records in a feed that were read, were matched to a map, or could not be read.',
    ['feed', 'records'],
    ({ feeds }) =>
      feeds.flatMap(({ name, segmentCount, matchedSegmentCount, eventCount, matchedEventCount, skippedCount }) =>
        Object.entries({
          segments: segmentCount,
          segments_found: matchedSegmentCount,
          events: eventCount,
          events_found: matchedEventCount,
          skipped: skippedCount,
        }).map(([records, value]) => [{ feed: name, records }, value] as const),
      ),
  )
  gauge('fairway_traffic_snapshot_age_seconds', 'Age of the traffic data of a map.', ['dataset'], ({ maps }) =>
    maps.map(({ dataset, takenAtMs }) => [{ dataset }, toAgeSeconds(takenAtMs)]),
  )
  gauge(
    'fairway_traffic_roads',
    'Number of directed road segments that have a live speed, have a typical speed or are closed, and number of traffic events.',
    ['dataset', 'roads'],
    ({ maps }) =>
      maps.flatMap(({ dataset, liveArcCount, closedArcCount, typicalArcCount, eventCount }) =>
        Object.entries({
          live: liveArcCount,
          closed: closedArcCount,
          typical: typicalArcCount,
          events: eventCount,
        }).map(([roads, value]) => [{ dataset, roads }, value] as const),
      ),
  )
}
