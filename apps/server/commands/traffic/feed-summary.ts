import { eventKinds, type FeedContent } from '../../maps/traffic/feeds/feed-content.ts'
import { toCount } from '../amounts.ts'

/** The JSON fields of a feed. */
export function toContentFields({ speeds, events, skipped, leftOut }: FeedContent) {
  return {
    segments: speeds.kmh.length,
    closed_segments: countClosed(speeds.kmh),
    events: Object.fromEntries(countKinds(events)),
    skipped: { count: skipped.count, first: skipped.first },
    left_out: leftOut,
  }
}

/** The same as text lines. */
export function describeContent({ speeds, events, skipped, leftOut }: FeedContent): string[] {
  const closed = countClosed(speeds.kmh)
  const segments = counted(speeds.kmh.length, 'segment', 'segments')
  const kinds = countKinds(events).map(([kind, count]) => `${toCount(count)} ${kind}`)
  return [
    `  contains  ${segments}${closed > 0 ? `, ${toCount(closed)} of them closed` : ''}`,
    `  events    ${events.length === 0 ? 'none' : `${toCount(events.length)}: ${kinds.join(', ')}`}`,
    ...(leftOut > 0 ? [`  ignored   ${toCount(leftOut)} that do not affect traffic`] : []),
    ...describeSkipped('  skipped   ', skipped),
  ]
}

/** One per line; the first ones include their errors. */
export function describeSkipped(label: string, { count, first }: FeedContent['skipped']): string[] {
  if (count === 0) return []
  const more = count > first.length ? `, first ${first.length} shown` : ''
  const indented = first.map((text) => `${' '.repeat(label.length)}${text}`)
  return [`${label}${toCount(count)} that cannot be read${more}:`, ...indented]
}

export function counted(count: number, one: string, many: string): string {
  return `${toCount(count)} ${count === 1 ? one : many}`
}

function countClosed(kmh: Float32Array): number {
  return kmh.reduce((closed, speed) => closed + (speed === 0 ? 1 : 0), 0)
}

/** Counts by kind, in the order of the kinds, without empty ones. */
function countKinds(events: FeedContent['events']): [string, number][] {
  return eventKinds
    .map((kind): [string, number] => [kind, events.filter((event) => event.kind === kind).length])
    .filter(([, count]) => count > 0)
}
