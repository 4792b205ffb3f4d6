import type { MatrixCells } from '@fairway/road'
import type { RegionDrive } from '../../../../maps/metrics/metric-cache.ts'
import { regularCs } from '../../../../maps/metrics/path-attributes.ts'
import type { LiveMeasures, TrafficHandle } from '../../../../maps/regions/handles.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { toDecimeters, toMilliminutes } from '../../route/reply/rounding.ts'
import { CellMarks } from './cell-marks.ts'
import { cellsOf, type MatrixJob, type MatrixMetric } from './matrix-job.ts'
import { createValues, type MatrixNumbers, type MatrixOutcome, NO_WAY } from './matrix-numbers.ts'
import type { PlacedPoints } from './place-points.ts'
import { SingleTrips } from './single-trips.ts'
import { fillTogether, isAtJunction, markIrregular, roundCells, roundMarked } from './together.ts'

export interface ComputeOptions {
  /** Polled during long computations. */
  readonly isCancelled: () => boolean
  /** Maximum number of single cells for this thread. More are too heavy. */
  readonly mostSingles: number
}

/** Trips shorter than this are unaffected by later changes on the roads. */
const SHORT_TRIPS_MS = 3_600_000
/** Below both this count and this share, single computation is faster than measuring all cells again. */
const NOT_WORTH_ANOTHER = 30
const WORTH_ANOTHER_SHARE = 1 / 500

/** Below this count, single computation is faster than building the data for joint computation. */
const NOT_WORTH_MEASURES = 100

const unavailable: MatrixOutcome = { kind: 'failure', failure: { kind: 'engine-unavailable' } }

/** Fills the cells of a matrix on one map: jointly where the result equals single routes, otherwise one by one. */
export class MatrixWork {
  readonly values: MatrixNumbers['values']
  private readonly region: Region
  private readonly drive: RegionDrive
  private readonly job: MatrixJob
  private readonly placed: PlacedPoints
  /** Cells that must be computed one by one. */
  private readonly singles: CellMarks

  constructor(region: Region, drive: RegionDrive, job: MatrixJob, placed: PlacedPoints) {
    this.region = region
    this.drive = drive
    this.job = job
    this.placed = placed
    this.values = createValues(job.metrics, cellsOf(job))
    this.singles = new CellMarks(cellsOf(job), placed.placement.singles)
  }

  async fill(options: ComputeOptions): Promise<MatrixOutcome | 'filled'> {
    if (this.singles.count > options.mostSingles) return { kind: 'too-heavy' }
    if (options.isCancelled()) return { kind: 'cancelled' }
    const { traffic } = this.drive
    const isFilled = traffic ? await this.fillInTraffic(traffic) : await this.fillUsual('usual', usual(this.job))
    if (!isFilled || !(await this.fillUsual('free-flow', freeFlow(this.job)))) return unavailable
    if (this.singles.count > options.mostSingles) return { kind: 'too-heavy' }
    return await this.fillSingly(options)
  }

  /** Fills cells without traffic. */
  private async fillUsual(kind: 'usual' | 'free-flow', metrics: readonly MatrixMetric[]): Promise<boolean> {
    const { region, drive, placed, job, singles } = this
    if (metrics.length === 0 || singles.count === cellsOf(job)) return true
    const asked = region.measuresFor(drive, kind, job.nowMs)
    const by = asked instanceof Promise ? await asked.catch(() => undefined) : asked
    if (!by) return false
    const cells = fillTogether(region, drive, { by }, placed)
    this.round(metrics, cells)
    return true
  }

  private round(metrics: readonly MatrixMetric[], cells: MatrixCells): void {
    const { sourceEnds, targetEnds } = this.placed.placement.all
    const [wholeFrom, wholeTo] = [sourceEnds.map(isAtJunction), targetEnds.map(isAtJunction)]
    const isWhole = (cell: number) =>
      wholeFrom[Math.floor(cell / wholeTo.length)] === true && wholeTo[cell % wholeTo.length] === true
    for (const metric of metrics) roundCells(metric, cells, this.values[metric], isWhole, this.singles)
  }

  /**
   * Durations depend on when a trip reaches each road. Trips that meet only decaying live speeds are measured jointly.
   * Long trips, and trips that pass a starting or ending event, are computed one by one. Most of the many incidents end
   * eventually, so if too many trips are affected, those that finish earlier are measured again.
   */
  private async fillInTraffic(traffic: TrafficHandle): Promise<true> {
    const { region, drive, placed, job, singles } = this
    const measures = await this.findLive(traffic)
    const limitCs = measures ? regularCs(measures, job.departMs) : 0
    const before = singles.count
    if (!measures || limitCs <= 0) {
      singles.markAll()
      return true
    }
    const cells = fillTogether(region, drive, measures, placed)
    markIrregular(cells, limitCs, singles)
    this.round(usual(job), cells)
    if (singles.count - before > Math.max(NOT_WORTH_ANOTHER, WORTH_ANOTHER_SHARE * cellsOf(job))) {
      await this.measureShort(traffic)
    }
    return true
  }

  /** Measures the remaining cells again as short trips, which finish before most changes. */
  private async measureShort(traffic: TrafficHandle): Promise<void> {
    const { region, drive, placed, job, singles } = this
    const measures = await this.findLive(traffic, SHORT_TRIPS_MS)
    const limitCs = measures ? regularCs(measures, job.departMs) : 0
    if (!measures || limitCs <= 0) return
    const cells = fillTogether(region, drive, measures, placed)
    roundMarked(usual(job), cells, limitCs, this.values, singles)
    // Keep these marked: no block of the matrix computes them correctly.
    for (const cell of placed.placement.singles) singles.mark(cell)
  }

  private async findLive(traffic: TrafficHandle, markedMs?: number): Promise<LiveMeasures | undefined> {
    const { departMs, nowMs } = this.job
    const asked = this.region.liveMeasuresFor(this.drive, traffic, departMs, nowMs, markedMs)
    if (!(asked instanceof Promise)) return asked
    // A failure is logged where it occurs, and single trips work without this data.
    const made = asked.catch(() => undefined)
    return cellsOf(this.job) > NOT_WORTH_MEASURES ? await made : undefined
  }

  private async fillSingly(options: ComputeOptions): Promise<MatrixOutcome | 'filled'> {
    const { distance, duration, free_flow } = this.values
    const { singles } = this
    if (singles.count === 0) return 'filled'
    const { origins, destinations } = this.placed
    const { length: columns } = destinations
    const trips = new SingleTrips(this.region, this.drive, this.job)
    for (let cell = singles.next(0); cell >= 0; cell = singles.next(cell + 1)) {
      if (options.isCancelled()) return { kind: 'cancelled' }
      const from = origins[Math.floor(cell / columns)]
      const to = destinations[cell % columns]
      if (!from || !to) throw new Error(`there is no cell ${cell}`)
      const found = trips.find(from, to)
      const trip = found instanceof Promise ? await found : found
      if (trip === 'engine-unavailable') return unavailable
      const isFound = trip !== 'no-way'
      if (distance) distance[cell] = isFound ? toDecimeters(trip.distanceCm) : NO_WAY
      if (duration) duration[cell] = isFound ? toMilliminutes(trip.durationCs) : NO_WAY
      if (free_flow) free_flow[cell] = isFound ? toMilliminutes(trip.freeFlowCs) : NO_WAY
    }
    return 'filled'
  }
}

function usual({ metrics }: MatrixJob): MatrixMetric[] {
  return metrics.filter((metric) => metric !== 'free_flow')
}

function freeFlow({ metrics }: MatrixJob): MatrixMetric[] {
  return metrics.filter((metric) => metric === 'free_flow')
}
