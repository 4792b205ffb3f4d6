import {
  CellsScratch,
  fillPlaced,
  type MatrixCells,
  MatrixQuery,
  type PathAttributes,
  type MatrixPoint,
} from '@fairway/road'
import type { RegionDrive } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import type { CellMarks } from './cell-marks.ts'
import type { MatrixMetric } from './matrix-job.ts'
import type { PlacedPoints } from './place-points.ts'
import { roundAll, roundSurely } from './round-cells.ts'

/** See rounding.ts. */
const CM_PER_DECIMETER = 10
const CS_PER_MILLIMINUTE = 6

const queries = new WeakMap<Region, MatrixQuery>()
/** Per thread. A thread fills one matrix at a time and reads the results immediately. */
const scratch = new CellsScratch()

/** Computes all cells jointly with one set of path attributes. The result is valid until the next call. */
export function fillTogether(
  region: Region,
  { metric }: RegionDrive,
  { by, fadeCs }: { readonly by: PathAttributes; readonly fadeCs?: number },
  { origins, destinations, placement }: PlacedPoints,
): MatrixCells {
  const query = queries.get(region) ?? new MatrixQuery(region.map.topology)
  queries.set(region, query)
  const cells = scratch.take(origins.length, destinations.length, by, fadeCs)
  fillPlaced(query, metric.hierarchy, placement, cells)
  return cells
}

/** Rounds like routes, and marks the cells whose rounding only the route itself can decide. */
export function roundCells(
  metric: MatrixMetric,
  { measured }: MatrixCells,
  into: Int32Array | undefined,
  isWhole: (cell: number) => boolean,
  singles: CellMarks,
): void {
  const values = metric === 'distance' ? measured?.lengthCm : measured?.durationCs
  if (!values || !into) throw new Error('some cells were not computed')
  roundAll(values, metric === 'distance' ? CM_PER_DECIMETER : CS_PER_MILLIMINUTE, into, (cell) => {
    // Sums of integers are exact in any order. Any other sum is an integer only by coincidence.
    if (!(isWhole(cell) && Number.isInteger(values[cell]))) singles.mark(cell)
  })
}

/** Marks the cells whose trip exceeds the measured limit, or whose duration is unknown (NaN). */
export function markIrregular({ measured }: MatrixCells, limitCs: number, singles: CellMarks): void {
  const durations = measured?.durationCs ?? new Float64Array(0)
  for (let cell = 0; cell < durations.length; cell++) {
    const value = durations[cell] as number
    if (!(value < limitCs) && value !== Number.POSITIVE_INFINITY) singles.mark(cell)
  }
}

/** Rounds only marked cells whose measurement is valid, and unmarks them unless they are on a rounding boundary. */
export function roundMarked(
  metrics: readonly MatrixMetric[],
  { measured }: MatrixCells,
  limitCs: number,
  values: Readonly<Partial<Record<MatrixMetric, Int32Array>>>,
  singles: CellMarks,
): void {
  if (!measured) throw new Error('some cells were not computed')
  for (let cell = singles.next(0); cell >= 0; cell = singles.next(cell + 1)) {
    const durationCs = measured.durationCs[cell] as number
    if (!(durationCs < limitCs)) continue
    const rounded = metrics.map((metric) =>
      metric === 'distance'
        ? roundSurely(measured.lengthCm[cell] as number, CM_PER_DECIMETER)
        : roundSurely(durationCs, CS_PER_MILLIMINUTE),
    )
    if (rounded.includes(undefined)) continue
    metrics.forEach((metric, index) => {
      const into = values[metric]
      if (into) into[cell] = rounded[index] as number
    })
    singles.unmark(cell)
  }
}

/** Trips between junctions use only whole arcs, so their durations and distances are integers. */
export function isAtJunction({ along }: MatrixPoint): boolean {
  return along.every((share) => share === 0 || share === 1)
}
