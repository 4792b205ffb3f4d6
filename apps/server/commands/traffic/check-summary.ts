import type { FeedContent, FeedEvent } from '../../maps/traffic/feeds/feed-content.ts'
import { formatCount } from '../amounts.ts'
import { formatTable } from '../common.ts'
import type { FeedOnMap } from './feed-on-map.ts'
import { describeContent, formatCounted, toContentFields } from './feed-summary.ts'

export interface CheckedMap {
  readonly region: string
  readonly dataset: string
  readonly feedOnMap: FeedOnMap
}

/** Maximum number of segments and events that are listed by name. */
const MAX_LISTED = 5

export function toCheckFields(content: FeedContent, checked: readonly CheckedMap[]): Record<string, unknown> {
  return {
    ...toContentFields(content),
    maps: checked.map(({ region, dataset, feedOnMap }) => {
      return { region, dataset, segments: countMatched(feedOnMap.segments), events: countMatched(feedOnMap.events) }
    }),
    on_no_map: listUnmatched(content, checked),
  }
}

export function describeCheck(source: string, content: FeedContent, checked: readonly CheckedMap[]): string {
  const [segments, events] = [content.speeds.kmh.length, content.events.length]
  const rows = checked.map(({ region, feedOnMap }) => [
    region,
    `${formatCount(countMatched(feedOnMap.segments))} of ${formatCount(segments)}`,
    `${formatCount(countMatched(feedOnMap.events))} of ${formatCount(events)}`,
  ])
  const unmatchedLines = listUnmatched(content, checked)
  return [
    `Checked ${source}`,
    '',
    ...describeContent(content),
    '',
    formatTable([['MAP', 'MATCHED SEGMENTS', 'MATCHED EVENTS'], ...rows]),
    ...describeUnmatched('segment', unmatchedLines.segments, unmatchedLines.first_segments),
    ...describeUnmatched('event', unmatchedLines.events, unmatchedLines.first_events),
  ].join('\n')
}

function describeUnmatched(noun: string, count: number, first: readonly string[]): string[] {
  if (count === 0) return []
  const limitNote = count > first.length ? `, first ${first.length} shown` : ''
  return [
    '',
    `Not on any map: ${formatCounted(count, noun, `${noun}s`)}${limitNote}`,
    ...first.map((line) => `  ${line}`),
  ]
}

/** Lists the segments and events that are on none of the maps. */
function listUnmatched({ speeds: { fromNode, toNode }, events }: FeedContent, checked: readonly CheckedMap[]) {
  const segments = findUnmatched(checked.map(({ feedOnMap }) => feedOnMap.segments))
  const unmatchedEvents = findUnmatched(checked.map(({ feedOnMap }) => feedOnMap.events))
  return {
    segments: segments.count,
    events: unmatchedEvents.count,
    first_segments: segments.first.map((i) => `from node ${fromNode[i]} to node ${toNode[i]}`),
    first_events: unmatchedEvents.first.flatMap((i) => events[i] ?? []).map(describeEvent),
  }
}

/** Counts all unmatched items but keeps only the first ones, because there may be millions. */
function findUnmatched(matchFlags: readonly Uint8Array[]): { count: number; first: number[] } {
  const unmatched = { count: 0, first: [] as number[] }
  const length = matchFlags[0]?.length ?? 0
  for (let i = 0; i < length; i++) {
    if (matchFlags.some((flags) => flags[i] === 1)) continue
    if (unmatched.count++ < MAX_LISTED) unmatched.first.push(i)
  }
  return unmatched
}

function describeEvent({ id, kind, where }: FeedEvent): string {
  const [position] = 'at' in where ? [where.at] : 'line' in where ? where.line : where.area
  return `${kind} ${id} at [${position?.join(', ')}]`
}

function countMatched(matchFlags: Uint8Array): number {
  return matchFlags.reduce((total, flag) => total + flag, 0)
}
