import { eventKinds, type FeedContent } from '../../maps/traffic/feeds/feed-content.ts'
import { formatCount } from '../amounts.ts'

/** Returns the JSON fields of a feed. */
export function toContentFields({ speeds, events, skipped, omittedCount }: FeedContent) {
  return {
    segments: speeds.kmh.length,
    closed_segments: countClosed(speeds.kmh),
    events: Object.fromEntries(countByKind(events)),
    skipped: { count: skipped.count, first: skipped.first },
    left_out: omittedCount,
  }
}

/** Returns the content of a feed as text lines. */
export function describeContent({ speeds, events, skipped, omittedCount }: FeedContent): string[] {
  const closedCount = countClosed(speeds.kmh)
  const segments = formatCounted(speeds.kmh.length, 'segment', 'segments')
  const kinds = countByKind(events).map(([kind, count]) => `${formatCount(count)} ${kind}`)
  return [
    `  contains  ${segments}${closedCount > 0 ? `, ${formatCount(closedCount)} of them closed` : ''}`,
    `  events    ${events.length === 0 ? 'none' : `${formatCount(events.length)}: ${kinds.join(', ')}`}`,
    ...(omittedCount > 0
      ? [`  ignored   ${formatCounted(omittedCount, 'record', 'records')} without effect on traffic`]
      : []),
    ...describeSkipped('  skipped   ', skipped),
  ]
}

/** Returns the number of skipped entries, followed by the first entries with their errors, one per line. */
export function describeSkipped(label: string, { count, first }: FeedContent['skipped']): string[] {
  if (count === 0) return []
  const limitNote = count > first.length ? `, first ${first.length} shown` : ''
  const indentedReasons = first.map((reason) => `${' '.repeat(label.length)}${reason}`)
  return [`${label}${formatCounted(count, 'record', 'records')} that cannot be read${limitNote}:`, ...indentedReasons]
}

export function formatCounted(count: number, singular: string, plural: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

function countClosed(kmh: Float32Array): number {
  return kmh.reduce((closedCount, speed) => closedCount + (speed === 0 ? 1 : 0), 0)
}

/** Counts events by kind, in the order of the kinds. Kinds without events are omitted. */
function countByKind(events: FeedContent['events']): [string, number][] {
  return eventKinds
    .map((kind): [string, number] => [kind, events.filter((event) => event.kind === kind).length])
    .filter(([, count]) => count > 0)
}
