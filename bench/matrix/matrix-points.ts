import {
  copiesOf,
  EndpointList,
  type MatrixPoint,
  type PlannedLeg,
  Planner,
  type RoadMap,
  type RoadMetric,
  type RoadNetwork,
  type Stop,
  toMatrixPoint,
} from '@fairway/road'

const RADIUS_METERS = 1000

export interface SnappedPoint {
  readonly stop: Stop
  readonly source: MatrixPoint
  readonly target: MatrixPoint
}

/** Matrix points, snapped in the same way as for routes. */
export class MatrixPoints {
  readonly network: RoadNetwork
  private readonly planner: Planner
  private readonly metric: RoadMetric
  private readonly points: readonly SnappedPoint[]

  constructor(map: RoadMap, metric: RoadMetric, places: readonly (readonly [number, number])[]) {
    this.network = map.network
    this.metric = metric
    this.planner = new Planner(map)
    const ends = new EndpointList(map.network, copiesOf(map.network))
    this.points = places.map(([latitude, longitude]) => {
      const stop = { latitude, longitude, heading: -1 }
      // In this round trip, the first snap is for departures and the second snap is for arrivals.
      const snaps = this.planner.snap(this.request(stop, stop))
      if ('kind' in snaps) throw new Error(`no road near ${latitude}, ${longitude}`)
      const [source, target] = (['source', 'target'] as const).map((kind, index) => {
        ends.clear()
        ends.addSnaps(metric.weights.arc, snaps[index] ?? [], kind)
        return toMatrixPoint(map.network, ends)
      })
      if (!source || !target) throw new Error('two stops have two lists of snaps')
      return { stop, source, target }
    })
  }

  /** Returns matrix `k` of the given size, numbered as in ../shared/design/anchors.md. */
  take(k: number, size: number): SnappedPoint[] {
    const { points } = this
    return Array.from({ length: size }, (_, i) => points[(k * size + i) % points.length]).filter((point) => !!point)
  }

  findLeg(from: SnappedPoint, to: SnappedPoint): PlannedLeg | undefined {
    const plan = this.planner.plan(this.request(from.stop, to.stop))
    return plan.kind === 'plan' ? plan.legs[0] : undefined
  }

  private request(from: Stop, to: Stop) {
    return { metric: this.metric, stops: [from, to], radiusMeters: RADIUS_METERS, alternatives: 0 }
  }
}
