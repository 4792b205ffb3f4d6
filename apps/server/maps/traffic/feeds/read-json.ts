import { createHash } from 'node:crypto'
import type { JsonItem } from '@fairway/dataset'
import { type ContentLimits, type FeedContent, type FeedEvent, usualLimits } from './feed-content.ts'
import { FeedBroken } from './feed-failure.ts'
import { BrokenRecord, HOPELESS_AFTER, SkippedRecords } from './formats/broken-record.ts'
import { toIncident } from './formats/incident.ts'
import { readFeedItems } from './formats/json-items.ts'
import { countPoints } from './formats/places.ts'
import { SegmentTable } from './formats/segment-table.ts'
import { isDevice, toWorkZone } from './formats/wzdx-event.ts'

/** Incidents in our own format, and WZDx features. */
const lists: ReadonlySet<string> = new Set(['incidents', 'features'])

export async function readJson(chunks: AsyncIterable<Uint8Array>, limits = usualLimits): Promise<FeedContent> {
  const records = new Records(limits)
  for await (const item of readFeedItems(chunks, lists)) {
    records.add(item)
    if (records.isHopeless()) break
  }
  return records.finish()
}

class Records {
  private readonly limits: ContentLimits
  private readonly events: FeedEvent[] = []
  private readonly skipped = new SkippedRecords()
  private readonly timesSeen = new Map<string, number>()
  private points = 0
  private leftOut = 0
  private devices = 0
  private count = 0

  constructor(limits: ContentLimits) {
    this.limits = limits
  }

  add(item: JsonItem): void {
    const { limits } = this
    if (++this.count > limits.events) throw tooMuch('events', limits.events)
    const name = `${item.list === 'features' ? 'feature' : 'incident'} ${this.count}`
    try {
      const event = this.read(item)
      if (event) this.keep(event)
      else this.leftOut++
    } catch (error) {
      if (!(error instanceof BrokenRecord)) throw error
      this.skipped.add(() => `${name}: ${error.message}`)
    }
  }

  isHopeless(): boolean {
    return this.events.length === 0 && this.leftOut === 0 && this.skipped.count >= HOPELESS_AFTER
  }

  finish(): FeedContent {
    const { events, leftOut } = this
    const skipped = this.skipped.toSkipped()
    if (events.length === 0 && leftOut === 0 && skipped.count > 0) {
      throw new FeedBroken(this.devices > 0 ? { kind: 'device-feed' } : { kind: 'nothing-readable', skipped })
    }
    return { speeds: new SegmentTable().toSpeeds(), events, skipped, leftOut }
  }

  private read(item: JsonItem): FeedEvent | undefined {
    if (item.fault !== undefined) throw new BrokenRecord(item.fault)
    const fallbackId = () => createHash('sha256').update(item.text).digest('hex').slice(0, 16)
    if (item.list === 'incidents') return toIncident(item.value, fallbackId)
    if (!isDevice(item.value)) return toWorkZone(item.value, fallbackId)
    this.devices++
    throw new BrokenRecord('it is a device; allowed: road events')
  }

  private keep(event: FeedEvent): void {
    this.points += countPoints(event.where)
    if (this.points > this.limits.points) throw tooMuch('points', this.limits.points)
    // Some publishers use one id for both directions of a work zone. Both must be kept.
    const times = (this.timesSeen.get(event.id) ?? 0) + 1
    this.timesSeen.set(event.id, times)
    this.events.push(times === 1 ? event : { ...event, id: `${event.id}#${times}` })
  }
}

function tooMuch(of: 'events' | 'points', max: number): FeedBroken {
  return new FeedBroken({ kind: 'too-much-content', of, max })
}
