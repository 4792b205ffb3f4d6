import type { RoadNetwork } from '@fairway/road'
import type { CustomizableMap } from '../../apps/server/maps/metrics/map-customizer.ts'
import { makeFeed, makeWorkZone } from '../../apps/server/maps/traffic/feeds/testing/wzdx.ts'
import { makeSpeedCsv } from '../../apps/server/maps/traffic/testing/traffic-service.ts'

type Point = [latitude: number, longitude: number]
type Random = () => number

const HOUR_MS = 3_600_000

/** Generates feeds in all formats for the roads of one map from one random sequence. */
export class RandomFeeds {
  private readonly map: CustomizableMap
  private readonly network: RoadNetwork
  private readonly random: Random
  private ids = 0

  constructor(map: CustomizableMap, random: Random) {
    this.map = map
    this.network = map.map.network
    this.random = random
  }

  /** Returns speeds for one or more roads: slower, faster or closed. */
  speeds(most: number): string {
    const { arcs } = this.network
    const slower = new Map<number, number>()
    for (let left = 1 + Math.floor(most ** this.random()); left > 0; left--) {
      const arc = this.below(arcs.count)
      slower.set(arc, this.random() < 0.15 ? 0 : 1 + 4 * this.random())
    }
    return makeSpeedCsv(this.map, slower)
  }

  incidents(nowMs: number, most: number): string {
    const incidents = Array.from({ length: 1 + this.below(most) }, () => ({
      id: `i-${++this.ids}`,
      kind: this.one(['closure', 'roadworks', 'accident', 'congestion', 'hazard', 'weather', 'other']),
      ...this.place(),
      ...(this.random() < 0.4 ? { closed: this.random() < 0.5 } : {}),
      ...(this.random() < 0.4 ? { speed_kmh: 2 + this.below(40) } : {}),
      ...(this.random() < 0.3 ? { lanes_closed: [1 + this.below(2), 3] } : {}),
      ...(this.random() < 0.4 ? { delay_min: this.below(12) } : {}),
      ...this.times(nowMs, 'starts_at', 'ends_at'),
    }))
    return JSON.stringify({ incidents })
  }

  workZones(nowMs: number, most: number): string {
    const zones = Array.from({ length: 1 + this.below(most) }, () => {
      const impact = this.one(['all-lanes-closed', 'some-lanes-closed', 'all-lanes-open', 'unknown'])
      const coordinates = this.line().map(([latitude, longitude]) => [longitude, latitude])
      const times = { start_date: null, end_date: null, ...this.times(nowMs, 'start_date', 'end_date') }
      const speed = this.random() < 0.5 ? { reduced_speed_limit_kph: 5 + this.below(50) } : {}
      const zone = makeWorkZone({ vehicle_impact: impact, ...times, ...speed }, {}, { type: 'LineString', coordinates })
      return { ...zone, id: `z-${++this.ids}` }
    })
    return JSON.stringify(makeFeed(...zones))
  }

  /** Returns the position of a random junction, in degrees. */
  junction(): Point {
    const { count, latitude, longitude } = this.network.nodes
    const node = this.below(count)
    return [(latitude[node] ?? 0) / 1e6, (longitude[node] ?? 0) / 1e6]
  }

  below(count: number): number {
    return Math.floor(this.random() * count)
  }

  private place(): object {
    const kind = this.random()
    if (kind < 0.5) return { line: this.line(), ...(this.random() < 0.5 ? { both_directions: true } : {}) }
    const [latitude, longitude] = this.junction()
    if (kind < 0.75) return { at: [latitude, longitude] }
    const [high, wide] = [0.0001 + 0.002 * this.random(), 0.0001 + 0.002 * this.random()]
    return {
      area: [
        [latitude, longitude],
        [latitude + high, longitude],
        [latitude + high, longitude + wide],
      ],
    }
  }

  /** Returns a line along a street, in either direction. */
  private line(): Point[] {
    const { count, shapeFirst, shapeLatitude, shapeLongitude } = this.network.edges
    const edge = this.below(count)
    const points: Point[] = []
    for (let i = shapeFirst[edge] ?? 0; i < (shapeFirst[edge + 1] ?? 0); i++) {
      points.push([(shapeLatitude[i] ?? 0) / 1e6, (shapeLongitude[i] ?? 0) / 1e6])
    }
    return this.random() < 0.5 ? points : points.reverse()
  }

  private times(nowMs: number, start: string, end: string): Record<string, string> {
    const [first = 0, last = 0] = [this.random(), this.random()].sort((a, b) => a - b)
    const instant = (share: number) => new Date(Math.round(nowMs + (share - 0.4) * 30 * HOUR_MS)).toISOString()
    return {
      ...(this.random() < 0.5 ? { [start]: instant(first) } : {}),
      ...(this.random() < 0.5 ? { [end]: instant(last) } : {}),
    }
  }

  private one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}
