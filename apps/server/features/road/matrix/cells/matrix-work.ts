import type { MatrixCells } from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import { getRemainingValidCs } from '../../../../maps/metrics/path-attributes.ts'
import type { LivePathAttributes, TrafficHandle } from '../../../../maps/regions/handles.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { computeDirectEnergy } from '../../route/electric/direct-energy.ts'
import type { ElectricQuery } from '../../route/electric/request.ts'
import { toDecimeters, toMilliminutes } from '../../route/reply/rounding.ts'
import type { Trip } from '../../route/trip.ts'
import { CellMarks } from './cell-marks.ts'
import { countCells, type MatrixJob, type MatrixMetric } from './matrix-job.ts'
import { createValues, type MatrixOutcome, type MatrixResult, NO_ENERGY, NO_PATH } from './matrix-numbers.ts'
import type { SnappedStops } from './place-points.ts'
import { SingleTripRouter } from './single-trips.ts'
import { computeJointCells, isAtJunction, markUnmeasuredCells, roundCells, roundMarkedCells } from './together.ts'

export interface ComputeOptions {
  /** Returns whether to stop. Long computations call this function repeatedly. */
  readonly isCancelled: () => boolean
  /**
   * Maximum number of cells that this thread may compute one by one. The number is limited because computing single
   * cells is slow.
   */
  readonly maxSingles: number
  /** Maximum number of cells on a map with traffic, where a matrix takes longer. The default is no limit. */
  readonly maxCellsInTraffic?: number
}

/** Maximum duration of a short trip, in milliseconds. Later traffic changes do not affect short trips. */
const MAX_SHORT_TRIP_MS = 3_600_000
/**
 * Minimum count and share of single cells at which all cells are measured again. With fewer cells, computing them one
 * by one is faster.
 */
const MIN_CELLS_TO_RECOMPUTE = 30
const MIN_CELL_SHARE_TO_RECOMPUTE = 1 / 500

/**
 * Minimum number of cells for a joint computation. With fewer cells, computing them one by one is faster than building
 * the required data.
 */
const MIN_JOINT_CELLS = 100

const engineUnavailable: MatrixOutcome = { kind: 'failure', failure: { kind: 'engine-unavailable' } }

/**
 * Fills the cells of a matrix on one map. Cells are computed jointly where the result equals that of single routes, and
 * otherwise one by one.
 */
export class MatrixComputation {
  readonly values: MatrixResult['values']
  private readonly region: Region
  private readonly snapshot: MetricSnapshot
  private readonly job: MatrixJob
  private readonly snappedStops: SnappedStops
  /** Cells that must be computed one by one. */
  private readonly singleCells: CellMarks

  constructor(region: Region, snapshot: MetricSnapshot, job: MatrixJob, snappedStops: SnappedStops) {
    this.region = region
    this.snapshot = snapshot
    this.job = job
    this.snappedStops = snappedStops
    this.values = createValues(job.metrics, countCells(job))
    this.singleCells = new CellMarks(countCells(job), snappedStops.placement.singleCells)
  }

  async fill(options: ComputeOptions): Promise<MatrixOutcome | 'filled'> {
    // The energy depends on the speed and the charge along the whole path, so it cannot be computed jointly.
    if (this.job.electric) this.singleCells.markAll()
    if (this.singleCells.count > options.maxSingles) return { kind: 'too-heavy' }
    if (options.isCancelled()) return { kind: 'cancelled' }
    if (this.singleCells.count < countCells(this.job)) {
      if (!(await this.fillJointCells())) return engineUnavailable
      if (this.singleCells.count > options.maxSingles) return { kind: 'too-heavy' }
    }
    return await this.fillSingleCells(options)
  }

  private async fillJointCells(): Promise<boolean> {
    const { traffic } = this.snapshot
    const isFilled = traffic
      ? await this.fillInTraffic(traffic)
      : await this.fillWithoutTraffic('usual', listTrafficMetrics(this.job))
    return isFilled && (await this.fillWithoutTraffic('free-flow', listFreeFlowMetrics(this.job)))
  }

  /** Fills the cells with values that do not depend on traffic. */
  private async fillWithoutTraffic(kind: 'usual' | 'free-flow', metrics: readonly MatrixMetric[]): Promise<boolean> {
    const { region, snapshot, snappedStops, job, singleCells } = this
    if (metrics.length === 0 || singleCells.count === countCells(job)) return true
    const pendingAttributes = region.getPathAttributes(snapshot, kind, job.nowMs)
    const attributes =
      pendingAttributes instanceof Promise ? await pendingAttributes.catch(() => undefined) : pendingAttributes
    if (!attributes) return false
    const cells = computeJointCells(region, snapshot, { attributes }, snappedStops)
    this.roundMetrics(metrics, cells)
    return true
  }

  private roundMetrics(metrics: readonly MatrixMetric[], cells: MatrixCells): void {
    const { sourcePoints, targetPoints } = this.snappedStops.placement.all
    const [isOriginAtJunction, isDestinationAtJunction] = [
      sourcePoints.map(isAtJunction),
      targetPoints.map(isAtJunction),
    ]
    const isBetweenJunctions = (cell: number) =>
      isOriginAtJunction[Math.floor(cell / isDestinationAtJunction.length)] === true &&
      isDestinationAtJunction[cell % isDestinationAtJunction.length] === true
    for (const metric of metrics) roundCells(metric, cells, this.values[metric], isBetweenJunctions, this.singleCells)
  }

  /**
   * Fills the durations, which depend on the time at which a trip reaches each road. Trips affected only by decaying
   * live speeds are measured jointly. Long trips and trips on roads where an event starts or ends are computed one by
   * one. If too many trips are affected, the short trips are measured again, because they end before most events start
   * or end.
   */
  private async fillInTraffic(traffic: TrafficHandle): Promise<true> {
    const { region, snapshot, snappedStops, job, singleCells } = this
    const attributes = await this.findLiveAttributes(traffic)
    const limitCs = attributes ? getRemainingValidCs(attributes, job.departMs) : 0
    const previousCellCount = singleCells.count
    if (!attributes || limitCs <= 0) {
      singleCells.markAll()
      return true
    }
    const cells = computeJointCells(region, snapshot, attributes, snappedStops)
    markUnmeasuredCells(cells, limitCs, singleCells)
    this.roundMetrics(listTrafficMetrics(job), cells)
    if (
      singleCells.count - previousCellCount >
      Math.max(MIN_CELLS_TO_RECOMPUTE, MIN_CELL_SHARE_TO_RECOMPUTE * countCells(job))
    ) {
      await this.recomputeShortTrips(traffic)
    }
    return true
  }

  /** Measures the remaining cells again as short trips, which end before most traffic changes. */
  private async recomputeShortTrips(traffic: TrafficHandle): Promise<void> {
    const { region, snapshot, snappedStops, job, singleCells } = this
    const attributes = await this.findLiveAttributes(traffic, MAX_SHORT_TRIP_MS)
    const limitCs = attributes ? getRemainingValidCs(attributes, job.departMs) : 0
    if (!attributes || limitCs <= 0) return
    const cells = computeJointCells(region, snapshot, attributes, snappedStops)
    roundMarkedCells(listTrafficMetrics(job), cells, limitCs, this.values, singleCells)
    // These cells stay marked, because no joint computation gives the correct result for them.
    for (const cell of snappedStops.placement.singleCells) singleCells.mark(cell)
  }

  private async findLiveAttributes(
    traffic: TrafficHandle,
    markWithinMs?: number,
  ): Promise<LivePathAttributes | undefined> {
    const { departMs, nowMs } = this.job
    const pendingAttributes = this.region.getLivePathAttributes(this.snapshot, traffic, departMs, nowMs, markWithinMs)
    if (!(pendingAttributes instanceof Promise)) return pendingAttributes
    // The error is logged at its source, and single trips work without this data.
    const optionalAttributes = pendingAttributes.catch(() => undefined)
    return countCells(this.job) > MIN_JOINT_CELLS ? await optionalAttributes : undefined
  }

  private async fillSingleCells(options: ComputeOptions): Promise<MatrixOutcome | 'filled'> {
    const { distance, duration, free_flow } = this.values
    const { singleCells } = this
    if (singleCells.count === 0) return 'filled'
    const { origins, destinations } = this.snappedStops
    const { length: columns } = destinations
    const trips = new SingleTripRouter(this.region, this.snapshot, this.job)
    for (let cell = singleCells.nextMarked(0); cell >= 0; cell = singleCells.nextMarked(cell + 1)) {
      if (options.isCancelled()) return { kind: 'cancelled' }
      const from = origins[Math.floor(cell / columns)]
      const to = destinations[cell % columns]
      if (!from || !to) throw new Error(`there is no cell ${cell}`)
      const pendingTrip = trips.find(from, to)
      const trip = pendingTrip instanceof Promise ? await pendingTrip : pendingTrip
      if (trip === 'engine-unavailable') return engineUnavailable
      const hasPath = trip !== 'no-way'
      if (distance) distance[cell] = hasPath ? toDecimeters(trip.distanceCm) : NO_PATH
      if (duration) duration[cell] = hasPath ? toMilliminutes(trip.durationCs) : NO_PATH
      if (free_flow) free_flow[cell] = hasPath ? toMilliminutes(trip.freeFlowCs) : NO_PATH
      if (this.job.electric) this.writeEnergy(cell, this.job.electric, hasPath ? trip : undefined)
    }
    return 'filled'
  }

  private writeEnergy(cell: number, electricQuery: ElectricQuery, trip: Trip | undefined): void {
    const { energy, in_range } = this.values
    const tripEnergy = trip && computeDirectEnergy(this.region, electricQuery, trip)
    if (energy) energy[cell] = tripEnergy ? Math.round(1000 * tripEnergy.usedKwh) : NO_ENERGY
    if (in_range) in_range[cell] = tripEnergy ? Number(tripEnergy.isInRange) : NO_PATH
  }
}

function listTrafficMetrics({ metrics }: MatrixJob): MatrixMetric[] {
  return metrics.filter((metric) => metric === 'distance' || metric === 'duration')
}

function listFreeFlowMetrics({ metrics }: MatrixJob): MatrixMetric[] {
  return metrics.filter((metric) => metric === 'free_flow')
}
