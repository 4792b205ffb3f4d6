import type { Metric } from '../hierarchy/metric.ts'
import type { Topology } from '../hierarchy/topology.ts'
import type { Climber, Direction } from './climber.ts'
import type { RowRange } from './min-plus.ts'
import type { PathMeasures } from './path-measures.ts'
import type { PointEnds } from './point-ends.ts'

/**
 * What a weight is multiplied with in a row, to make room for a depth. The rows of one side carry the code of their
 * depth there, the lower the deeper: of all places where two paths of equal weight meet the lowest wins, as in PathQuery.
 */
export const DEPTH_SCALE = 2 ** 16
export const DEEPEST_CODE = DEPTH_SCALE - 1

/** Labels of vertices that a point passes before its ends have met: few, and of no use for a row. */
export interface ApartLabel {
  readonly vertex: number
  readonly point: number
  readonly weight: number
  readonly lengthCm: number
  readonly durationCs: number
}

/** A row of labels by depth for every source, or for every target, from where the ends of the point have met. */
export class PointRows {
  private readonly topology: Topology
  private readonly number: Uint32Array
  private readonly direction: Direction
  count = 0
  labels = new Float64Array(0)
  /** Length and duration of the path to every label, side by side: whoever reads the one reads the other. */
  measures = new Float64Array(0)
  private transposed = new Float64Array(0)
  readonly apart: ApartLabel[] = []
  readonly least: number[] = []
  private readonly joint: number[] = []
  /** The points in the order of the tree, the place of each there, and where the rows in that order begin. */
  point = new Uint32Array(0)
  place = new Uint32Array(0)
  rowFirst = new Uint32Array(0)

  constructor(topology: Topology, number: Uint32Array, direction: Direction) {
    this.topology = topology
    this.number = number
    this.direction = direction
  }

  fill(climber: Climber, metric: Metric, points: readonly PointEnds[], measures: PathMeasures | undefined): void {
    this.count = points.length
    this.apart.length = this.least.length = this.joint.length = 0
    this.reserve(points.length * this.topology.height, measures !== undefined)
    for (let point = 0; point < points.length; point++) {
      this.joint.push(climber.climb(points[point], metric.weight, this.direction, measures))
      this.least.push(climber.least)
      this.copy(climber, point, measures !== undefined)
    }
    this.sort()
  }

  jointAt(place: number): number {
    return this.joint[this.point[place]]
  }

  range(begin: number, end: number): RowRange {
    return { labels: this.labels, rowFirst: this.rowFirst, begin, end }
  }

  /** The measures of all rows, but by depth first, and then by place. */
  measuresByDepth(): Float64Array {
    const { count, rowFirst, measures, transposed } = this
    const { height } = this.topology
    const result = transposed.length < 2 * count * height ? new Float64Array(2 * count * height) : transposed
    for (let place = 0; place < count; place++) {
      for (let depth = 0, at = 2 * rowFirst[place]; depth < height; depth++, at += 2) {
        result[2 * (depth * count + place)] = measures[at]
        result[2 * (depth * count + place) + 1] = measures[at + 1]
      }
    }
    this.transposed = result
    return result
  }

  /** The first place whose ends meet at a vertex of this number or a higher one. */
  placeOf(number: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.number[this.jointAt(middle)] < number) low = middle + 1
      else high = middle
    }
    return low
  }

  private reserve(size: number, isMeasured: boolean): void {
    if (this.labels.length < size) this.labels = new Float64Array(size)
    if (isMeasured && this.measures.length < 2 * size) this.measures = new Float64Array(2 * size)
  }

  private copy({ climbed, count, apartCount }: Climber, point: number, isMeasured: boolean): void {
    const { vertex, weight, lengthCm, durationCs } = climbed
    for (let i = 0; i < apartCount; i++) {
      const measure = { lengthCm: lengthCm[i], durationCs: durationCs[i] }
      this.apart.push({ vertex: vertex[i], point, weight: weight[i], ...measure })
    }
    const first = point * this.topology.height
    for (let i = apartCount, depth = count - apartCount - 1; i < count; i++, depth--) {
      this.labels[first + depth] = weight[i] * DEPTH_SCALE + (this.direction.sign > 0 ? DEEPEST_CODE - depth : 0)
      if (!isMeasured) continue
      this.measures[2 * (first + depth)] = lengthCm[i]
      this.measures[2 * (first + depth) + 1] = durationCs[i]
    }
  }

  private sort(): void {
    const { number, joint, topology } = this
    const order = Array.from(joint.keys()).sort((a, b) => number[joint[a]] - number[joint[b]])
    this.point = Uint32Array.from(order)
    this.place = new Uint32Array(order.length)
    for (let place = 0; place < order.length; place++) this.place[order[place]] = place
    this.rowFirst = this.point.map((point) => point * topology.height)
  }
}
