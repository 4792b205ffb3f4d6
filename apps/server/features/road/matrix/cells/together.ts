import {
  CellsScratch,
  fillSnapped,
  type MatrixCells,
  type MatrixPoint,
  MatrixQuery,
  type PathAttributes,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import type { CellMarks } from './cell-marks.ts'
import type { MatrixMetric } from './matrix-job.ts'
import type { SnappedStops } from './place-points.ts'
import { roundAll, roundIfUnambiguous } from './round-cells.ts'

/** Step sizes in internal units, as defined in rounding.ts. */
const CM_PER_DECIMETER = 10
const CS_PER_MILLIMINUTE = 6

const matrixQueries = new WeakMap<Region, MatrixQuery>()
/** Scratch memory per thread. A thread fills one matrix at a time and reads the results immediately. */
const scratch = new CellsScratch()

/** Computes all cells jointly with one set of path attributes. The result is valid until the next call. */
export function computeJointCells(
  region: Region,
  { metric }: MetricSnapshot,
  { attributes, fadeCs }: { readonly attributes: PathAttributes; readonly fadeCs?: number },
  { origins, destinations, placement }: SnappedStops,
): MatrixCells {
  const query = matrixQueries.get(region) ?? new MatrixQuery(region.map.topology)
  matrixQueries.set(region, query)
  const cells = scratch.takeCells(origins.length, destinations.length, attributes, fadeCs)
  fillSnapped(query, metric.hierarchy, placement, cells)
  return cells
}

/** Rounds cells as routes do, and marks the cells whose rounding depends on the summation order of the route. */
export function roundCells(
  metric: MatrixMetric,
  { attributes }: MatrixCells,
  targetValues: Int32Array | undefined,
  isBetweenJunctions: (cell: number) => boolean,
  singles: CellMarks,
): void {
  const values = metric === 'distance' ? attributes?.lengthCm : attributes?.durationCs
  if (!values || !targetValues) throw new Error('some cells were not computed')
  roundAll(values, metric === 'distance' ? CM_PER_DECIMETER : CS_PER_MILLIMINUTE, targetValues, (cell) => {
    // Integer sums are exact in any order. A sum of fractional values is an integer only by coincidence.
    if (!(isBetweenJunctions(cell) && Number.isInteger(values[cell]))) singles.mark(cell)
  })
}

/** Marks the cells whose trip exceeds the measured limit or whose duration is NaN. */
export function markUnmeasuredCells({ attributes }: MatrixCells, limitCs: number, singles: CellMarks): void {
  const durations = attributes?.durationCs ?? new Float64Array(0)
  for (let cell = 0; cell < durations.length; cell++) {
    const value = durations[cell] as number
    if (!(value < limitCs) && value !== Number.POSITIVE_INFINITY) singles.mark(cell)
  }
}

/** Rounds only the marked cells with a valid measurement. Unmarks the cells that are not on a rounding boundary. */
export function roundMarkedCells(
  metrics: readonly MatrixMetric[],
  { attributes }: MatrixCells,
  limitCs: number,
  values: Readonly<Partial<Record<MatrixMetric, Int32Array>>>,
  singles: CellMarks,
): void {
  if (!attributes) throw new Error('some cells were not computed')
  for (let cell = singles.nextMarked(0); cell >= 0; cell = singles.nextMarked(cell + 1)) {
    const durationCs = attributes.durationCs[cell] as number
    if (!(durationCs < limitCs)) continue
    const roundedValues = metrics.map((metric) =>
      metric === 'distance'
        ? roundIfUnambiguous(attributes.lengthCm[cell] as number, CM_PER_DECIMETER)
        : roundIfUnambiguous(durationCs, CS_PER_MILLIMINUTE),
    )
    if (roundedValues.includes(undefined)) continue
    metrics.forEach((metric, index) => {
      const targetValues = values[metric]
      if (targetValues) targetValues[cell] = roundedValues[index] as number
    })
    singles.unmark(cell)
  }
}

/**
 * Returns whether a point is at a junction. Trips between junctions use only whole arcs, so their durations and
 * distances are integers.
 */
export function isAtJunction({ along }: MatrixPoint): boolean {
  return along.every((fraction) => fraction === 0 || fraction === 1)
}
