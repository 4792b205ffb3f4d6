import { mapOf } from '@fairway/dataset/roads/sections.ts'
import type { RoadMap, RoadMetric } from '@fairway/road/map.ts'
import { TextCache } from '@fairway/road/network/text-cache.ts'
import { readText } from '@fairway/road/network/texts.ts'
import { type CarProfile, defaultProfile } from '@fairway/road/profile/car-weights.ts'
import { conditionTexts } from '@fairway/road/profile/closures.ts'
import { Planner } from '@fairway/road/route/planner.ts'
import { ConditionClock } from './conditions.ts'
import { type MetricSpec, metricKey, type RegionHandle, type Ring } from './handles.ts'

/** How a thread gets a metric that it does not have yet. */
export type AskMetric = (what: { dataset: string; spec: MetricSpec }) => Promise<RoadMetric>

/** What a request says of how it is driven, and when. */
export interface DriveOptions {
  readonly profile: CarProfile
  readonly avoidAreas: readonly Ring[]
  readonly departMs: number
}

const KEPT_METRICS = 12
/** Rules change by the minute at most. */
const CONDITION_STEP_MS = 60_000

/** One served map, as one thread sees it: the shared arrays and the thread's own scratch memory. */
export class Region {
  readonly handle: RegionHandle
  readonly map: RoadMap
  readonly planner: Planner
  readonly texts: TextCache
  private readonly askMetric: AskMetric
  private readonly clock: ConditionClock
  private readonly metrics = new Map<string, RoadMetric>()
  private lastHolding = { minute: Number.NaN, texts: [] as readonly number[] }
  /** The metric nearly everybody asks for, found without writing down what makes it different. */
  private plain: { profile: CarProfile; texts: readonly number[]; metric: RoadMetric } | undefined

  constructor(handle: RegionHandle, askMetric: AskMetric) {
    this.handle = handle
    this.askMetric = askMetric
    this.map = mapOf(handle.sections)
    this.planner = new Planner(this.map)
    const { network } = this.map
    this.texts = new TextCache(network.texts)
    const texts = new Map(conditionTexts(network).map((text) => [text, readText(network.texts, text)]))
    const { south, north, west, east } = handle.boundingBox
    const country = readText(network.texts, network.roads.country[0] ?? 0).toLowerCase()
    const longitude = west <= east ? (west + east) / 2 : west
    this.clock = new ConditionClock(texts, { country, latitude: (south + north) / 2, longitude })
  }

  /** Inside the map's box, give or take the distance within which points are put on roads. */
  covers(latitude: number, longitude: number, marginDegrees: number): boolean {
    const { south, north, west, east } = this.handle.boundingBox
    if (latitude < south - marginDegrees || latitude > north + marginDegrees) return false
    const wide = marginDegrees / Math.max(0.05, Math.cos((latitude * Math.PI) / 180))
    return west <= east
      ? longitude >= west - wide && longitude <= east + wide
      : longitude >= west - wide || longitude <= east + wide
  }

  /** The metric for a request: at once when it is known, which is nearly always. */
  metricFor({ profile, avoidAreas, departMs }: DriveOptions): RoadMetric | Promise<RoadMetric> {
    const texts = this.holdingAt(departMs)
    const { plain } = this
    if (plain && plain.profile === profile && plain.texts === texts && avoidAreas.length === 0) return plain.metric
    const spec = { profile, holds: texts, avoidAreas }
    const key = metricKey(spec)
    const known = this.metrics.get(key)
    if (known) return this.keep(key, spec, known)
    return this.askMetric({ dataset: this.handle.dataset, spec }).then((metric) => this.keep(key, spec, metric))
  }

  private holdingAt(instantMs: number): readonly number[] {
    const minute = Math.floor(instantMs / CONDITION_STEP_MS)
    if (minute !== this.lastHolding.minute) {
      const texts = this.clock.holding(minute * CONDITION_STEP_MS)
      const same =
        texts.length === this.lastHolding.texts.length && texts.every((t, i) => t === this.lastHolding.texts[i])
      this.lastHolding = { minute, texts: same ? this.lastHolding.texts : texts }
    }
    return this.lastHolding.texts
  }

  private keep(key: string, spec: MetricSpec, metric: RoadMetric): RoadMetric {
    this.metrics.delete(key)
    this.metrics.set(key, metric)
    const oldest = this.metrics.keys().next().value
    if (this.metrics.size > KEPT_METRICS && oldest !== undefined) this.metrics.delete(oldest)
    if (spec.avoidAreas.length === 0) this.plain = { profile: spec.profile, texts: spec.holds, metric }
    return metric
  }
}

/** The maps a thread serves. Replaced whole when there are new ones; who has taken a region keeps it. */
export class RegionDirectory {
  private readonly askMetric: AskMetric
  private regions: readonly Region[] = []

  constructor(askMetric: AskMetric) {
    this.askMetric = askMetric
  }

  /** Serves these from now on. */
  use(handles: readonly RegionHandle[]): void {
    this.regions = this.open(handles)
  }

  /** The same, when what nearly everybody asks for has been weighed: no request shall wait for a map that is new. */
  async adopt(handles: readonly RegionHandle[], nowMs: number): Promise<void> {
    const regions = this.open(handles)
    const usual = { profile: defaultProfile, avoidAreas: [], departMs: nowMs }
    // A metric that cannot be made is said to whoever asks for it.
    await Promise.allSettled(regions.map((region) => region.metricFor(usual)))
    this.regions = regions
  }

  /** The smallest map that covers a place knows it best. */
  private open(handles: readonly RegionHandle[]): Region[] {
    return handles
      .map((handle) => this.find(handle) ?? new Region(handle, this.askMetric))
      .sort((a, b) => areaOf(a.handle) - areaOf(b.handle))
  }

  list(): readonly Region[] {
    return this.regions
  }

  /** By both names: two regions may be links to one dataset. */
  private find({ region, dataset }: RegionHandle): Region | undefined {
    return this.regions.find(({ handle }) => handle.dataset === dataset && handle.region === region)
  }
}

function areaOf({ boundingBox: { south, north, west, east } }: RegionHandle): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
