import { createHash } from 'node:crypto'
import type { JsonItem } from '@fairway/dataset'
import { defaultFeedLimits, type FeedContent, type FeedEvent, type FeedLimits } from './feed-content.ts'
import { FeedError } from './feed-failure.ts'
import { InvalidRecordError, SkippedRecords, UNREADABLE_AFTER_RECORDS } from './formats/broken-record.ts'
import { toIncident } from './formats/incident.ts'
import { readFeedItems } from './formats/json-items.ts'
import { countPoints } from './formats/places.ts'
import { SegmentTable } from './formats/segment-table.ts'
import { isDevice, toWorkZone } from './formats/wzdx-event.ts'

/** Names of the lists for incidents in our own format and for WZDx features. */
const listNames: ReadonlySet<string> = new Set(['incidents', 'features'])

export async function readJson(chunks: AsyncIterable<Uint8Array>, limits = defaultFeedLimits): Promise<FeedContent> {
  const records = new EventCollector(limits)
  for await (const item of readFeedItems(chunks, listNames)) {
    records.add(item)
    if (records.isUnreadable()) break
  }
  return records.finish()
}

class EventCollector {
  private readonly limits: FeedLimits
  private readonly events: FeedEvent[] = []
  private readonly skippedRecords = new SkippedRecords()
  private readonly idCounts = new Map<string, number>()
  private pointCount = 0
  private omittedCount = 0
  private deviceCount = 0
  private recordCount = 0

  constructor(limits: FeedLimits) {
    this.limits = limits
  }

  add(item: JsonItem): void {
    const { limits } = this
    if (++this.recordCount > limits.events) throw tooMuchContent('events', limits.events)
    const name = `${item.list === 'features' ? 'feature' : 'incident'} ${this.recordCount}`
    try {
      const event = this.toEvent(item)
      if (event) this.addEvent(event)
      else this.omittedCount++
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error
      this.skippedRecords.add(() => `${name}: ${error.message}`)
    }
  }

  isUnreadable(): boolean {
    return this.events.length === 0 && this.omittedCount === 0 && this.skippedRecords.count >= UNREADABLE_AFTER_RECORDS
  }

  finish(): FeedContent {
    const { events, omittedCount } = this
    const skippedSummary = this.skippedRecords.toSummary()
    if (events.length === 0 && omittedCount === 0 && skippedSummary.count > 0) {
      throw new FeedError(
        this.deviceCount > 0 ? { kind: 'device-feed' } : { kind: 'nothing-readable', skipped: skippedSummary },
      )
    }
    return { speeds: new SegmentTable().toSpeeds(), events, skipped: skippedSummary, omittedCount }
  }

  private toEvent(item: JsonItem): FeedEvent | undefined {
    if (item.fault !== undefined) throw new InvalidRecordError(item.fault)
    const fallbackId = () => createHash('sha256').update(item.text).digest('hex').slice(0, 16)
    if (item.list === 'incidents') return toIncident(item.value, fallbackId)
    if (!isDevice(item.value)) return toWorkZone(item.value, fallbackId)
    this.deviceCount++
    throw new InvalidRecordError('it is a device; allowed: road events')
  }

  private addEvent(event: FeedEvent): void {
    this.pointCount += countPoints(event.where)
    if (this.pointCount > this.limits.points) throw tooMuchContent('points', this.limits.points)
    // Some publishers use the same id for both directions of a work zone. Both directions must be kept.
    const times = (this.idCounts.get(event.id) ?? 0) + 1
    this.idCounts.set(event.id, times)
    this.events.push(times === 1 ? event : { ...event, id: `${event.id}#${times}` })
  }
}

function tooMuchContent(contentKind: 'events' | 'points', max: number): FeedError {
  return new FeedError({ kind: 'too-much-content', of: contentKind, max })
}
