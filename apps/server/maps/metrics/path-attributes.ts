import { buildPathMeasures, type PathMeasures, type TrafficState, type TripStart } from '@fairway/road'
import type { MetricHandle, MetricSpec } from '../regions/handles.ts'
import type { PreparedMap } from './customize.ts'
import { liveTimes } from './live-times.ts'
import type { RegionDrive } from './metric-cache.ts'

/** How ways are measured: as they take without traffic, turns included, or for one who never has to slow down. */
export type MeasureKind = 'usual' | 'free-flow'

/** What makes measures of a metric; `spec` is what tells it from others. */
export interface MeasureSpec {
  readonly dataset: string
  readonly spec: MetricSpec
  readonly metric: MetricHandle
  readonly kind: MeasureKind
}

export function measureAll({ map }: PreparedMap, { hierarchy }: MetricHandle, kind: MeasureKind): PathMeasures {
  const { network, topology } = map
  if (kind === 'usual') return buildPathMeasures(network, topology, hierarchy)
  const { arcs, turns } = network
  const arcDurationCs = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) arcDurationCs[arc] = (arcs.duration[arc] ?? 0) - (arcs.delay[arc] ?? 0)
  const free = new Uint16Array(new SharedArrayBuffer(2 * turns.count))
  return buildPathMeasures({ ...network, turns: { ...turns, duration: free } }, topology, hierarchy, { arcDurationCs })
}

/** Measures in live traffic that fades: good for those who depart as far ahead of what was seen. */
export interface LiveMeasures {
  readonly by: PathMeasures
  /** Of those who depart from this instant on. */
  readonly fromMs: number
  readonly untilMs: number
  readonly fadeCs: number
}

/** For which departures live measures are asked for. */
export interface LiveStart {
  readonly departMs: number
  readonly aheadMs: number
  /** When the metric was made. */
  readonly sinceMs: number
  /** See liveTimes; default: as long as events are looked at. */
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
  const by = buildPathMeasures(map.network, map.topology, hierarchy, times)
  return { by, fromMs: start.departMs, untilMs, fadeCs }
}

/** Trips that take longer than this meet other roads than those that were measured; not above 0 when all do. */
export function regularCs({ fromMs, untilMs }: LiveMeasures, departMs: number): number {
  return departMs < fromMs ? 0 : (untilMs - departMs) / 10
}

type Kept = Partial<Record<MeasureKind, PathMeasures | Promise<PathMeasures>>>

/** The measures of the drives of one region: they live as long as the drive, whose metric they are made of. */
export class MeasureShelf {
  private readonly kept = new WeakMap<RegionDrive, Kept>()
  private readonly ask: (drive: RegionDrive, kind: MeasureKind) => Promise<PathMeasures>

  constructor(ask: (drive: RegionDrive, kind: MeasureKind) => Promise<PathMeasures>) {
    this.ask = ask
  }

  /** At once when they are known. */
  take(drive: RegionDrive, kind: MeasureKind): PathMeasures | Promise<PathMeasures> {
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

  keep(drive: RegionDrive, kind: MeasureKind, measures: PathMeasures): void {
    this.keptOf(drive)[kind] = measures
  }

  private keptOf(drive: RegionDrive): Kept {
    const known = this.kept.get(drive) ?? {}
    this.kept.set(drive, known)
    return known
  }
}
