import type { LivePathAttributes } from '../regions/handles.ts'
import type { MetricSnapshot } from './metric-cache.ts'
import { getRemainingValidCs, type LiveDepartureSpec } from './path-attributes.ts'

interface CachedLiveAttributes extends LiveDeparture {
  attributes: LivePathAttributes | Promise<LivePathAttributes>
}

/** Departure that path attributes are valid for. */
interface LiveDeparture {
  readonly departMs: number
  readonly aheadMs: number
  readonly markWithinMs: number | undefined
}

/** Step to which departure times are rounded. Departures within the same step share their attributes across threads. */
const SHARED_DEPARTURE_STEP_MS = 1_800_000

type SnapshotEntries = Partial<Record<'now' | 'other' | 'now marked' | 'other marked', CachedLiveAttributes>>

/**
 * Caches the live path attributes of metric snapshots. Each snapshot has entries for immediate departures and for one
 * other departure time, each with and without a `markWithinMs` limit.
 */
export class LiveAttributeCache {
  private readonly entriesBySnapshot = new WeakMap<MetricSnapshot, SnapshotEntries>()
  private readonly compute: (snapshot: MetricSnapshot, start: LiveDepartureSpec) => Promise<LivePathAttributes>

  constructor(compute: (snapshot: MetricSnapshot, start: LiveDepartureSpec) => Promise<LivePathAttributes>) {
    this.compute = compute
  }

  /** Stores the attributes that arrived with the traffic, which are valid for immediate departures. */
  set(snapshot: MetricSnapshot, attributes: LivePathAttributes): void {
    this.getEntries(snapshot).now = {
      departMs: attributes.validFromMs,
      aheadMs: 0,
      markWithinMs: undefined,
      attributes,
    }
  }

  /** Returns the attributes, synchronously if they are cached. */
  get(snapshot: MetricSnapshot, start: LiveDepartureSpec): LivePathAttributes | Promise<LivePathAttributes> {
    const entries = this.getEntries(snapshot)
    const { aheadMs, markWithinMs } = start
    const isImmediateDeparture = aheadMs === 0
    const slot = toSlot(isImmediateDeparture, markWithinMs !== undefined)
    const cached = entries[slot]
    const departMs = isImmediateDeparture ? roundDepartMs(start) : start.departMs
    if (cached) {
      const { attributes } = cached
      if (cached.departMs === departMs && cached.aheadMs === aheadMs && cached.markWithinMs === markWithinMs)
        return attributes
      const isReusable = slot === 'now' && !(attributes instanceof Promise)
      if (isReusable && getRemainingValidCs(attributes, start.departMs) >= attributes.fadeCs) {
        return attributes
      }
    }
    const attributesPromise = this.compute(snapshot, { ...start, departMs })
    const entry: CachedLiveAttributes = { departMs, aheadMs, markWithinMs, attributes: attributesPromise }
    entries[slot] = entry
    attributesPromise.then(
      (computed) => {
        entry.attributes = computed
      },
      () => {
        if (entries[slot] === entry) delete entries[slot]
      },
    )
    return attributesPromise
  }

  private getEntries(snapshot: MetricSnapshot): SnapshotEntries {
    const existing = this.entriesBySnapshot.get(snapshot)
    if (existing) return existing
    const entries: SnapshotEntries = {}
    this.entriesBySnapshot.set(snapshot, entries)
    return entries
  }
}

function toSlot(isNow: boolean, isMarked: boolean): keyof SnapshotEntries {
  if (isMarked) return isNow ? 'now marked' : 'other marked'
  return isNow ? 'now' : 'other'
}

/**
 * Rounds a departure time down to a whole number of steps after the metric was built, so that all threads can share the
 * result.
 */
function roundDepartMs({ departMs, metricBuiltMs }: LiveDepartureSpec): number {
  const stepCount = Math.max(0, Math.floor((departMs - metricBuiltMs) / SHARED_DEPARTURE_STEP_MS))
  return metricBuiltMs + stepCount * SHARED_DEPARTURE_STEP_MS
}
