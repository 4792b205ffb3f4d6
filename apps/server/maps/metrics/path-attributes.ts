import {
  buildClimbAttributes,
  buildEnergyAttributes,
  buildPathAttributes,
  type PathAttributes,
  type TrafficState,
  type TripStart,
  withArcDurations,
} from '@fairway/road'
import type { LivePathAttributes, MetricHandle, MetricSpec } from '../regions/handles.ts'
import type { PreparedMap } from './customize.ts'
import { computeLiveArcTimes } from './live-times.ts'
import type { MetricSnapshot } from './metric-cache.ts'

/**
 * Kind of path attributes. `usual` includes turns but no traffic, and `free-flow` has no delays. `energy` contains
 * squared speeds instead of durations, and `ascent` and `descent` contain elevation gain and loss. See
 * buildEnergyAttributes.
 */
export type PathAttributeKind = 'usual' | 'free-flow' | 'energy' | 'ascent' | 'descent'

/** Inputs of path attributes. `spec` identifies the metric. */
export interface PathAttributeSpec {
  readonly dataset: string
  readonly spec: MetricSpec
  readonly metric: MetricHandle
  readonly kind: PathAttributeKind
}

export function computePathAttributes(
  { map }: PreparedMap,
  metric: MetricHandle,
  kind: PathAttributeKind,
): PathAttributes {
  const { topology } = map
  const { hierarchy } = metric
  const network = withArcDurations(map.network, metric)
  if (kind === 'usual') return buildPathAttributes(network, topology, hierarchy)
  if (kind === 'energy') return buildEnergyAttributes(network, topology, hierarchy)
  if (kind === 'ascent' || kind === 'descent') return buildClimbAttributes(network, topology, hierarchy, kind)
  const { arcs, turns } = network
  const arcDurationCs = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) arcDurationCs[arc] = (arcs.duration[arc] ?? 0) - (arcs.delay[arc] ?? 0)
  const zeroTurnDurations = new Uint16Array(new SharedArrayBuffer(2 * turns.count))
  return buildPathAttributes({ ...network, turns: { ...turns, duration: zeroTurnDurations } }, topology, hierarchy, {
    arcDurationCs,
  })
}

/** Departure that live path attributes are requested for. */
export interface LiveDepartureSpec {
  readonly departMs: number
  readonly aheadMs: number
  readonly metricBuiltMs: number
  /** Time limit for marked arcs. See computeLiveArcTimes. Default: the time range of considered events. */
  readonly markWithinMs?: number | undefined
}

export interface LivePathAttributeSpec extends Omit<PathAttributeSpec, 'kind'> {
  readonly start: LiveDepartureSpec
}

export function computeLivePathAttributes(
  { map }: PreparedMap,
  metric: MetricHandle,
  state: TrafficState,
  start: TripStart,
  metricBuiltMs: number,
  markWithinMs?: number,
): LivePathAttributes {
  const network = withArcDurations(map.network, metric)
  const { fadeCs, validUntilMs, ...times } = computeLiveArcTimes(network, state, start, metricBuiltMs, markWithinMs)
  const attributes = buildPathAttributes(network, map.topology, metric.hierarchy, times)
  return { attributes, validFromMs: start.departMs, validUntilMs, fadeCs }
}

/**
 * Returns the maximum duration of a trip that ends before the network changes, in hundredths of a second. The value is
 * zero or negative if no trip is short enough.
 */
export function getRemainingValidCs({ validFromMs, validUntilMs }: LivePathAttributes, departMs: number): number {
  return departMs < validFromMs ? 0 : (validUntilMs - departMs) / 10
}

type SnapshotEntries = Partial<Record<PathAttributeKind, PathAttributes | Promise<PathAttributes>>>

/**
 * Caches the path attributes of one region's metric snapshots. The attributes are released together with their
 * snapshot.
 */
export class PathAttributeCache {
  private readonly entriesBySnapshot = new WeakMap<MetricSnapshot, SnapshotEntries>()
  private readonly compute: (snapshot: MetricSnapshot, kind: PathAttributeKind) => Promise<PathAttributes>

  constructor(compute: (snapshot: MetricSnapshot, kind: PathAttributeKind) => Promise<PathAttributes>) {
    this.compute = compute
  }

  /** Returns the attributes, synchronously if they are cached. */
  get(snapshot: MetricSnapshot, kind: PathAttributeKind): PathAttributes | Promise<PathAttributes> {
    const entries = this.getEntries(snapshot)
    const attributes = entries[kind] ?? this.compute(snapshot, kind)
    entries[kind] = attributes
    if (attributes instanceof Promise) {
      attributes.then(
        (computed) => this.set(snapshot, kind, computed),
        () => delete entries[kind],
      )
    }
    return attributes
  }

  set(snapshot: MetricSnapshot, kind: PathAttributeKind, attributes: PathAttributes): void {
    this.getEntries(snapshot)[kind] = attributes
  }

  private getEntries(snapshot: MetricSnapshot): SnapshotEntries {
    const entries = this.entriesBySnapshot.get(snapshot) ?? {}
    this.entriesBySnapshot.set(snapshot, entries)
    return entries
  }
}
