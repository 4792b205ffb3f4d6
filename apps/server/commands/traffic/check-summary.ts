import type { FeedContent, FeedEvent } from '../../maps/traffic/feeds/feed-content.ts'
import { toCount } from '../amounts.ts'
import { table } from '../common.ts'
import type { FeedOnMap } from './feed-on-map.ts'
import { counted, describeContent, toContentFields } from './feed-summary.ts'

export interface CheckedMap {
  readonly region: string
  readonly dataset: string
  readonly found: FeedOnMap
}

/** The number of segments and events listed by name. */
const MAX_NAMED = 5

export function toCheckFields(content: FeedContent, checked: readonly CheckedMap[]): Record<string, unknown> {
  return {
    ...toContentFields(content),
    maps: checked.map(({ region, dataset, found }) => {
      return { region, dataset, segments: sum(found.segments), events: sum(found.events) }
    }),
    on_no_map: listLost(content, checked),
  }
}

export function describeCheck(source: string, content: FeedContent, checked: readonly CheckedMap[]): string {
  const [segments, events] = [content.speeds.kmh.length, content.events.length]
  const rows = checked.map(({ region, found }) => [
    region,
    `${toCount(sum(found.segments))} of ${toCount(segments)}`,
    `${toCount(sum(found.events))} of ${toCount(events)}`,
  ])
  const lost = listLost(content, checked)
  return [
    `Checked ${source}`,
    '',
    ...describeContent(content),
    '',
    table([['MAP', 'MATCHED SEGMENTS', 'MATCHED EVENTS'], ...rows]),
    ...describeLost('segment', lost.segments, lost.first_segments),
    ...describeLost('event', lost.events, lost.first_events),
  ].join('\n')
}

function describeLost(what: string, count: number, first: readonly string[]): string[] {
  if (count === 0) return []
  const more = count > first.length ? `, first ${first.length} shown` : ''
  return ['', `Not on any map: ${counted(count, what, `${what}s`)}${more}`, ...first.map((text) => `  ${text}`)]
}

/** Lists the segments and events that are on none of the maps. */
function listLost({ speeds: { fromNode, toNode }, events }: FeedContent, checked: readonly CheckedMap[]) {
  const segments = findLost(checked.map(({ found }) => found.segments))
  const lostEvents = findLost(checked.map(({ found }) => found.events))
  return {
    segments: segments.count,
    events: lostEvents.count,
    first_segments: segments.first.map((i) => `from node ${fromNode[i]} to node ${toNode[i]}`),
    first_events: lostEvents.first.flatMap((i) => events[i] ?? []).map(describeEvent),
  }
}

/** Only counts and keeps the first ones, because there may be millions. */
function findLost(found: readonly Uint8Array[]): { count: number; first: number[] } {
  const lost = { count: 0, first: [] as number[] }
  const length = found[0]?.length ?? 0
  for (let i = 0; i < length; i++) {
    if (found.some((one) => one[i] === 1)) continue
    if (lost.count++ < MAX_NAMED) lost.first.push(i)
  }
  return lost
}

function describeEvent({ id, kind, where }: FeedEvent): string {
  const [place] = 'at' in where ? [where.at] : 'line' in where ? where.line : where.area
  return `${kind} ${id} at [${place?.join(', ')}]`
}

function sum(found: Uint8Array): number {
  return found.reduce((total, one) => total + one, 0)
}
