import type { Coordinates } from '@fairway/geo'
import type { RoadMap } from '../../map.ts'
import { DriveRecord, readTurn } from '../../network/drive-column.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import { ShapeOwners } from '../../snap/shape-owners.ts'
import type { TracedPath } from '../traced-path.ts'
import { ArcSteps } from './arc-steps.ts'
import { Hypotheses } from './hypotheses.ts'
import { LinePoint, type Tolerance } from './line-point.ts'
import {
  BEGINS_AT_END_PENALTY,
  PENALTY_PER_DURATION,
  PENALTY_PER_MICRODEGREE,
  STANDING_PENALTY,
  STOPPING_PENALTY,
  slownessPenalty,
} from './penalties.ts'
import { forEachSegmentNear, UnsnappableSegments } from './road-cells.ts'
import { beginningOfArc, endOfArc } from './shape-positions.ts'

/** Maximum number of consecutive arcs at one point. */
const MAX_ARCS_AT_POINT = 4

/** Step of a candidate arc. The candidate becomes a step once the line continues along it. */
const NO_STEP = -1

/**
 * Traces a line that was drawn from arcs back onto the shapes of arcs, point by point. All hypotheses that explain the
 * points so far are followed, and there is rarely more than one. Each thread needs its own instance, because an
 * instance owns scratch memory.
 */
export class LineFollower {
  private readonly map: RoadMap
  private readonly network: RoadNetwork
  private readonly steps = new ArcSteps()
  private currentHypotheses = new Hypotheses()
  private nextHypotheses = new Hypotheses()
  private readonly point: LinePoint
  private readonly unsnappable: UnsnappableSegments

  constructor(map: RoadMap) {
    this.map = map
    this.network = map.network
    this.point = new LinePoint(map.network)
    this.unsnappable = new UnsnappableSegments(map.network)
  }

  /**
   * Returns the path that the line was drawn from, or undefined if there is none. The time is linear in the number of
   * points.
   */
  follow(line: Coordinates, tolerance: Tolerance): TracedPath | undefined {
    this.point.tolerance = tolerance
    const path = this.followLineFrom(line, (visit) => {
      forEachSegmentNear(this.map.snapIndex, line.latitude[0], line.longitude[0], tolerance.stop, visit)
    })
    return (
      path ??
      this.followLineFrom(line, (visit) =>
        this.unsnappable.forEachSegmentNear(line.latitude[0], line.longitude[0], tolerance.stop, visit),
      )
    )
  }

  private followLineFrom(
    line: Coordinates,
    forPieces: (visit: (segment: number) => void) => void,
  ): TracedPath | undefined {
    const { point } = this
    const { latitude, longitude } = line
    point.latitude = latitude[0]
    point.longitude = longitude[0]
    this.steps.clear()
    this.nextHypotheses.clear()
    forPieces((segment) => this.beginOnSegment(segment))
    for (let i = 1; i < latitude.length && this.nextHypotheses.count > 0; i++) {
      if (point.tolerance.point === 0 && this.nextHypotheses.count === 1)
        i = this.followSingleArc(latitude, longitude, i)
      if (i === latitude.length) break
      const isStanding = latitude[i] === point.latitude && longitude[i] === point.longitude
      point.latitude = latitude[i]
      point.longitude = longitude[i]
      this.advance(isStanding)
    }
    if (this.nextHypotheses.count === 0) return undefined
    const bestHypothesis = this.nextHypotheses.best()
    return this.steps.pathTo(
      this.network,
      this.nextHypotheses.step[bestHypothesis],
      this.nextHypotheses.position[bestHypothesis],
    )
  }

  /** Advances along an arc while the line matches its shape points exactly and the arc is unambiguous. */
  private followSingleArc(latitude: Int32Array, longitude: Int32Array, begin: number): number {
    const { nextHypotheses: next, point } = this
    const { shapeLatitude, shapeLongitude } = this.network.edges
    const { drive } = this.network.arcs
    const base = next.arc[0] * DriveRecord.SIZE
    const direction = (drive[base + DriveRecord.EDGE_SIDE] & 1) === 1 ? -1 : 1
    const end = drive[base + (direction > 0 ? DriveRecord.SHAPE_TO : DriveRecord.SHAPE_FROM)]
    let shapePoint = direction > 0 ? Math.floor(next.position[0]) : Math.ceil(next.position[0])
    let i = begin
    while (shapePoint !== end && i < latitude.length) {
      if (
        shapeLatitude[shapePoint + direction] !== latitude[i] ||
        shapeLongitude[shapePoint + direction] !== longitude[i]
      )
        break
      shapePoint += direction
      i++
    }
    if (i === begin) return i
    next.position[0] = shapePoint
    point.latitude = latitude[i - 1]
    point.longitude = longitude[i - 1]
    return i
  }

  /** Adds both directions of a segment that the first point may lie on. */
  private beginOnSegment(segment: number): void {
    const { point } = this
    const { edges } = this.network
    const deviation = point.distanceToSegment(segment, segment + 1, 0)
    const { segmentFraction: share } = point
    const edge = ShapeOwners.of(edges).edgeOf(segment)
    for (let direction = 0; direction < 2; direction++) {
      const arc = edges.arc[2 * edge + direction]
      if (arc === NO_ID) continue
      for (let shapePoint = segment; shapePoint <= segment + 1; shapePoint++) {
        if (point.isAt(shapePoint))
          this.beginOnArc(arc, shapePoint, point.distanceToPoint(shapePoint) * PENALTY_PER_MICRODEGREE)
      }
      if (deviation >= 0) this.beginOnArc(arc, segment + share, STOPPING_PENALTY + deviation * PENALTY_PER_MICRODEGREE)
    }
  }

  private beginOnArc(arc: number, position: number, penalty: number): void {
    if (this.nextHypotheses.find(arc, position) >= 0) return
    const endPenalty = position === endOfArc(this.network, arc) ? BEGINS_AT_END_PENALTY : 0
    this.nextHypotheses.add(this.steps.add(arc, NO_STEP, NO_ID, position), arc, position, penalty + endPenalty)
  }

  private advance(isStanding: boolean): void {
    const previousHypotheses = this.nextHypotheses
    this.nextHypotheses = this.currentHypotheses
    this.currentHypotheses = previousHypotheses
    this.nextHypotheses.clear()
    const { step, arc, position, penalty } = previousHypotheses
    for (let i = 0; i < previousHypotheses.count; i++) {
      if (isStanding) this.nextHypotheses.add(step[i], arc[i], position[i], penalty[i] + STANDING_PENALTY)
      this.continueAlong(step[i], arc[i], position[i], penalty[i], NO_STEP, NO_ID, 0)
    }
    if (this.nextHypotheses.count === 0) this.addUturns(previousHypotheses)
  }

  /** Adds U-turns at a stop. U-turns are tried only if no other hypothesis explains the line. */
  private addUturns({ count, step, arc, position, penalty }: Hypotheses): void {
    const { edges, arcs } = this.network
    for (let i = 0; i < count; i++) {
      const reverseArc = edges.arc[arcs.edgeSide[arc[i]] ^ 1]
      if (reverseArc !== NO_ID) this.continueAlong(NO_STEP, reverseArc, position[i], penalty[i], step[i], NO_ID, 0)
    }
  }

  /**
   * Advances along an arc to its next shape point or to a stop before it. At the end of the arc, the search continues
   * into the arcs after its turns. Duplicate shape points are treated as one. `previousStep` and `turn` describe
   * how an arc without a step was reached.
   */
  private continueAlong(
    step: number,
    arc: number,
    position: number,
    penaltyBefore: number,
    previousStep: number,
    turn: number,
    depth: number,
  ): void {
    const { point, steps } = this
    const { drive } = this.network.arcs
    const { shapeLatitude, shapeLongitude } = this.network.edges
    const base = arc * DriveRecord.SIZE
    const pointStep = (drive[base + DriveRecord.EDGE_SIDE] & 1) === 1 ? -1 : 1
    const end = drive[base + (pointStep > 0 ? DriveRecord.SHAPE_TO : DriveRecord.SHAPE_FROM)]
    const penalty = step === NO_STEP ? penaltyBefore + slownessPenalty(this.network, arc) : penaltyBefore
    let currentStep = step
    for (let from = position; from !== end; ) {
      const next = pointStep > 0 ? Math.floor(from) + 1 : Math.ceil(from) - 1
      const previousPoint = next - pointStep
      const isReached = point.isAt(next)
      if (isReached) {
        if (currentStep === NO_STEP) currentStep = steps.add(arc, previousStep, turn, position)
        this.nextHypotheses.add(currentStep, arc, next, penalty + point.distanceToPoint(next) * PENALTY_PER_MICRODEGREE)
      }
      if (!isReached || point.tolerance.point > 0) {
        const deviation = point.distanceToSegment(previousPoint, next, Math.abs(from - previousPoint))
        if (deviation >= 0) {
          if (currentStep === NO_STEP) currentStep = steps.add(arc, previousStep, turn, position)
          this.nextHypotheses.add(
            currentStep,
            arc,
            previousPoint + pointStep * point.segmentFraction,
            penalty + STOPPING_PENALTY + deviation * PENALTY_PER_MICRODEGREE,
          )
        }
      }
      const isSamePoint =
        shapeLatitude[previousPoint] === shapeLatitude[next] && shapeLongitude[previousPoint] === shapeLongitude[next]
      if (from !== previousPoint || !isSamePoint) return
      from = next
    }
    if (depth === MAX_ARCS_AT_POINT) return
    const { turns } = this.network
    for (let nextTurn = turns.first[arc]; nextTurn < turns.first[arc + 1]; nextTurn++) {
      if (currentStep === NO_STEP) currentStep = steps.add(arc, previousStep, turn, position)
      const to = turns.to[nextTurn]
      const turnPenalty = (readTurn(this.network, base, nextTurn) & 0xffff) * PENALTY_PER_DURATION
      this.continueAlong(
        NO_STEP,
        to,
        beginningOfArc(this.network, to),
        penalty + turnPenalty,
        currentStep,
        nextTurn,
        depth + 1,
      )
    }
  }
}
