import { buildPathAttributes, type PathAttributes, type TrafficState, type TripStart } from '@fairway/road'
import type { LiveMeasures, MetricHandle, MetricSpec } from '../regions/handles.ts'
import type { PreparedMap } from './customize.ts'
import { liveTimes } from './live-times.ts'
import type { RegionDrive } from './metric-cache.ts'

/** How paths are measured: without traffic but with turns, or at free flow without any slowing down. */
export type MeasureKind = 'usual' | 'free-flow'

/** The inputs that produce path attributes of a metric. `spec` identifies the metric. */
export interface MeasureSpec {
  readonly dataset: string
  readonly spec: MetricSpec
  readonly metric: MetricHandle
  readonly kind: MeasureKind
}

export function measureAll({ map }: PreparedMap, { hierarchy }: MetricHandle, kind: MeasureKind): PathAttributes {
  const { network, topology } = map
  if (kind === 'usual') return buildPathAttributes(network, topology, hierarchy)
  const { arcs, turns } = network
  const arcDurationCs = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) arcDurationCs[arc] = (arcs.duration[arc] ?? 0) - (arcs.delay[arc] ?? 0)
  const free = new Uint16Array(new SharedArrayBuffer(2 * turns.count))
  return buildPathAttributes({ ...network, turns: { ...turns, duration: free } }, topology, hierarchy, {
    arcDurationCs,
  })
}

/** The departures that live path attributes are requested for. */
export interface LiveStart {
  readonly departMs: number
  readonly aheadMs: number
  /** When the metric was built. */
  readonly sinceMs: number
  /** See liveTimes. Defaults to the time range of considered events. */
  readonly markedMs?: number | undefined
}

export interface LiveMeasureSpec extends Omit<MeasureSpec, 'kind'> {
  readonly start: LiveStart
}

export function measureLive(
  { map }: PreparedMap,
  { hierarchy }: MetricHandle,
  state: TrafficState,
  start: TripStart,
  sinceMs: number,
  markedMs?: number,
): LiveMeasures {
  const { fadeCs, untilMs, ...times } = liveTimes(map.network, state, start, sinceMs, markedMs)
  const by = buildPathAttributes(map.network, map.topology, hierarchy, times)
  return { by, fromMs: start.departMs, untilMs, fadeCs }
}

/** Trips longer than this reach a different network than the measured one. Not above 0 when all trips do. */
export function regularCs({ fromMs, untilMs }: LiveMeasures, departMs: number): number {
  return departMs < fromMs ? 0 : (untilMs - departMs) / 10
}

type Kept = Partial<Record<MeasureKind, PathAttributes | Promise<PathAttributes>>>

/**
 * The path attributes of one region's metric snapshots. They live as long as the snapshot whose metric they derive
 * from.
 */
export class MeasureShelf {
  private readonly kept = new WeakMap<RegionDrive, Kept>()
  private readonly ask: (drive: RegionDrive, kind: MeasureKind) => Promise<PathAttributes>

  constructor(ask: (drive: RegionDrive, kind: MeasureKind) => Promise<PathAttributes>) {
    this.ask = ask
  }

  /** Returns synchronously when they are cached. */
  take(drive: RegionDrive, kind: MeasureKind): PathAttributes | Promise<PathAttributes> {
    const known = this.keptOf(drive)
    const asked = known[kind] ?? this.ask(drive, kind)
    known[kind] = asked
    if (asked instanceof Promise) {
      asked.then(
        (made) => this.keep(drive, kind, made),
        () => delete known[kind],
      )
    }
    return asked
  }

  keep(drive: RegionDrive, kind: MeasureKind, measures: PathAttributes): void {
    this.keptOf(drive)[kind] = measures
  }

  private keptOf(drive: RegionDrive): Kept {
    const known = this.kept.get(drive) ?? {}
    this.kept.set(drive, known)
    return known
  }
}
